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
  const calls = [memberOf(reply, "tool_calls"), memberOf(reply, "invalid_tool_calls")]
    .flatMap((list) => itemsOf(list) ?? [])
    .filter(isRecord)
    .map((call, index) =>
      toWrittenCall({
        id: memberOf(call, "id"),
        name: memberOf(call, "name"),
        written: inputOf(call, "args"),
        index,
      }),
    );
  return restoreCalls(calls, options, { names: PORTABLE_NAMES });
}
