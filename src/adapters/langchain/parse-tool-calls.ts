import type { ToolCall } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { callId, type ParseOptions, parseArguments, restoreCalls } from "../tool-calls/index.js";
import { PORTABLE_NAMES } from "../tool-export/index.js";
import type { LangChainReply } from "./wire-types.js";

/**
 * The tool calls of an `AIMessage`, in order; those whose arguments LangChain could not parse come last, as they were
 * written, and the pipeline answers them with an error.
 *
 * Never throws for anything the model wrote. With the `tools` that were sent, a renamed tool gets its own name back.
 *
 * @example
 * const results = await runtime.executeBatch(parseToolCalls(reply));
 */
export function parseToolCalls(reply: LangChainReply, options: ParseOptions = {}): ToolCall[] {
  const { tool_calls: valid, invalid_tool_calls: invalid } = (reply ?? {}) as Record<string, unknown>;
  const calls = [valid, invalid]
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .filter(isRecord)
    .map(({ id, name, args }, index) => ({
      id: callId(id, index),
      name: typeof name === "string" ? name : "",
      input: parseArguments(args),
    }));
  return restoreCalls(calls, options, { names: PORTABLE_NAMES });
}
