/** Longest row that is parsed as JSON, in UTF-16 code units; a longer one would block the event loop. */
const MAX_JSON_CHARACTERS = 4_194_304;

/** Parses a row as JSON if it begins as expected. */
export function jsonRow(row: string, start: string): unknown {
  if (!row.startsWith(start) || row.length > MAX_JSON_CHARACTERS) return undefined;
  try {
    return JSON.parse(row);
  } catch {
    // Truncated, or other content with the same beginning.
    return undefined;
  }
}

/** Returns the members of a value that may be an object. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns a list, or an empty one. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string, or `undefined`. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns a line or column number, or `undefined`. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
