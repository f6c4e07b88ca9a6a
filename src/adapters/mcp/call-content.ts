import type { ContentPart, JsonValue } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { sanitizeText } from "./sanitize-schema.js";

/** Pictures that models take; a server may call anything an image. */
const IMAGE_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Other media that are handed on as files. */
const FILE_TYPES =
  /^(?:audio\/(?:mpeg|mp3|wav|x-wav|wave|ogg|flac|aac|mp4|webm)|application\/pdf|video\/(?:mp4|webm))$/;

/** Characters of base64 of one picture or file: what providers take is below it. */
const MAX_MEDIA_LENGTH = 8_000_000;

/** Pieces of content that are looked at. */
const MAX_CONTENT_BLOCKS = 1_000;

/** Characters of a name, a link or a media type that are shown. */
const MAX_LABEL_LENGTH = 500;

/** The characters that standard base64 has; a test of the whole text without backtracking. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** What a call of a server's tool gives back. */
export interface McpToolOutput {
  readonly content: readonly ContentPart[];
  /** The machine-readable form, where the server gives one. */
  readonly structuredContent?: JsonValue;
}

/**
 * The content of a server's answer as parts for a model: text, pictures and files as they are, resources and links as text.
 *
 * What a model cannot be shown is named instead: another media type, broken base64, more than 8 MB. Structured content is a
 * JSON part where there is no text that says the same. Never throws, whatever the server sends.
 */
export function contentParts(content: unknown, structuredContent?: unknown): readonly ContentPart[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const parts = blocks.slice(0, MAX_CONTENT_BLOCKS).map(partOf);
  const left = blocks.length - parts.length;
  if (left > 0) parts.push(textPart(`[${left} more pieces of content left out]`));
  if (structuredContent === undefined || parts.some((part) => part.type === "text" && part.text !== ""))
    return parts;
  return [...parts, { type: "json", value: structuredContent as JsonValue }];
}

/** The text of an answer, for the message of an error. */
export function contentText(content: unknown): string {
  return contentParts(content)
    .map((part) => {
      if (part.type === "text") return part.text;
      return part.type === "json" ? JSON.stringify(part.value) : `[${part.mediaType}]`;
    })
    .join("\n");
}

function partOf(block: unknown): ContentPart {
  if (!isRecord(block)) return textPart("[content that is no object]");
  switch (block.type) {
    case "text":
      return textPart(typeof block.text === "string" ? block.text : "");
    case "image":
    case "audio":
      return mediaPart(block.data, block.mimeType);
    case "resource":
      return isRecord(block.resource) ? resourcePart(block.resource) : textPart("[an empty resource]");
    case "resource_link":
      return textPart(linkText(block));
    default:
      return textPart(`[content of the type ${label(block.type)}, which cannot be shown]`);
  }
}

/** What a resource holds, as a part for a model. */
export function resourcePart(resource: Readonly<Record<string, unknown>>): ContentPart {
  const { uri, mimeType, text, blob } = resource;
  if (typeof text === "string") return textPart(`[${label(uri)}]\n${text}`);
  return mediaPart(blob, mimeType, label(uri));
}

/** A resource in one line of a listing. */
export function linkText({
  uri,
  uriTemplate,
  name,
  description,
  mimeType,
}: Readonly<Record<string, unknown>>): string {
  const title = typeof name === "string" && name !== "" ? `${label(name)}: ` : "";
  const type = typeof mimeType === "string" ? ` (${label(mimeType)})` : "";
  const about = typeof description === "string" && description !== "" ? ` - ${label(description)}` : "";
  return `${title}${label(uri ?? uriTemplate)}${type}${about}`;
}

function mediaPart(data: unknown, mimeType: unknown, name?: string): ContentPart {
  const mediaType = typeof mimeType === "string" ? (mimeType.toLowerCase().split(";")[0]?.trim() ?? "") : "";
  const what = `${name === undefined ? "" : `${name}: `}${label(mimeType ?? "media")}`;
  if (typeof data !== "string" || data === "") return textPart(`[${what} without data]`);
  if (data.length > MAX_MEDIA_LENGTH)
    return textPart(`[${what}, ${data.length} characters of base64: too large to show]`);
  if (data.length % 4 !== 0 || !BASE64.test(data)) return textPart(`[${what} whose data is no base64]`);
  if (IMAGE_TYPES.includes(mediaType)) return { type: "image", mediaType, data };
  if (FILE_TYPES.test(mediaType))
    return { type: "file", mediaType, data, ...(name !== undefined && { name }) };
  return textPart(`[${what}, ${data.length} characters of base64: a type that cannot be shown]`);
}

function textPart(text: string): ContentPart {
  return { type: "text", text };
}

function label(value: unknown): string {
  return sanitizeText(typeof value === "string" ? value : String(value), MAX_LABEL_LENGTH).replaceAll(
    "\n",
    " ",
  );
}
