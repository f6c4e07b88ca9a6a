import type { ContentPart, JsonValue } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { sanitizeText } from "./sanitize-schema.js";

/** Image types that models accept; a server may call anything an image. */
const IMAGE_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Other media types that are passed on as files. */
const FILE_TYPES =
  /^(?:audio\/(?:mpeg|mp3|wav|x-wav|wave|ogg|flac|aac|mp4|webm)|application\/pdf|video\/(?:mp4|webm))$/;

/** Base64 characters of one image or file; below every provider's limit. */
const MAX_MEDIA_LENGTH = 8_000_000;

/** Content blocks that are read. */
const MAX_CONTENT_BLOCKS = 1_000;

/** Characters shown of a name, a link or a media type. */
const MAX_LABEL_LENGTH = 500;

/** Characters of standard base64; tests a whole text without backtracking. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Output of a call of a server's tool. */
export interface McpToolOutput {
  readonly content: readonly ContentPart[];
  /** Machine-readable form, if the server sends one. */
  readonly structuredContent?: JsonValue;
}

/**
 * Converts the content of a server's answer to parts for a model: text, images and files unchanged, resources and links as
 * text.
 *
 * Content that a model cannot be shown is named instead: other media types, invalid base64, more than 8 MB. Structured
 * content becomes a JSON part unless a text repeats it. Never throws, whatever the server sends.
 */
export function contentParts(content: unknown, structuredContent?: unknown): readonly ContentPart[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const parts = blocks.slice(0, MAX_CONTENT_BLOCKS).map(partOf);
  const left = blocks.length - parts.length;
  if (left > 0) parts.push(textPart(`[${left} more pieces of content omitted]`));
  if (structuredContent === undefined || parts.some((part) => part.type === "text" && part.text !== ""))
    return parts;
  return [...parts, { type: "json", value: structuredContent as JsonValue }];
}

/** Returns the text of an answer, for an error message. */
export function contentText(content: unknown): string {
  return contentParts(content)
    .map((part) => {
      if (part.type === "text") return part.text;
      return part.type === "json" ? JSON.stringify(part.value) : `[${part.mediaType}]`;
    })
    .join("\n");
}

function partOf(block: unknown): ContentPart {
  if (!isRecord(block)) return textPart("[content that is not an object]");
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

/** Converts the content of a resource to a part for a model. */
export function resourcePart(resource: Readonly<Record<string, unknown>>): ContentPart {
  const { uri, mimeType, text, blob } = resource;
  if (typeof text === "string") return textPart(`[${label(uri)}]\n${text}`);
  return mediaPart(blob, mimeType, label(uri));
}

/** Formats a resource as one line of a listing. */
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
  if (data.length % 4 !== 0 || !BASE64.test(data)) return textPart(`[${what} whose data is not base64]`);
  if (IMAGE_TYPES.includes(mediaType)) return { type: "image", mediaType, data };
  if (FILE_TYPES.test(mediaType))
    return { type: "file", mediaType, data, ...(name !== undefined && { name }) };
  return textPart(`[${what}, ${data.length} characters of base64: this type cannot be shown]`);
}

function textPart(text: string): ContentPart {
  return { type: "text", text };
}

function label(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return sanitizeText(text, MAX_LABEL_LENGTH).replaceAll("\n", " ");
}
