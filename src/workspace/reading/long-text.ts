import { type FileLocation, type ReadHandle, type TextFile, ToolError } from "../../contract/index.js";
import { boundaryBefore } from "../../text/index.js";
import { createYield, type Yield, yieldToEventLoop } from "../../values/index.js";
import { decodeText, encodeText, encodingOf, labelOf, markLength, undecodable } from "./text-codec.js";
import { MAX_TEXT_FILE_BYTES, readWholeFile } from "./whole-file.js";

/** Bytes, or UTF-16 units, that are converted in one step: about 2 ms, and up to 10 ms where memory is slow. */
const SLICE_LENGTH = 1_048_576;

/** Bytes of a word that are checked together, and the bits that no byte of ASCII has. */
const WORD_BYTES = 4;
const HIGH_BITS = 0x80808080;

/** Bytes of a character in UTF-8 after the first. */
const MAX_FOLLOWING_BYTES = 3;

/** Decodes a text as {@link decodeText} does; yields to the event loop between the slices of a long one. */
export async function decodeLongText(
  bytes: Uint8Array,
  path: string,
): Promise<Pick<TextFile, "text" | "encoding">> {
  if (bytes.byteLength <= SLICE_LENGTH) return decodeText(bytes, path);
  const encoding = encodingOf(bytes);
  const decoder = new TextDecoder(labelOf(encoding), { fatal: true, ignoreBOM: true });
  const isUtf8 = labelOf(encoding) === "utf-8";
  const pause = createYield();
  const slices: string[] = [];
  try {
    // The engine decodes ASCII, which most code is, by copying it; slices would be copied again to join them.
    if (encoding === "utf-8" && (await isAscii(bytes, pause))) {
      await yieldToEventLoop();
      const text = decoder.decode(bytes);
      await yieldToEventLoop();
      return { text, encoding };
    }
    for (let start = markLength(encoding); start < bytes.byteLength; ) {
      const limit = Math.min(bytes.byteLength, start + SLICE_LENGTH);
      // Whole characters: with `stream`, Node decodes many times slower, and into strings of twice the size.
      const end = isUtf8 ? characterStart(bytes, limit) : limit;
      slices.push(decoder.decode(bytes.subarray(start, end), { stream: !isUtf8 && end < bytes.byteLength }));
      start = end;
      await pause();
    }
  } catch (error) {
    throw undecodable(path, encoding, error);
  }
  // The join is one step of the engine, so nothing else belongs to its slice of the event loop.
  await yieldToEventLoop();
  const text = slices.join("");
  await yieldToEventLoop();
  return { text, encoding };
}

/** Returns whether all bytes are ASCII; `false` also for bytes that do not begin at a word of the memory. */
async function isAscii(bytes: Uint8Array, pause: Yield): Promise<boolean> {
  if (bytes.byteOffset % WORD_BYTES !== 0) return false;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / WORD_BYTES));
  for (let start = 0; start < words.length; start += SLICE_LENGTH / WORD_BYTES) {
    const end = Math.min(words.length, start + SLICE_LENGTH / WORD_BYTES);
    let bits = 0;
    for (let index = start; index < end; index += 1) bits |= words[index] as number;
    if ((bits & HIGH_BITS) !== 0) return false;
    await pause();
  }
  return bytes.subarray(words.length * WORD_BYTES).every((byte) => byte < 0x80);
}

/**
 * Returns the last index up to `end` at which a character of UTF-8 begins. A character has at most three bytes after the first; more of
 * them are invalid, and the decoder reports them.
 */
function characterStart(bytes: Uint8Array, end: number): number {
  let index = end;
  while (index > end - MAX_FOLLOWING_BYTES && ((bytes[index] ?? 0) & 0xc0) === 0x80) index -= 1;
  return index;
}

/** Decodes some bytes; `undefined` for bytes that do not decode or are too many, and where there are none. */
export async function textOf(bytes: Uint8Array | undefined): Promise<string | undefined> {
  if (bytes === undefined || bytes.byteLength > MAX_TEXT_FILE_BYTES) return undefined;
  try {
    return (await decodeLongText(bytes, "")).text;
  } catch (error) {
    if (ToolError.isInstance(error)) return undefined;
    throw error;
  }
}

/** Encodes a text as {@link encodeText} does; yields to the event loop between the slices of a long one. */
export async function encodeLongText(text: string, encoding: TextFile["encoding"]): Promise<Uint8Array> {
  if (text.length <= SLICE_LENGTH) return encodeText(text, encoding);
  await yieldToEventLoop();
  // The engine joins the parts of a text when it first reads a character, in one step.
  text.charCodeAt(0);
  await yieldToEventLoop();
  const pause = createYield();
  const slices: Uint8Array[] = [];
  let length = 0;
  for (let start = 0; start < text.length; ) {
    const end = boundaryBefore(text, start + SLICE_LENGTH);
    const encoded = encodeText(text.slice(start, end), encoding);
    // The byte order mark belongs to the first slice only.
    const slice = start === 0 ? encoded : encoded.subarray(markLength(encoding));
    slices.push(slice);
    length += slice.byteLength;
    start = end;
    await pause();
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const slice of slices) {
    bytes.set(slice, offset);
    offset += slice.byteLength;
    await pause();
  }
  return bytes;
}

/** A text file and the bytes from which it was decoded. */
export interface ReadTextFile {
  readonly file: TextFile;
  readonly bytes: Uint8Array;
}

const LARGE_TEXT_REMEDY =
  "Read it in ranges of lines, and change it with a program, for example a command that rewrites it line by line.";

/** Reads and decodes a text file. Throws `not-utf8`, or `file-too-large` above a limit, by default {@link MAX_TEXT_FILE_BYTES}. */
export async function readTextFile(
  location: FileLocation,
  handle: ReadHandle,
  maxBytes = MAX_TEXT_FILE_BYTES,
): Promise<ReadTextFile> {
  const bytes = await readWholeFile(handle, location.path, maxBytes, LARGE_TEXT_REMEDY);
  const { text, encoding } = await decodeLongText(bytes, location.path);
  return { file: { location, text, encoding }, bytes };
}
