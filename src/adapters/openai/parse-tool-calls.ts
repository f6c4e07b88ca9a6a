import { ignoreRejectionsIn, type ToolCall } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { inputOf, memberOf, type ParseOptions, restoreCalls, toWrittenCall } from "../tool-calls/index.js";
import { TOOL_NAMES } from "./name-rules.js";
import { nativeCalls, replyItems } from "./native/index.js";
import type { OpenAIReply } from "./wire-types.js";

/** Number of calls after which no further item is read: each item of the shell may list commands without an end. */
const MAX_CALLS = 100_000;

/**
 * Returns the tool calls of a reply, in order, from either API: a `Response` or its `output`, a `ChatCompletion` (its first
 * choice) or a chat message.
 *
 * Ignores text, reasoning and tools that the API runs itself. A `shell_call` with several commands is one call for each. Never
 * throws, whatever the model wrote: arguments that are not JSON stay text, which the pipeline answers with an error. With
 * the `tools` that were sent, renamed tools get their own names back, and a null that strict mode added for an optional
 * parameter is removed; without them the runtime's input repair removes it too.
 *
 * @example
 * const results = await runtime.executeBatch(parseToolCalls(response, { tools: runtime.tools() }));
 */
export function parseToolCalls(reply: OpenAIReply, options: ParseOptions = {}): ToolCall[] {
  ignoreRejectionsIn(reply);
  const calls: ToolCall[] = [];
  for (const [index, item] of replyItems(reply).entries()) {
    if (calls.length >= MAX_CALLS) break;
    const native = nativeCalls(item, index);
    const call = native === undefined ? toCall(item, index) : undefined;
    calls.push(...(native ?? []), ...(call === undefined ? [] : [call]));
  }
  return restoreCalls(calls, options, { names: TOOL_NAMES, nulls: "added", vendor: "openai" });
}

function toCall(item: unknown, index: number): ToolCall | undefined {
  const type = memberOf(item, "type");
  if (type === "function_call") {
    const [id, name] = [memberOf(item, "call_id"), memberOf(item, "name")];
    return toWrittenCall({ id, name, written: inputOf(item, "arguments"), index });
  }
  const called = memberOf(item, "function");
  // Some compatible services omit the type.
  if (isRecord(called) && (type === "function" || type === undefined)) {
    const [id, name] = [memberOf(item, "id"), memberOf(called, "name")];
    return toWrittenCall({ id, name, written: inputOf(called, "arguments"), index });
  }
  return undefined;
}
