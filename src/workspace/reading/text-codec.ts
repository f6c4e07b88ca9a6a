import { type TextFile, ToolError } from "../../contract/index.js";
import { joinBytes } from "../../values/index.js";

/** The encodings in which a text file is recognised and written back. */
export type TextEncoding = TextFile["encoding"];

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const UTF16LE_MARK = [0xff, 0xfe];
const UTF16BE_MARK = [0xfe, 0xff];
// Begins like the mark of UTF-16 but is UTF-32.
const UTF32LE_MARK = [0xff, 0xfe, 0, 0];

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Returns the encoding of a text according to its byte order mark; UTF-8 without one.
 *
 * @param head - the first bytes of the file, at least four if it has them
 */
export function encodingOf(head: Uint8Array): TextEncoding {
  if (startsWith(head, UTF8_MARK)) return "utf-8-bom";
  if (startsWith(head, UTF16LE_MARK) && !startsWith(head, UTF32LE_MARK)) return "utf-16le";
  if (startsWith(head, UTF16BE_MARK)) return "utf-16be";
  return "utf-8";
}

/** Returns the length of an encoding's byte order mark in bytes. */
export function markLength(encoding: TextEncoding): number {
  return encoding === "utf-8" ? 0 : encoding === "utf-8-bom" ? UTF8_MARK.length : UTF16LE_MARK.length;
}

/**
 * Decodes a text strictly: {@link encodeText} turns the result back into the same bytes. Line ends are unchanged; the
 * byte order mark is omitted.
 *
 * Throws `not-utf8` for bytes that do not decode.
 *
 * @param path - for the error message
 */
export function decodeText(
  bytes: Uint8Array,
  path: string,
): { readonly text: string; readonly encoding: TextEncoding } {
  const encoding = encodingOf(bytes);
  try {
    const decoder = new TextDecoder(labelOf(encoding), { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(bytes.subarray(markLength(encoding))), encoding };
  } catch (error) {
    throw undecodable(path, encoding, error);
  }
}

/** Returns the error for bytes that do not decode. */
export function undecodable(path: string, encoding: TextEncoding, cause: unknown): ToolError {
  return new ToolError(
    `'${path}' is not valid ${encoding.startsWith("utf-16") ? "UTF-16" : "UTF-8"}, so an edit as text would damage its other bytes. It is binary or in another encoding. Convert it first (for example with iconv), or change it with a program that supports its encoding.`,
    { code: "not-utf8", absolutePath: path, cause },
  );
}

/**
 * Encodes a text with its original encoding and byte order mark.
 *
 * Throws `invalid-input` for half of a character (a lone surrogate): it has no bytes in any of the encodings, and a
 * replacement character would be silent damage.
 */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array {
  if (!isWellFormed(text)) {
    throw new ToolError(
      "The new text contains half of a character (a lone surrogate), which cannot be written to a file. Send the whole character or leave it out.",
      { code: "invalid-input" },
    );
  }
  switch (encoding) {
    case "utf-8":
      return new TextEncoder().encode(text);
    case "utf-8-bom":
      return joinBytes([Uint8Array.from(UTF8_MARK), new TextEncoder().encode(text)]);
    case "utf-16le":
      return joinBytes([Uint8Array.from(UTF16LE_MARK), encodeUtf16(text, "little-endian")]);
    case "utf-16be":
      return joinBytes([Uint8Array.from(UTF16BE_MARK), encodeUtf16(text, "big-endian")]);
  }
}

/**
 * Returns whether every character is complete. The platform's own test is many times faster; browsers since 2023 and
 * Node 20 have it.
 */
function isWellFormed(text: string): boolean {
  const native = (text as { readonly isWellFormed?: () => boolean }).isWellFormed;
  return native === undefined ? !LONE_SURROGATE.test(text) : native.call(text);
}

/** Returns the label of an encoding for `TextDecoder`. */
export function labelOf(encoding: TextEncoding): string {
  return encoding === "utf-8-bom" ? "utf-8" : encoding;
}

function encodeUtf16(text: string, order: "little-endian" | "big-endian"): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1) {
    view.setUint16(index * 2, text.charCodeAt(index), order === "little-endian");
  }
  return bytes;
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return bytes.byteLength >= mark.length && mark.every((byte, index) => bytes[index] === byte);
}
