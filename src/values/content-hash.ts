import { joinBytes } from "./bytes.js";
import { sha256, sha256Hex } from "./sha-256.js";

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
