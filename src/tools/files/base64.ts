/** Bytes that become text in one step: a multiple of three, so that no piece needs padding, and few enough to be arguments. */
const PIECE_BYTES = 3 * 8192;

/** Encodes bytes in base64, with padding and without line ends. */
export function base64(bytes: Uint8Array): string {
  let encoded = "";
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    encoded += btoa(String.fromCharCode(...bytes.subarray(start, start + PIECE_BYTES)));
  }
  return encoded;
}
