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
