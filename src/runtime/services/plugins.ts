import { type AnyTool, describeThrown, ignoreRejection } from "../../contract/index.js";
import {
  adoptTools,
  checkMayReplace,
  createToolRegistry,
  type MayReplace,
  type ToolRegistry,
  ToolRegistryError,
} from "../../registry/index.js";
import type { Redact } from "../values/index.js";
import type { Middleware } from "./middleware.js";
import type { RunObserver } from "./run-observer.js";

/** The registration functions of a plugin. They work until the plugin returns. */
export interface PluginHost {
  /** The runtime's working directory. */
  readonly cwd: string;
  readonly registry: Pick<ToolRegistry, "get" | "list" | "names" | "resolve"> & {
    /**
     * Adds tools; either all of them or none.
     *
     * @throws ToolRegistryError `not-a-tool`, `wrong-prefix`, or `duplicate-name` for a name that another tool has, in any
     * case, if the host does not let the plugin replace that tool
     */
    register(tools: AnyTool | readonly AnyTool[]): void;
  };
  /** Adds a middleware inside those of the host and of earlier plugins. */
  use(middleware: Middleware): void;
  /** Adds an observer of the runs of the runtime; it cannot change them. */
  observe(observer: RunObserver): void;
  /**
   * Removes text that must not leave the runtime, with the host's `redact` option. Returns the text unchanged if the
   * host set none.
   */
  redact(text: string): string;
}

/**
 * Adds tools and middleware to a runtime while it is created. A plugin must be synchronous; slow work belongs in
 * `execute`.
 *
 * A plugin that throws adds nothing, and the runtime continues without it.
 *
 * @example
 * const clock: Plugin = ({ registry }) => registry.register(clockTool);
 */
export type Plugin = (host: PluginHost) => void;

/** A plugin with the permissions that the host grants it. */
export type PluginEntry =
  | Plugin
  | {
      readonly plugin: Plugin;
      /** The name in reports. Default: the function's name. */
      readonly name?: string;
      /** The origins whose tool names it may take. Default `"none"`. */
      readonly mayReplace?: MayReplace;
    };

/** The outcome of a plugin. Plain JSON. */
export type PluginReport =
  | {
      readonly name: string;
      readonly status: "loaded";
      /** The names of the tools that it added. */
      readonly tools: readonly string[];
    }
  | { readonly name: string; readonly status: "failed"; readonly reason: string };

/** The additions of all plugins of a runtime. */
export interface LoadedPlugins {
  readonly reports: readonly PluginReport[];
  readonly middleware: readonly Middleware[];
  readonly observers: readonly RunObserver[];
}

/**
 * Runs plugins one after the other; each adds everything or nothing. Throws a `TypeError` for an entry that is not a
 * plugin.
 */
export function loadPlugins(
  entries: readonly PluginEntry[],
  {
    registry,
    cwd,
    redact,
  }: {
    readonly registry: ToolRegistry;
    readonly cwd: string;
    readonly redact: Redact | undefined;
  },
): LoadedPlugins {
  const reports: PluginReport[] = [];
  const middleware: Middleware[] = [];
  const observers: RunObserver[] = [];
  const added = new Set<AnyTool>();
  for (const [index, entry] of entries.entries()) {
    const { plugin, name, mayReplace } = checked(entry, index);
    const host = createHost({ registry, cwd, redact, mayReplace, isForeign: (tool) => added.has(tool) });
    try {
      host.run(plugin);
      for (const tool of host.tools) added.add(tool);
      middleware.push(...host.middleware);
      observers.push(...host.observers);
      reports.push({ name, status: "loaded", tools: host.tools.map((tool) => tool.name) });
    } catch (thrown) {
      host.takeBack();
      reports.push({ name, status: "failed", reason: describeThrown(thrown) });
    }
  }
  return { reports: Object.freeze(reports.map((report) => Object.freeze(report))), middleware, observers };
}

function checked(entry: PluginEntry, index: number) {
  const {
    plugin,
    name,
    mayReplace = "none",
  } = typeof entry === "function" ? { plugin: entry } : (entry ?? {});
  if (typeof plugin !== "function") {
    throw new TypeError(
      `plugins[${index}] is not a plugin. Use a function ({ registry, use }) => void, or { plugin, mayReplace }.`,
    );
  }
  checkMayReplace(`plugins[${index}].mayReplace`, mayReplace);
  return { plugin, mayReplace, name: name ?? (plugin.name || `plugin ${index + 1}`) };
}

function createHost({
  registry,
  cwd,
  redact = (text) => text,
  mayReplace,
  isForeign,
}: {
  readonly registry: ToolRegistry;
  readonly cwd: string;
  readonly redact: Redact | undefined;
  readonly mayReplace: MayReplace;
  readonly isForeign: (tool: AnyTool) => boolean;
}) {
  const tools: AnyTool[] = [];
  const middleware: Middleware[] = [];
  const observers: RunObserver[] = [];
  const undone: (() => void)[] = [];
  let closed = false;
  const requireOpen = () => {
    if (closed)
      throw new Error("This plugin has already returned. Add tools and middleware before it returns.");
  };
  const host: PluginHost = Object.freeze({
    cwd,
    registry: Object.freeze({
      get: (name: string) => registry.get(name),
      list: () => registry.list(),
      names: (tool: AnyTool) => registry.names(tool),
      resolve: (name: string) => registry.resolve(name),
      register(toAdd: AnyTool | readonly AnyTool[]) {
        requireOpen();
        // An entry that is not a tool, or claims another origin, is refused before anything else happens.
        const list = createToolRegistry([toAdd].flat()).list();
        const loaded = list.map((tool) => ({ file: "", kind: "module" as const, tool }));
        const isTaken = (tool: AnyTool) => isForeign(tool) || tools.includes(tool);
        const adopted = adoptTools(registry, loaded, { mayReplace, isForeign: isTaken });
        const [problem] = adopted.problems;
        if (problem !== undefined) {
          adopted.withdraw();
          throw new ToolRegistryError(problem.reason, { code: "duplicate-name" });
        }
        tools.push(...adopted.registered);
        undone.push(adopted.withdraw);
      },
    }),
    use(layer: Middleware) {
      requireOpen();
      if (typeof layer !== "function")
        throw new TypeError("use() expects a middleware: (call, next) => result.");
      middleware.push(layer);
    },
    observe(observer: RunObserver) {
      requireOpen();
      if (typeof observer?.onRun !== "function")
        throw new TypeError("observe() expects an observer: { onRun(run) { ... } }.");
      observers.push(observer);
    },
    redact,
  });
  return {
    tools,
    middleware,
    observers,
    run(plugin: Plugin): void {
      try {
        const returned: unknown = plugin(host);
        if (!isThenable(returned)) return;
        // No other code handles this promise; if it rejected, the process would end.
        ignoreRejection(returned);
        throw new TypeError(
          "A plugin must not be async: the runtime is created synchronously. Do slow work in execute, or before the runtime is created.",
        );
      } finally {
        closed = true;
      }
    },
    takeBack() {
      for (const step of undone.splice(0).reverse()) step();
    },
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { readonly then?: unknown }).then === "function"
  );
}
