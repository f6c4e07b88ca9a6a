import { type TextFile, ToolError } from "../../contract/index.js";
import { boundaryBefore } from "../../text/index.js";
import { createYield, yieldToEventLoop } from "../../values/index.js";
import { decodeText, encodeText, encodingOf, labelOf, markLength, undecodable } from "./text-codec.js";
import { MAX_TEXT_FILE_BYTES } from "./text-limits.js";

/** Bytes, or UTF-16 units, that are converted in one step: about 5 ms. */
const SLICE_LENGTH = 4_194_304;

/** Decodes a text as {@link decodeText} does; yields to the event loop between the slices of a long one. */
export async function decodeLongText(
  bytes: Uint8Array,
  path: string,
): Promise<Pick<TextFile, "text" | "encoding">> {
  if (bytes.byteLength <= SLICE_LENGTH) return decodeText(bytes, path);
  const encoding = encodingOf(bytes);
  const decoder = new TextDecoder(labelOf(encoding), { fatal: true, ignoreBOM: true });
  const pause = createYield();
  const slices: string[] = [];
  try {
    for (let start = markLength(encoding); start < bytes.byteLength; start += SLICE_LENGTH) {
      const end = start + SLICE_LENGTH;
      slices.push(decoder.decode(bytes.subarray(start, end), { stream: end < bytes.byteLength }));
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
