import { FNV_OFFSET, FNV_PRIME } from "../../text/index.js";

/** Returns a short fingerprint of a text: its length and two 32-bit hashes, enough to distinguish a few texts. */
export function textFingerprint(text: string): string {
  let one = FNV_OFFSET;
  let other = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, FNV_PRIME);
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13);
  }
  return `${text.length} ${one >>> 0} ${other >>> 0}`;
}
