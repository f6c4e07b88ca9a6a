/** The JSON of long values, by the content part that contains the value. */
const texts = new WeakMap<object, string>();

/**
 * Records the JSON of a content part, so that it is not written again. For a value whose JSON exceeds the ceiling of a result: the
 * truncation replaces the part by a text, so the value itself, which may not be plain JSON, reaches no adapter.
 */
export function recordJson(part: object, text: string): void {
  texts.set(part, text);
}

/** Returns the recorded JSON of a content part. */
export function writtenJson(part: object): string | undefined {
  return texts.get(part);
}
