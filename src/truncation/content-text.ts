import type { ContentPart, JsonValue } from "../contract/index.js";

/** The JSON of long values, so that it is written once. */
const texts = new WeakMap<ContentPart, string>();

/**
 * Returns a JSON part whose JSON has already been written. For a value whose JSON exceeds the ceiling of a result: the truncation
 * replaces the part by a text, so the value itself, which may not be plain JSON, reaches no adapter.
 */
export function writtenJsonPart(value: JsonValue, text: string): ContentPart {
  const part: ContentPart = { type: "json", value };
  texts.set(part, text);
  return part;
}

/** Returns the text of one part: a JSON part as compact JSON, an empty string for images and files. */
export function partText(part: ContentPart): string {
  if (part.type === "text") return part.text;
  // A tool may return a value that JSON cannot represent; the adapters would send `null` too.
  return part.type === "json" ? (texts.get(part) ?? JSON.stringify(part.value) ?? "null") : "";
}

/** Returns all text of the parts, each starting on a new line: the text to store of a truncated result. */
export function contentText(parts: readonly ContentPart[]): string {
  let text = "";
  for (const part of parts) {
    const own = partText(part);
    if (own === "") continue;
    text += text === "" || text.endsWith("\n") ? own : `\n${own}`;
  }
  return text;
}
