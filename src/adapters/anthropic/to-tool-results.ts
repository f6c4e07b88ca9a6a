import type { ToolResult } from "../../contract/index.js";
import { toResultContent } from "./result-content.js";
import { wellFormed } from "./well-formed.js";
import type {
  AnthropicResultContent,
  AnthropicToolResultBlock,
  AnthropicToolResultMessage,
} from "./wire-types.js";

/** How `toToolResults` answers. */
export interface ToToolResultsOptions {
  /**
   * What becomes of results that wait for a person. `"answer"` tells the model so; the API wants an answer to every call
   * before the conversation goes on. `"omit"` leaves them out, for a host that resumes them first. Default `"answer"`.
   */
  readonly blocked?: "answer" | "omit";
}

/**
 * The results as the one user message that answers a turn's calls: `tool_result` blocks first, in the order given.
 *
 * Text and JSON become text, images and PDF files their own blocks, anything else a note. Every status but `done` is
 * marked `is_error`; since the API takes nothing but text in such a block, what a failed call shows besides text follows
 * behind the blocks. No block is ever empty.
 *
 * @example
 * messages.push({ role: "assistant", content: reply.content }, toToolResults(results));
 */
export function toToolResults(
  results: readonly ToolResult[],
  options: ToToolResultsOptions = {},
): AnthropicToolResultMessage {
  const { blocked = "answer" } = options;
  const blocks: AnthropicToolResultBlock[] = [];
  const attachments: AnthropicResultContent[] = [];
  for (const result of results) {
    if (result.status === "blocked-on-user" && blocked === "omit") continue;
    const content = result.content.map(toResultContent).filter((block) => block !== undefined);
    if (result.status === "done") {
      blocks.push({
        type: "tool_result",
        tool_use_id: result.callId,
        content: compact(content, "(no output)"),
      });
      continue;
    }
    const words = content.filter((block) => block.type === "text");
    const pictures = content.filter((block) => block.type !== "text");
    blocks.push({
      type: "tool_result",
      tool_use_id: result.callId,
      content: compact(
        words,
        result.error.message.trim() === "" ? `(${result.status})` : wellFormed(result.error.message),
      ),
      is_error: true,
    });
    if (pictures.length > 0) {
      attachments.push({ type: "text", text: `Shown by the call ${result.callId}:` }, ...pictures);
    }
  }
  return { role: "user", content: [...blocks, ...attachments] };
}

/** A lone text as a string, which every compatible service understands; never empty. */
function compact(
  content: readonly AnthropicResultContent[],
  otherwise: string,
): string | AnthropicResultContent[] {
  const [first, ...others] = content;
  if (first === undefined) return otherwise;
  return first.type === "text" && others.length === 0 ? first.text : [...content];
}
