import {
  type ContentPart,
  describeThrown,
  type FilePart,
  type ImagePart,
  ignoreRejection,
  type JsonValue,
  type ToolResult,
} from "../../contract/index.js";
import { wellFormed } from "../tool-export/index.js";

/** Converts an image or file for a provider; `undefined` if the provider does not accept it. */
export type ToMedia<Media> = (part: ImagePart | FilePart) => Media | undefined;

/** Piece of a result: text, or a converted image or file. */
export type ResultPiece<Media> =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "media"; readonly media: Media };

/**
 * Returns the pieces of a result in order: never empty, and without blank texts, which several providers refuse.
 *
 * A failed call without any text shows its error's message. A part that a provider does not accept becomes a note.
 */
export function resultPieces<Media>(
  result: ToolResult,
  toMedia: ToMedia<Media>,
  note: (part: ImagePart | FilePart) => string,
): readonly ResultPiece<Media>[] {
  const pieces = contentPieces(result.content, toMedia, note);
  const silent = !pieces.some((piece) => piece.type === "text");
  if (result.status === "done") return pieces.length === 0 ? [text("(no output)")] : pieces;
  return silent ? [text(failureText(result)), ...pieces] : pieces;
}

/**
 * Returns the pieces of any content in order: without blank texts, and with notes for parts that a provider does not accept.
 */
export function contentPieces<Media>(
  content: readonly ContentPart[],
  toMedia: ToMedia<Media>,
  note: (part: ImagePart | FilePart) => string,
): readonly ResultPiece<Media>[] {
  return content.flatMap((part): ResultPiece<Media>[] => {
    if (part.type === "text") return part.text.trim() === "" ? [] : [text(part.text)];
    if (part.type === "json") return [text(jsonText(part.value))];
    // Foreign tools may render anything: a part of an unknown kind is at least named.
    if (typeof part.data !== "string")
      return [text(`[${nameOfPart(part)}, omitted: it cannot be shown here.]`)];
    const media = toMedia(part);
    return [media === undefined ? text(note(part)) : { type: "media", media }];
  });
}

/** Joins the texts of a result's pieces with line breaks. */
export function piecesText(pieces: readonly ResultPiece<unknown>[]): string {
  return pieces.flatMap((piece) => (piece.type === "text" ? [piece.text] : [])).join("\n");
}

/** Returns the images and files of a result's pieces. */
export function piecesMedia<Media>(pieces: readonly ResultPiece<Media>[]): Media[] {
  return pieces.flatMap((piece) => (piece.type === "media" ? [piece.media] : []));
}

/** Returns the value of a result whose content is only JSON. */
export function onlyJson(content: readonly ContentPart[]): { readonly value: JsonValue } | undefined {
  const [only, ...others] = content;
  if (only?.type !== "json" || others.length > 0) return undefined;
  try {
    const written = JSON.stringify(only.value, (_key, value) =>
      typeof value === "string" ? wellFormed(value) : value,
    );
    return written === undefined ? undefined : { value: JSON.parse(written) as JsonValue };
  } catch (thrown) {
    // The text of the piece says why.
    ignoreRejection(thrown);
    return undefined;
  }
}

/** Returns a value as JSON, or a note if it is not data: it contains itself, a bigint or a getter that throws. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (thrown) {
    ignoreRejection(thrown);
    return `[content of the type json, omitted: it cannot be written as JSON: ${describeThrown(thrown)}.]`;
  }
}

function nameOfPart({ type, mediaType }: { readonly type?: unknown; readonly mediaType?: unknown }): string {
  return `content of the type ${typeof type === "string" ? JSON.stringify(type) : typeof type}${typeof mediaType === "string" ? ` ${mediaType}` : ""}`;
}

function failureText(result: Exclude<ToolResult, { readonly status: "done" }>): string {
  const { message } = result.error;
  return message.trim() === "" ? `(${result.status})` : wellFormed(message);
}

function text(value: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text: wellFormed(value) };
}
