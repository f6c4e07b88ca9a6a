import type { FilePart, ImagePart, ToolResult } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
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
import type { AiSdkContent, AiSdkFile, AiSdkOutput } from "./wire-types.js";

type AiSdkMedia = Exclude<AiSdkContent, { readonly type: "text" }>;

/** Media types that can be shown, for a note about others. */
export const ACCEPTED_MEDIA = "PNG, JPEG, GIF and WebP images and PDF files";

/** Options of `toModelOutput`. */
export interface ToModelOutputOptions {
  /**
   * Major version of the SDK. With 7, images and files are `file` parts, which version 6 refuses. Default: the parts that
   * both versions accept, about which version 7 warns that they are deprecated.
   */
  readonly sdk?: AiSdkMajor | undefined;
}

/**
 * Converts a result for a model: text, JSON, or pieces with images and files. A call that a user rejected is
 * `execution-denied`, every other failure `error-text`. Never empty.
 */
export function toModelOutput(result: ToolResult, options: ToModelOutputOptions = {}): AiSdkOutput {
  const pieces = resultPieces(result, toMedia, (part) => omittedPart(part, ACCEPTED_MEDIA));
  const hasMedia = pieces.some(({ type }) => type === "media");
  if (result.status === "rejected-by-user") return { type: "execution-denied", reason: piecesText(pieces) };
  // Errors contain text only; an error with other content is sent as content, whose text says that it is an error.
  if (result.status !== "done" && !hasMedia) return { type: "error-text", value: piecesText(pieces) };
  if (hasMedia) return { type: "content", value: pieces.map((piece) => toContent(piece, options)) };
  const json = onlyJson(result.content);
  return json === undefined
    ? { type: "text", value: piecesText(pieces) }
    : { type: "json", value: json.value };
}

function toContent(piece: ResultPiece<AiSdkMedia>, { sdk }: ToModelOutputOptions): AiSdkContent {
  if (piece.type === "text") return { type: "text", text: piece.text };
  if (sdk !== 7) return piece.media;
  const { type: _, data, ...named } = piece.media;
  const file: AiSdkFile = { type: "file", data: { type: "data", data }, ...named };
  // The declared type is the one that both versions accept.
  return file as unknown as AiSdkContent;
}

function toMedia(part: ImagePart | FilePart): AiSdkMedia | undefined {
  const { data } = part;
  const mediaType = imageTypeOf(data);
  if (mediaType !== undefined) return { type: "image-data", data, mediaType };
  if (part.type !== "file" || !isPdf(data)) return undefined;
  const named = part.name === undefined || part.name === "" ? {} : { filename: wellFormed(part.name) };
  return { type: "file-data", data, mediaType: "application/pdf", ...named };
}

/** Major version of the SDK: the parts for images and files differ. */
export type AiSdkMajor = 6 | 7;

/**
 * Returns the major version that passed these options to a tool: version 6 passes `experimental_context`, version 7
 * `context`. `undefined` for other options.
 */
export function majorOf(options: unknown): AiSdkMajor | undefined {
  if (!isRecord(options)) return undefined;
  if (Object.hasOwn(options, "experimental_context")) return 6;
  return Object.hasOwn(options, "context") ? 7 : undefined;
}
