import type { FilePart, ImagePart, ToolResult } from "../../contract/index.js";
import {
  answeredResults,
  imageTypeOf,
  isPdf,
  omittedPart,
  resultPieces,
  type ToToolResultsOptions,
} from "../result-content/index.js";
import { PORTABLE_NAMES, wellFormed, wireName } from "../tool-export/index.js";
import type { LangChainContent, LangChainToolMessage } from "./wire-types.js";

const ACCEPTED_MEDIA = "PNG, JPEG, GIF and WebP images and PDF files";

/**
 * Converts results to messages from which LangChain creates its `ToolMessage`s: one each, in the given order.
 *
 * Text and JSON become text, images and PDF files become standard content blocks, anything else becomes a note. Every status
 * but `done` is an `error`. No message is empty.
 *
 * @example
 * messages.push(reply, ...toToolResults(results));
 */
export function toToolResults(
  results: readonly ToolResult[],
  options: ToToolResultsOptions = {},
): LangChainToolMessage[] {
  return answeredResults(results, options).map((result) => {
    const content = resultPieces(result, toMedia, (part) => omittedPart(part, ACCEPTED_MEDIA)).map((piece) =>
      piece.type === "text" ? { type: "text" as const, text: piece.text } : piece.media,
    );
    const [first] = content;
    return {
      role: "tool",
      tool_call_id: result.callId,
      name: wireName(result.requestedName, PORTABLE_NAMES),
      status: result.status === "done" ? "success" : "error",
      content: first?.type === "text" && content.length === 1 ? first.text : content,
    };
  });
}

function toMedia(part: ImagePart | FilePart): LangChainContent | undefined {
  const { data } = part;
  const mimeType = imageTypeOf(data);
  if (mimeType !== undefined) return { type: "image", mimeType, data };
  if (part.type !== "file" || !isPdf(data)) return undefined;
  return {
    type: "file",
    mimeType: "application/pdf",
    data,
    ...(part.name ? { metadata: { filename: wellFormed(part.name) } } : {}),
  };
}
