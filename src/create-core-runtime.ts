import { type SubagentOptions, subagentStarterOf } from "./agents/index.js";
import { checkedPorts } from "./backends/checked/index.js";
import type { AnyTool, Backend } from "./contract/index.js";
import {
  createRuntime,
  RUNTIME_OPTION_NAMES,
  type RuntimeOptions,
  requireFolderPaths,
  requireOptionsObject,
  type ToolMapOf,
  type ToolRuntime,
} from "./runtime/index.js";
import { type KeysOf, requireKnownKeys } from "./values/index.js";
import { createWorkspace, type StalenessPolicy } from "./workspace/index.js";

/** Options of the core runtime. */
export interface CoreToolRuntimeOptions<Tools extends readonly AnyTool[] = readonly AnyTool[]>
  extends RuntimeOptions<Tools> {
  /** The path that relative paths start at. Default `"/"`. */
  readonly cwd?: string;
  /** Folders that tools may access without a question. Default: `cwd` alone. */
  readonly roots?: readonly string[];
  /**
   * The condition for refusing a change of a file: `"if-read"` (default) if the session read it and it has changed
   * since, `"require-read"` also if the session never read it, `"never"` disables the check.
   */
  readonly staleness?: StalenessPolicy;
  /** The kinds and limits of the subagents that tools start. `false` disables subagents. */
  readonly subagents?: SubagentOptions | false;
  /**
   * Further secret files, which are never read for a model: names (`*.vault`), paths (`config/prod.yaml`), or folders with a
   * trailing slash. They are added to the built-in list.
   */
  readonly secretPaths?: readonly string[];
  /** Further paths whose change needs an approval in every mode, in the same form. */
  readonly protectedPaths?: readonly string[];
  /** The backend that tools act on. Without one, only tools that need no files, processes or search can run. */
  readonly backend?: Backend;
}

const OPTION_NAMES = {
  ...RUNTIME_OPTION_NAMES,
  roots: true,
  staleness: true,
  secretPaths: true,
  protectedPaths: true,
  subagents: true,
  backend: true,
} as const satisfies KeysOf<CoreToolRuntimeOptions>;

/**
 * Creates a tool runtime without built-in tools and without any Node built-in: for browsers, edge workers and hosts
 * with their own tools and backend.
 *
 * @example
 * const runtime = createToolRuntime({ tools: [weatherTool], permissions: "allow-all" });
 * const weather = await runtime.invoke("weather", { city: "Oslo" });
 */
export function createToolRuntime<const Tools extends readonly AnyTool[] = readonly []>(
  options: CoreToolRuntimeOptions<Tools> = {},
): ToolRuntime<ToolMapOf<Tools>> {
  requireOptionsObject(options);
  requireKnownKeys("createToolRuntime", options, OPTION_NAMES);
  requireFolderPaths(options);
  const { roots, cwd = "/", staleness = "if-read", subagents, ...given } = options;
  const { secretPaths = [], protectedPaths = [], ...rest } = given;
  const ports = checkedPorts(options);
  const { backend } = ports;
  const workspace =
    backend && createWorkspace({ backend, roots: roots ?? [cwd], staleness, secretPaths, protectedPaths });
  return createRuntime<Tools>({
    ...subagentStarterOf(subagents, { model: options.model, workspace, clock: options.clock }),
    ...rest,
    ...ports,
    cwd,
    ...(workspace !== undefined && { workspace }),
  });
}
