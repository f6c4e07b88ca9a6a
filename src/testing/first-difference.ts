/** The first difference between two values. */
export interface Difference {
  /** The path of the difference, such as `.content[0].text`; empty for the whole value. */
  readonly path: string;
  readonly first: unknown;
  readonly second: unknown;
}

/** Returns the first difference between two JSON values, with properties in the order of the first. An absent property is `undefined`. */
export function firstDifference(first: unknown, second: unknown, path = ""): Difference | undefined {
  if (Object.is(first, second)) return undefined;
  if (!isObject(first) || !isObject(second) || Array.isArray(first) !== Array.isArray(second)) {
    return { path, first, second };
  }
  for (const name of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const below = Array.isArray(first) ? `${path}[${name}]` : `${path}.${name}`;
    const found = firstDifference(first[name], second[name], below);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

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
