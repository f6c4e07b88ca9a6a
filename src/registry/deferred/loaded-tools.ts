import { type AnyTool, type SessionState, ToolError, type ToolSession } from "../../contract/index.js";

/** Key in the session memory of the names of its loaded deferred tools. */
const LOADED = Symbol("loaded tools");

/** Returns the names of the deferred tools that a session loaded, in that order. */
export function loadedToolNames({ memory }: ToolSession): ReadonlySet<string> {
  return (memory.get(LOADED) as ReadonlySet<string> | undefined) ?? new Set();
}

/** Returns whether the model of this session has received the schema of a tool. */
export function isLoaded(tool: AnyTool, session: ToolSession): boolean {
  return !tool.deferred || loadedToolNames(session).has(tool.name);
}

/** Records for the rest of the session that its model has received the schemas of these tools. */
export function markLoaded(tools: readonly AnyTool[], session: ToolSession): void {
  const deferred = tools.filter((tool) => tool.deferred).map(({ name }) => name);
  session.memory.set(LOADED, new Set([...loadedToolNames(session), ...deferred]));
}

/** Maximum number of deferred tools in an exported session. */
const MAX_LOADED = 10_000;

/** Longest name of a loaded tool in an exported session, in UTF-16 code units. */
const MAX_NAME_CHARACTERS = 256;

/**
 * The names of the loaded tools, exported with a session. An unknown name has no effect in the importing
 * runtime.
 */
export const loadedToolsState: SessionState = {
  name: "loadedTools",
  export(session) {
    const names = [...loadedToolNames(session)]
      .filter(({ length }) => length <= MAX_NAME_CHARACTERS)
      .slice(-MAX_LOADED);
    return names.length === 0 ? undefined : names;
  },
  import(session, state) {
    const isList = Array.isArray(state) && state.length <= MAX_LOADED;
    if (!isList || !state.every((name) => typeof name === "string" && name.length <= MAX_NAME_CHARACTERS)) {
      throw new ToolError("The exported session cannot be used: loadedTools must be a list of names.", {
        code: "invalid-input",
      });
    }
    session.memory.set(LOADED, new Set(state as readonly string[]));
  },
};
