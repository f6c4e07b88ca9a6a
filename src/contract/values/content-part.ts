import type { JsonValue } from "./json.js";

/** One part of the content that the model reads as the result of a call. */
export type ContentPart = TextPart | JsonPart | ImagePart | FilePart;

/** Plain text. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** A JSON value; adapters without a JSON part send it as text. */
export interface JsonPart {
  readonly type: "json";
  readonly value: JsonValue;
}

/** An image; `data` is base64 without a `data:` prefix. */
export interface ImagePart {
  readonly type: "image";
  readonly mediaType: string;
  readonly data: string;
}

/** Another file, for example a PDF; `data` is base64 without a `data:` prefix. */
export interface FilePart {
  readonly type: "file";
  readonly mediaType: string;
  readonly data: string;
  readonly name?: string;
}
