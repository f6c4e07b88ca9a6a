import type { ToolCall } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import { callId } from "../../tool-calls/index.js";

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
  if (!isRecord(item) || typeof item.type !== "string") return undefined;
  const { type } = item;
  const id = callId(item.call_id, index);
  if (type === "custom_tool_call") {
    const name = typeof item.name === "string" ? item.name : "";
    // Raw text, even if it looks like JSON.
    return [{ id, name, input: typeof item.input === "string" ? item.input : "" }];
  }
  const name = Object.hasOwn(NAMES, type) ? NAMES[type] : undefined;
  if (name === undefined) return undefined;
  if (type === "apply_patch_call") return [{ id, name, input: withoutNulls(item.operation) }];
  const action = withoutNulls(item.action);
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
  const list: readonly unknown[] =
    Array.isArray(commands) && commands.length > 0
      ? commands
      : [typeof commands === "string" ? commands : undefined];
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

/** Returns the fields of an object; the API writes null for absent ones. */
function withoutNulls(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  );
}
