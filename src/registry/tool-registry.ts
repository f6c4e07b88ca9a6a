import { type AnyTool, describeThrown, type ToolSession } from "../contract/index.js";
import { TOOL_SEARCH_NAME, toolSearchTool } from "./deferred/index.js";
import { insteadOf } from "./instead-of.js";
import type { ToolResolution } from "./name-index.js";
import { createNameIndex, type NameIndex } from "./name-index.js";
import { requireSourcePrefix } from "./name-prefix.js";
import { nearestNames } from "./nearest-names.js";
import { ToolRegistryError } from "./tool-registry-error.js";

/** Options of a registration. */
export interface RegisterOptions {
  /** Replaces the tool with the same name. Default `false`: a name that is taken is an error. */
  readonly replace?: boolean;
}

/** Options of a registry. */
export interface ToolRegistryOptions {
  /** Returns which tools ToolSearch may show, in general or to one session. Default: all. */
  readonly isOffered?: (tool: AnyTool, session?: ToolSession) => boolean;
  /** Returns a tool as it is shown, in general or to one session: once for each name. Default: the tool itself. */
  readonly shown?: (tool: AnyTool, session?: ToolSession) => readonly AnyTool[];
}

/**
 * The tools of a runtime, by all their names.
 *
 * While a deferred tool is registered, `ToolSearch` is present as well, after all other tools, unless the
 * host has a tool of that name.
 */
export interface ToolRegistry {
  /**
   * Adds tools, all of them or none.
   *
   * @throws ToolRegistryError `not-a-tool`, `duplicate-name`, `alias-clash` or `wrong-prefix`
   */
  register(tools: AnyTool | readonly AnyTool[], options?: RegisterOptions): void;
  /**
   * Removes and adds any number of tools in one step: no call sees an intermediate state. Tools to remove
   * that are not registered are ignored.
   *
   * @throws ToolRegistryError as `register` does; nothing was changed then
   */
  update(changes: { readonly remove?: readonly AnyTool[]; readonly add?: readonly AnyTool[] }): void;
  /** Removes a tool, passed as canonical name or object; returns whether it was registered. */
  unregister(tool: string | AnyTool): boolean;
  /** Returns the tool with exactly this canonical name. */
  get(name: string): AnyTool | undefined;
  /**
   * Returns the tool that a model requested: by exact name, then by alias, then in another case if that is
   * unambiguous, then without a namespace such as `functions.`.
   */
  resolve(name: string): ToolResolution;
  /** Returns all tools in order of registration; a replacement keeps the position. */
  list(): readonly AnyTool[];
  /** Returns every name of a tool, the canonical one first. */
  names(tool: AnyTool): readonly string[];
}

/** Data derived from the current content of a registry. */
interface RegistryView {
  readonly listed: readonly AnyTool[];
  readonly index: NameIndex;
  /** Present while a tool is deferred. */
  readonly search: AnyTool | undefined;
  /** Search that is not listed: it answers a model that asks for tools although none is deferred. */
  readonly unlistedSearch: AnyTool | undefined;
}

/**
 * Creates a registry, empty or with tools.
 *
 * @throws ToolRegistryError as `register` does
 *
 * @example
 * const registry = createToolRegistry([readTool]);
 * registry.resolve("read_file"); // { status: "found", tool: readTool, via: "alias", ... }
 */
export function createToolRegistry(
  initialTools: readonly AnyTool[] = [],
  { isOffered = () => true, shown = (tool) => [tool] }: ToolRegistryOptions = {},
): ToolRegistry {
  let registered: ReadonlyMap<string, AnyTool> = new Map();
  let view: RegistryView | undefined;

  const adopt = (next: ReadonlyMap<string, AnyTool>): void => {
    registered = next;
    view = undefined;
  };
  // Created on first use: hosts register many tools one after another.
  const current = (): RegistryView => {
    if (view !== undefined) return view;
    const tools = [...registered.values()];
    const names = createNameIndex(tools);
    const deferred = tools.filter((tool) => tool.deferred && isOffered(tool));
    const isOwn = names.find(TOOL_SEARCH_NAME) !== undefined;
    const search = isOwn || deferred.length === 0 ? undefined : searchOf(deferred);
    const listed = Object.freeze(search === undefined ? tools : [...tools, search]);
    const index = search === undefined ? names : createNameIndex(listed);
    const unlistedSearch =
      isOwn || search !== undefined ? undefined : searchOf(tools.filter((tool) => isOffered(tool)));
    view = { listed, search, unlistedSearch, index };
    return view;
  };

  const searchOf = (tools: readonly AnyTool[]): AnyTool => {
    const find = (name: string): AnyTool | undefined => {
      const found = current().index.find(name)?.tool;
      return found !== undefined && isOffered(found) ? found : undefined;
    };
    return toolSearchTool(tools, find, { isOffered, shown });
  };

  const add = (
    base: ReadonlyMap<string, AnyTool>,
    tools: readonly AnyTool[],
    { replace }: { readonly replace: boolean },
  ): ReadonlyMap<string, AnyTool> => {
    const next = new Map(base);
    const added = new Set<string>();
    for (const tool of tools) {
      requireTool(tool);
      requireSourcePrefix(tool);
      const other = next.get(tool.name);
      if (other !== undefined && (!replace || added.has(tool.name))) throw duplicateName(tool, other);
      added.add(tool.name);
      next.set(tool.name, tool);
    }
    requireDistinctNames(next.values());
    return next;
  };

  const registry: ToolRegistry = {
    register(tools, { replace = false } = {}) {
      adopt(add(registered, isList(tools) ? tools : [tools], { replace }));
    },
    update({ remove = [], add: added = [] }) {
      const gone = new Set(remove);
      const kept = [...registered].filter(([, tool]) => !gone.has(tool));
      adopt(add(new Map(kept), added, { replace: false }));
    },
    unregister(tool) {
      const name = typeof tool === "string" ? tool : tool.name;
      const present = registered.get(name);
      if (present === undefined || (typeof tool !== "string" && present !== tool)) return false;
      adopt(new Map([...registered].filter(([other]) => other !== name)));
      return true;
    },
    get(name) {
      const tool = registered.get(name);
      if (tool !== undefined || name !== TOOL_SEARCH_NAME) return tool;
      return current().search;
    },
    resolve(name) {
      const match = typeof name === "string" ? current().index.find(name) : undefined;
      if (match !== undefined) return { requestedName: name, ...match };
      const { unlistedSearch } = current();
      if (name === TOOL_SEARCH_NAME && unlistedSearch !== undefined) {
        return { status: "found", requestedName: name, tool: unlistedSearch, via: "name" };
      }
      if (typeof name !== "string") return { status: "unknown", requestedName: name, nearest: [] };
      const instead = insteadOf(name, (other) => {
        const tool = current().index.find(other)?.tool;
        return tool !== undefined && isOffered(tool) ? tool.name : undefined;
      });
      const nearest = nearestNames(name, current().listed);
      return { status: "unknown", requestedName: name, nearest, ...(instead !== undefined && { instead }) };
    },
    list: () => current().listed,
    names: (tool) => [tool.name, ...tool.aliases.map((alias) => alias.name)],
  };
  registry.register(initialTools);
  return registry;
}

function isList(tools: AnyTool | readonly AnyTool[]): tools is readonly AnyTool[] {
  return Array.isArray(tools);
}

function requireTool(tool: AnyTool): void {
  if (
    typeof tool?.name === "string" &&
    typeof tool.validateInput === "function" &&
    Array.isArray(tool.aliases)
  )
    return;
  throw new ToolRegistryError(
    `${typeof tool?.name === "string" ? `"${tool.name}"` : describeThrown(tool)} is not a tool. Create it with defineTool({...}).`,
    { code: "not-a-tool" },
  );
}

function duplicateName(tool: AnyTool, other: AnyTool): ToolRegistryError {
  return new ToolRegistryError(
    `"${tool.name}" (${tool.source}) has the name of "${other.name}" (${other.source}), which is already registered. ` +
      "Rename one, unregister the first, or register with { replace: true }.",
    { code: "duplicate-name" },
  );
}

function requireDistinctNames(tools: Iterable<AnyTool>): void {
  const owners = new Map<string, AnyTool>();
  const all = [...tools];
  for (const tool of all) owners.set(tool.name, tool);
  for (const tool of all) {
    for (const { name } of tool.aliases) {
      const owner = owners.get(name);
      if (owner !== undefined && owner !== tool) {
        const how = owner.name === name ? "the name" : "an alias";
        throw new ToolRegistryError(
          `"${tool.name}" has the alias "${name}", which is ${how} of "${owner.name}". Remove it from one of them.`,
          { code: "alias-clash" },
        );
      }
      owners.set(name, tool);
    }
  }
}
