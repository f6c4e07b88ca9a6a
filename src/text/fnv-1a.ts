/** Start value of 32-bit FNV-1a (Fowler, Noll, Vo: offset basis). */
export const FNV_OFFSET = 0x811c9dc5;

/** Multiplier of 32-bit FNV-1a (Fowler, Noll, Vo: prime). */
export const FNV_PRIME = 0x01000193;

/**
 * Returns the 32-bit FNV-1a hash of a text, over its UTF-16 code units.
 *
 * It tells names apart and is easy to invert: never use it where an attacker must not find a collision.
 */
export function fnv1a(text: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return hash >>> 0;
}

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
