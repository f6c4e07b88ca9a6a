import type { ToolResult } from "../../contract/index.js";
import { answeredResults, type ToToolResultsOptions } from "../result-content/index.js";
import { PORTABLE_NAMES, wireName } from "../tool-export/index.js";
import { type ToModelOutputOptions, toModelOutput } from "./to-model-output.js";
import type { AiSdkToolMessage } from "./wire-types.js";

/**
 * Converts results to the one tool message that answers a turn's calls: one part each, in the given order.
 *
 * @example
 * messages.push(...reply.response.messages, toToolResults(results));
 */
export function toToolResults(
  results: readonly ToolResult[],
  options: ToToolResultsOptions & ToModelOutputOptions = {},
): AiSdkToolMessage {
  return {
    role: "tool",
    content: answeredResults(results, options, { sdk: true }).map((result) => ({
      type: "tool-result",
      toolCallId: result.callId,
      toolName: wireName(result.requestedName, PORTABLE_NAMES),
      output: toModelOutput(result, options),
    })),
  };
}
