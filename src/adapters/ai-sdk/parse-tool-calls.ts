import { ignoreRejectionsIn, type ToolCall } from "../../contract/index.js";
import {
  inputOf,
  itemsOf,
  memberOf,
  type ParseOptions,
  restoreCalls,
  toWrittenCall,
} from "../tool-calls/index.js";
import { PORTABLE_NAMES } from "../tool-export/index.js";
import type { AiSdkReply } from "./wire-types.js";

/**
 * Returns the tool calls of a reply, in order: of a result of `generateText`, an assistant message, or its parts.
 *
 * Ignores calls that a provider ran itself. Never throws, whatever the model wrote: a call that the SDK marked as invalid is
 * returned as written, and the pipeline answers it with an error. With the `tools` that were sent, renamed tools get their
 * own names back.
 *
 * @example
 * const results = await runtime.executeBatch(parseToolCalls(reply));
 */
export function parseToolCalls(reply: AiSdkReply, options: ParseOptions = {}): ToolCall[] {
  ignoreRejectionsIn(reply);
  const calls: ToolCall[] = [];
  for (const [index, part] of partsOf(reply).entries()) {
    if (memberOf(part, "type") !== "tool-call" || memberOf(part, "providerExecuted") === true) continue;
    const [id, name] = [memberOf(part, "toolCallId"), memberOf(part, "toolName")];
    calls.push(toWrittenCall({ id, name, written: inputOf(part, "input"), index }));
  }
  return restoreCalls(calls, options, { names: PORTABLE_NAMES });
}

function partsOf(reply: unknown): readonly unknown[] {
  return itemsOf(reply) ?? itemsOf(memberOf(reply, "toolCalls")) ?? itemsOf(memberOf(reply, "content")) ?? [];
}
