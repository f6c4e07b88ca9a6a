/**
 * Returns whether a value is an object that is neither null nor an array, so that its properties can be read by name. Never throws; a
 * revoked proxy is none.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && isArray(value) === false;
}

/** Returns whether a value is a list of texts. Never throws; a list that cannot be read is none. */
export function isTextList(value: unknown): value is readonly string[] {
  try {
    return Array.isArray(value) && value.every((each) => typeof each === "string");
  } catch {
    return false;
  }
}

/** Returns whether a value is an array; `undefined` for a revoked proxy. */
function isArray(value: unknown): boolean | undefined {
  try {
    return Array.isArray(value);
  } catch {
    return undefined;
  }
}
