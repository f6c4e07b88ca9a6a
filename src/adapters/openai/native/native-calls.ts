import { ignoreRejection, type ToolCall } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import { callId, itemsOf, memberOf, UNREADABLE_INPUT } from "../../tool-calls/index.js";

/** Names of the calls that have no name, by the type of their item. */
const NAMES: Readonly<Record<string, string>> = {
  apply_patch_call: "apply_patch",
  shell_call: "shell",
  local_shell_call: "local_shell",
};

/** Separates the id of a `shell_call` from the number of one of its commands. */
const PART = "#";

/** Returns the calls of an item of a tool that OpenAI defines, or of a custom tool; `undefined` for other items. */
export function nativeCalls(item: unknown, index: number): readonly ToolCall[] | undefined {
  const type = memberOf(item, "type");
  if (typeof type !== "string") return undefined;
  const id = callId(memberOf(item, "call_id"), index);
  if (type === "custom_tool_call") {
    const [name, input] = [memberOf(item, "name"), memberOf(item, "input")];
    // Raw text, even if it looks like JSON.
    return [
      { id, name: typeof name === "string" ? name : "", input: typeof input === "string" ? input : "" },
    ];
  }
  const name = Object.hasOwn(NAMES, type) ? NAMES[type] : undefined;
  if (name === undefined) return undefined;
  const action = withoutNulls(memberOf(item, type === "apply_patch_call" ? "operation" : "action"));
  if (action === undefined) return [{ id, name, input: UNREADABLE_INPUT }];
  if (type === "apply_patch_call") return [{ id, name, input: action }];
  if (type === "shell_call") return shellCalls(id, name, action);
  const { type: _exec, ...input } = action;
  return [{ id, name, input }];
}

/** Returns one call for each command. */
function shellCalls(
  id: string,
  name: string,
  { commands, ...limits }: Readonly<Record<string, unknown>>,
): readonly ToolCall[] {
  // Every call needs an answer, even one without commands.
  const given = itemsOf(commands) ?? [];
  const list = given.length > 0 ? given : [typeof commands === "string" ? commands : undefined];
  return list.map((command, index) => ({
    id: shellCallId(id, index, list.length),
    name,
    input: { ...(command !== undefined && { command }), ...limits },
  }));
}

/** Returns the id of the call of one command of a `shell_call`. */
export function shellCallId(id: string, index: number, count: number): string {
  return count === 1 ? id : `${id}${PART}${index + 1}`;
}

/** Returns the fields of an object, because the API writes null for absent ones; `undefined` if they cannot be read. */
function withoutNulls(value: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    if (!isRecord(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
    );
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}
