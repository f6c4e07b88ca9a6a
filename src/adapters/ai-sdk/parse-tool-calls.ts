import { ignoreRejectionsIn, type ToolCall } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { type ParseOptions, restoreCalls, toWrittenCall } from "../tool-calls/index.js";
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
    if (!isRecord(part) || part.type !== "tool-call" || part.providerExecuted === true) continue;
    const { toolCallId: id, toolName: name, input: written } = part;
    calls.push(toWrittenCall({ id, name, written, index }));
  }
  return restoreCalls(calls, options, { names: PORTABLE_NAMES });
}

function partsOf(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  if (!isRecord(reply)) return [];
  if (Array.isArray(reply.toolCalls)) return reply.toolCalls;
  return Array.isArray(reply.content) ? reply.content : [];
}
