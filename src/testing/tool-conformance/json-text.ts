/** Returns the JSON of a value to compare it with another one; `""` for a value that has none. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
