import { joinBytes } from "./bytes.js";

/** Returns the SHA-256 of bytes. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  // Node types the digest for buffers that are not shared; no caller has a shared one.
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", bytes as BufferSource));
}

/** Returns the SHA-256 of bytes or of the UTF-8 form of a text, in hexadecimal. */
export async function sha256Hex(content: Uint8Array | string): Promise<string> {
  return hexadecimal(await sha256(typeof content === "string" ? new TextEncoder().encode(content) : content));
}

/** Returns bytes in hexadecimal, two digits each. */
export function hexadecimal(bytes: Uint8Array | ArrayBuffer): string {
  let digits = "";
  for (const byte of new Uint8Array(bytes)) digits += byte.toString(16).padStart(2, "0");
  return digits;
}

/** Bytes that are hashed at once. The digest of the platform copies its input before it returns: 8 MiB take longer than 20 ms. */
const PIECE_BYTES = 1_048_576;

/**
 * Returns a hexadecimal text that identifies bytes: up to 1 MiB their SHA-256, beyond that a SHA-256 over those of pieces, so that no
 * step blocks the event loop. Only for comparison with other results of this function.
 *
 * @param bytes - must not be changed until the promise settles
 */
export async function contentHash(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength <= PIECE_BYTES) return sha256Hex(bytes);
  // The first piece is not replaced by its hash: so the input of the last digest is longer than any content that is hashed as it is,
  // and no short content has the hash of a long one.
  const parts = [bytes.subarray(0, PIECE_BYTES)];
  for (let start = PIECE_BYTES; start < bytes.byteLength; start += PIECE_BYTES)
    parts.push(await sha256(bytes.subarray(start, start + PIECE_BYTES)));
  return sha256Hex(joinBytes(parts));
}
