import type { FilePart, ImagePart, ToolResult } from "../../contract/index.js";
import {
  imageTypeOf,
  isPdf,
  omittedPart,
  onlyJson,
  piecesText,
  type ResultPiece,
  resultPieces,
} from "../result-content/index.js";
import { wellFormed } from "../tool-export/index.js";
import type { AiSdkContent, AiSdkOutput } from "./wire-types.js";

/** Media types that can be shown, for a note about others. */
export const ACCEPTED_MEDIA = "PNG, JPEG, GIF and WebP images and PDF files";

/**
 * Converts a result for a model: text, JSON, or pieces with images and files. A call that a user rejected is
 * `execution-denied`, every other failure `error-text`. Never empty.
 */
export function toModelOutput(result: ToolResult): AiSdkOutput {
  const pieces = resultPieces(result, toMedia, (part) => omittedPart(part, ACCEPTED_MEDIA));
  const hasMedia = pieces.some(({ type }) => type === "media");
  if (result.status === "rejected-by-user") return { type: "execution-denied", reason: piecesText(pieces) };
  // Errors contain text only; an error with other content is sent as content, whose text says that it is an error.
  if (result.status !== "done" && !hasMedia) return { type: "error-text", value: piecesText(pieces) };
  if (hasMedia) return { type: "content", value: pieces.map(toContent) };
  const json = onlyJson(result.content);
  return json === undefined
    ? { type: "text", value: piecesText(pieces) }
    : { type: "json", value: json.value };
}

function toContent(piece: ResultPiece<AiSdkContent>): AiSdkContent {
  return piece.type === "text" ? { type: "text", text: piece.text } : piece.media;
}

function toMedia(part: ImagePart | FilePart): AiSdkContent | undefined {
  const { data } = part;
  const mediaType = imageTypeOf(data);
  if (mediaType !== undefined) return { type: "image-data", data, mediaType };
  if (part.type !== "file" || !isPdf(data)) return undefined;
  const named = part.name === undefined || part.name === "" ? {} : { filename: wellFormed(part.name) };
  return { type: "file-data", data, mediaType: "application/pdf", ...named };
}
