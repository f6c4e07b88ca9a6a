/** Longest row that is read as JSON, in UTF-16 code units; a longer one would hold up everything else. */
const MAX_JSON_CHARACTERS = 4_194_304;

/** A row as JSON, where it begins like the JSON that is looked for. */
export function jsonRow(row: string, start: string): unknown {
  if (!row.startsWith(start) || row.length > MAX_JSON_CHARACTERS) return undefined;
  try {
    return JSON.parse(row);
  } catch {
    // Cut off, or something else that begins alike.
    return undefined;
  }
}

/** The members of something that may be an object. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** A list, or an empty one. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or nothing. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A number of lines or columns, or nothing. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
