/** Depth to which a schema is measured; deeper ones are refused for their depth, not their size. */
const MAX_MEASURED_DEPTH = 64;

/** Approximate characters per member, such as a bracket or a comma. */
const CHARACTERS_PER_MEMBER = 4;

/**
 * Returns whether a value would be approximately longer than a limit as JSON, without serialising it.
 *
 * Stops at the limit, so a schema of megabytes, or one that contains itself, costs no more than one at the limit.
 */
export function isLongerThan(value: unknown, maxCharacters: number): boolean {
  let left = maxCharacters;
  const pending: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [current, depth] = next;
    left -= CHARACTERS_PER_MEMBER;
    if (typeof current === "string") left -= current.length;
    if (left < 0) return true;
    if (typeof current !== "object" || current === null || depth >= MAX_MEASURED_DEPTH) continue;
    // One by one: a list of a million members must not be queued before it is measured.
    for (const key of Object.keys(current)) {
      left -= key.length;
      if (left < pending.length * CHARACTERS_PER_MEMBER) return true;
      pending.push([(current as Record<string, unknown>)[key], depth + 1]);
    }
  }
  return false;
}
