/** Bytes encoded in one step: a multiple of three, so that no chunk needs padding, and few enough to be arguments. */
const PIECE_BYTES = 3 * 8192;

/** A platform's built-in encoder, which is about a thousand times faster than encoding by characters. */
interface FastEncoder {
  readonly Buffer?: {
    from(buffer: ArrayBufferLike, offset: number, length: number): { toString(encoding: "base64"): string };
  };
}

/** Encodes bytes in base64, with padding and without line ends. */
export function base64(bytes: Uint8Array): string {
  const { Buffer } = globalThis as FastEncoder;
  if (Buffer !== undefined) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  }
  let encoded = "";
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    encoded += btoa(String.fromCharCode(...bytes.subarray(start, start + PIECE_BYTES)));
  }
  return encoded;
}
