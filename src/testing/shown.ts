/** Maximum number of characters of a value that a message shows. */
const MAX_SHOWN_CHARACTERS = 300;

/** Formats a value for a message: as JSON if possible, truncated to a readable length. */
export function shown(value: unknown): string {
  const text = jsonOf(value) ?? String(value);
  return text.length > MAX_SHOWN_CHARACTERS
    ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}... (${text.length.toLocaleString("en")} characters)`
    : text;
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
