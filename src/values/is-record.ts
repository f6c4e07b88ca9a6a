/** Returns whether a value is an object that is neither null nor an array, so that its properties can be read by name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether a value is a list of texts. */
export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
