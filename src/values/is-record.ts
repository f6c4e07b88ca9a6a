/** Returns whether a value is an object that is neither null nor an array, so that its properties can be read by name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
