import type { AnyTool, ToolSession } from "../../contract/index.js";

/** Where a session keeps the names of the deferred tools it loaded. */
const LOADED = Symbol("loaded tools");

/** The names of the deferred tools that a session loaded, in that order. */
export function loadedToolNames({ memory }: ToolSession): ReadonlySet<string> {
  return (memory.get(LOADED) as ReadonlySet<string> | undefined) ?? new Set();
}

/** Whether a model of this session has been shown the schema of a tool. */
export function isLoaded(tool: AnyTool, session: ToolSession): boolean {
  return !tool.deferred || loadedToolNames(session).has(tool.name);
}

/** Remembers for the rest of the session that its model has been shown the schemas of these tools. */
export function markLoaded(tools: readonly AnyTool[], session: ToolSession): void {
  const deferred = tools.filter((tool) => tool.deferred).map(({ name }) => name);
  session.memory.set(LOADED, new Set([...loadedToolNames(session), ...deferred]));
}
