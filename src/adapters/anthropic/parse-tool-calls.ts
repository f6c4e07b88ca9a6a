import { ignoreRejection, ignoreRejectionsIn, readData, type ToolCall } from "../../contract/index.js";
import { MAX_INPUT_VALUES } from "../../schema/index.js";
import {
  inputOf,
  itemsOf,
  memberOf,
  type ParseOptions,
  restoreCalls,
  toWrittenCall,
} from "../tool-calls/index.js";
import { TOOL_NAMES } from "./name-rules.js";
import type { AnthropicReply } from "./wire-types.js";

/**
 * Returns the tool calls of an assistant message, in order.
 *
 * Accepts the message or its `content`. Ignores text, thinking and the tools that the API runs itself (`server_tool_use`).
 * Never throws, whatever the model wrote: a block without a name or input still becomes a call, which the pipeline answers
 * with an error. The last block of a message that ended at its token limit is such a call: the SDK completes its truncated
 * arguments to an object, which could run without its last parameters. The message is not changed; send its `content` back unchanged. With the `tools` that were sent, renamed
 * tools get their own names back.
 *
 * @example
 * const results = await runtime.executeBatch(parseToolCalls(reply));
 */
export function parseToolCalls(message: AnthropicReply, options: ParseOptions = {}): ToolCall[] {
  ignoreRejectionsIn(message);
  const calls: ToolCall[] = [];
  const blocks = blocksOf(message);
  const cutIndex = isCut(message) ? blocks.length - 1 : -1;
  for (const [index, block] of blocks.entries()) {
    if (memberOf(block, "type") !== "tool_use") continue;
    const input = inputOf(block, "input");
    // A call of a tool without parameters may have no input; compatible services send JSON as text.
    const call = toWrittenCall({
      id: memberOf(block, "id"),
      name: memberOf(block, "name"),
      written: input,
      index,
    });
    calls.push(index === cutIndex ? { ...call, input: unclosedText(input) } : call);
  }
  return restoreCalls(calls, options, { names: TOOL_NAMES, vendor: "anthropic" });
}

/** Stop reasons of a message that ended at a limit: of its tokens, or of the context window. */
const LIMITS: readonly unknown[] = ["max_tokens", "model_context_window_exceeded"];

/** Returns whether a message ended at a limit, so that its last block is truncated. */
function isCut(message: unknown): boolean {
  return LIMITS.includes(memberOf(message, "stop_reason"));
}

/** Returns an input as JSON without its end, which the pipeline answers as truncated. */
function unclosedText(input: unknown): string {
  if (typeof input === "string") return input;
  const { value, problem } = readData(input, { maxValues: MAX_INPUT_VALUES });
  if (problem !== undefined || typeof value !== "object") return "{";
  try {
    return JSON.stringify(value).slice(0, -1);
  } catch (thrown) {
    ignoreRejection(thrown);
    return "{";
  }
}

function blocksOf(message: unknown): readonly unknown[] {
  return itemsOf(message) ?? itemsOf(memberOf(message, "content")) ?? [];
}
