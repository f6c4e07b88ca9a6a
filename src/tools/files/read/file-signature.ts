/** Bytes at the start of a file that are examined to determine its type (the OpenCode specification). */
export const SIGNATURE_BYTES = 4_096;

/** Share of characters that are not text, above which a file counts as binary. */
const MAX_STRANGE_SHARE = 0.3;

/** The type of a file according to its first bytes. */
export type FileSignature = MediaSignature | { readonly type: "binary" } | { readonly type: "text" };

/** A file that models can view. */
export type MediaSignature =
  | { readonly type: "image"; readonly mediaType: ImageMediaType }
  | { readonly type: "document"; readonly mediaType: "application/pdf" };

/** The image types that every provider with image input accepts. */
export type ImageMediaType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/**
 * Distinguishes images, PDFs and binary files from text by their first bytes; the file's name is not reliable.
 *
 * The rest of a file does not count: one zero byte does not make a long log unreadable. Text in UTF-16 contains zero bytes and is recognised by its byte order mark. Bytes that are not UTF-8 count as text
 * if there are few of them: old source files are often in Latin-1.
 */
export function fileSignature(head: Uint8Array): FileSignature {
  const mediaType = imageMediaType(head);
  if (mediaType !== undefined) return { type: "image", mediaType };
  // %PDF-
  if (startsWith(head, [0x25, 0x50, 0x44, 0x46, 0x2d])) {
    return { type: "document", mediaType: "application/pdf" };
  }
  if (startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff])) return { type: "text" };
  return head.includes(0) || strangeShare(head) > MAX_STRANGE_SHARE ? { type: "binary" } : { type: "text" };
}

function imageMediaType(head: Uint8Array): ImageMediaType | undefined {
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (startsWith(head, [0xff, 0xd8, 0xff])) return "image/jpeg";
  const letters = String.fromCharCode(...head.subarray(0, 12));
  if (letters.startsWith("GIF87a") || letters.startsWith("GIF89a")) return "image/gif";
  if (letters.startsWith("RIFF") && letters.slice(8) === "WEBP") return "image/webp";
  return undefined;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return bytes.length >= prefix.length && prefix.every((byte, index) => bytes[index] === byte);
}

/**
 * Control characters except tab, line feed, form feed, carriage return, backspace and escape, which occur in text; and
 * U+FFFD for bytes that are not UTF-8.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const STRANGE_CHARACTERS = /[\0-\x07\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g;

const TOP_BITS = 0x80808080;
/** Added to a byte below 0x80, it sets the top bit of all characters from the space on. */
const FROM_SPACE = 0x60606060;
/** Sets the top bit of 0x7f only, which is not text. */
const FROM_DELETE = 0x01010101;

/**
 * Returns whether all characters are ASCII characters that occur in text, as in most source files: checked without
 * decoding, four at a time.
 */
function isPlainText(head: Uint8Array): boolean {
  const start = (4 - (head.byteOffset % 4)) % 4;
  const wordCount = Math.max(0, head.byteLength - start) >> 2;
  const words = new Int32Array(head.buffer, wordCount === 0 ? 0 : head.byteOffset + start, wordCount);
  let allPlain = PLAIN;
  for (let index = 0; index < wordCount; index += 1) {
    const word = words[index] as number;
    const isPrintable = ((word | ((word + FROM_DELETE) | 0) | ~((word + FROM_SPACE) | 0)) & TOP_BITS) === 0;
    if (isPrintable) continue;
    // Line ends and tabs are text as well.
    const at = start + index * 4;
    allPlain &=
      plainness(head, at) & plainness(head, at + 1) & plainness(head, at + 2) & plainness(head, at + 3);
  }
  for (let at = 0; at < Math.min(start, head.byteLength); at += 1) allPlain &= plainness(head, at);
  for (let at = start + wordCount * 4; at < head.byteLength; at += 1) allPlain &= plainness(head, at);
  return allPlain === PLAIN;
}

function plainness(bytes: Uint8Array, at: number): number {
  return PLAIN_BYTES[bytes[at] as number] as number;
}

const PLAIN = 1;

const PLAIN_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isText = (byte >= 0x20 && byte < 0x7f) || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b;
  return isText ? PLAIN : 0;
});

/** Returns the share of control characters and bytes that are not UTF-8 among all characters. */
function strangeShare(head: Uint8Array): number {
  if (head.length === 0) return 0;
  if (isPlainText(head)) return 0;
  // A character split at the end of the head is not an error of the file: streaming holds it back.
  const text = new TextDecoder("utf-8").decode(head, { stream: true });
  const strange = text.match(STRANGE_CHARACTERS)?.length ?? 0;
  return strange / Math.max(1, text.length);
}
