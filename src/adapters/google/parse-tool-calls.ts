import { ignoreRejectionsIn, type ToolCall } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import {
  inputOf,
  itemsOf,
  memberOf,
  type ParseOptions,
  restoreCalls,
  toWrittenCall,
} from "../tool-calls/index.js";
import { PARAMETER_NAMES, TOOL_NAMES } from "./name-rules.js";
import type { GoogleReply } from "./wire-types.js";

/**
 * Returns the function calls of a reply, in order: of a response (its first candidate), a content or its parts.
 *
 * Ignores text, thoughts and code that the API runs itself. Never throws, whatever the model wrote. A call without an id,
 * which is common, gets one from its position, and its result has none. With the `tools` that were sent, renamed tools and
 * parameters get their own names back. The reply is not changed; send its content back unchanged, because newer models need
 * their thought signatures again.
 *
 * @example
 * const results = await runtime.executeBatch(parseToolCalls(response, { tools: runtime.tools() }));
 */
export function parseToolCalls(reply: GoogleReply, options: ParseOptions = {}): ToolCall[] {
  ignoreRejectionsIn(reply);
  const calls: ToolCall[] = [];
  for (const [index, part] of partsOf(reply).entries()) {
    const call = memberOf(part, "functionCall");
    if (!isRecord(call)) continue;
    const [id, name] = [memberOf(call, "id"), memberOf(call, "name")];
    calls.push(toWrittenCall({ id, name, written: inputOf(call, "args"), index }));
  }
  return restoreCalls(calls, options, { names: TOOL_NAMES, parameters: PARAMETER_NAMES });
}

function partsOf(reply: unknown): readonly unknown[] {
  const candidates = itemsOf(memberOf(reply, "candidates"));
  const content = candidates === undefined ? reply : memberOf(candidates[0], "content");
  return itemsOf(reply) ?? itemsOf(memberOf(content, "parts")) ?? [];
}
