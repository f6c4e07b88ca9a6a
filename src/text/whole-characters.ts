/** Returns the first code units of a text, one fewer where the last one would be the first half of a surrogate pair. */
export function startOfText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, boundaryBefore(text, maxLength));
}

/** Returns an index, or the one before it where the index splits a surrogate pair. */
export function boundaryBefore(text: string, index: number): number {
  if (index >= text.length) return text.length;
  return isHighSurrogate(text.charCodeAt(index - 1)) ? index - 1 : index;
}

/** Returns a text of at most `maxLength` code units that ends with an ellipsis where it was truncated. */
export function ellipsized(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${startOfText(text, Math.max(0, maxLength - 1))}…`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
