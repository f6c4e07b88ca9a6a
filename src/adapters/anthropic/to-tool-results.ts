import type { ToolResult } from "../../contract/index.js";
import {
  answeredResults,
  omittedPart,
  piecesMedia,
  type ResultPiece,
  resultPieces,
  type ToToolResultsOptions,
} from "../result-content/index.js";
import { ACCEPTED_MEDIA, toMedia } from "./result-media.js";
import type {
  AnthropicDocumentBlock,
  AnthropicImageBlock,
  AnthropicResultContent,
  AnthropicToolResultBlock,
  AnthropicToolResultMessage,
} from "./wire-types.js";

/**
 * Converts results to the one user message that answers a turn's calls: `tool_result` blocks first, in the given order.
 *
 * Text and JSON become text, images and PDF files become their own blocks, anything else becomes a note. Every status but
 * `done` is marked `is_error`; because the API accepts only text in such a block, other content of a failed call follows
 * after the blocks. No block is empty.
 *
 * @example
 * messages.push({ role: "assistant", content: reply.content }, toToolResults(results));
 */
export function toToolResults(
  results: readonly ToolResult[],
  options: ToToolResultsOptions = {},
): AnthropicToolResultMessage {
  const blocks: AnthropicToolResultBlock[] = [];
  const attachments: AnthropicResultContent[] = [];
  for (const result of answeredResults(results, options)) {
    const pieces = resultPieces(result, toMedia, (part) => omittedPart(part, ACCEPTED_MEDIA[part.type]));
    const block = { type: "tool_result", tool_use_id: result.callId } as const;
    if (result.status === "done") {
      blocks.push({ ...block, content: compact(pieces.map(toBlock)) });
      continue;
    }
    const words = pieces.filter((piece) => piece.type === "text");
    const media = piecesMedia(pieces);
    blocks.push({ ...block, content: compact(words.map(toBlock)), is_error: true });
    if (media.length > 0) {
      attachments.push({ type: "text", text: `Shown by the call ${result.callId}:` }, ...media);
    }
  }
  return { role: "user", content: [...blocks, ...attachments] };
}

function toBlock(piece: ResultPiece<AnthropicImageBlock | AnthropicDocumentBlock>): AnthropicResultContent {
  return piece.type === "text" ? { type: "text", text: piece.text } : piece.media;
}

/** Returns a single text as a string, which every compatible service understands. */
function compact(content: AnthropicResultContent[]): string | AnthropicResultContent[] {
  const [first] = content;
  return first?.type === "text" && content.length === 1 ? first.text : content;
}
