import { ignoreRejectionsIn, type ToolCall } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { type ParseOptions, restoreCalls, toWrittenCall } from "../tool-calls/index.js";
import { PORTABLE_NAMES } from "../tool-export/index.js";
import type { LangChainReply } from "./wire-types.js";

/**
 * Returns the tool calls of an `AIMessage`, in order. Calls whose arguments LangChain could not parse come last, as written,
 * and the pipeline answers them with an error.
 *
 * Never throws, whatever the model wrote. With the `tools` that were sent, renamed tools get their own names back.
 *
 * @example
 * const results = await runtime.executeBatch(parseToolCalls(reply));
 */
export function parseToolCalls(reply: LangChainReply, options: ParseOptions = {}): ToolCall[] {
  ignoreRejectionsIn(reply);
  const { tool_calls: valid, invalid_tool_calls: invalid } = (reply ?? {}) as Record<string, unknown>;
  const calls = [valid, invalid]
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .filter(isRecord)
    .map(({ id, name, args: written }, index) => toWrittenCall({ id, name, written, index }));
  return restoreCalls(calls, options, { names: PORTABLE_NAMES });
}
