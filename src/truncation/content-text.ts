import type { ContentPart } from "../contract/index.js";
import { writtenJson } from "../values/index.js";

/** Returns the text of one part: a JSON part as compact JSON, an empty string for images and files. */
export function partText(part: ContentPart): string {
  if (part.type === "text") return part.text;
  // A tool may return a value that JSON cannot represent; the adapters would send `null` too.
  return part.type === "json" ? (writtenJson(part) ?? JSON.stringify(part.value) ?? "null") : "";
}

/** Returns all text of the parts, each starting on a new line: the text to store of a truncated result. */
export function contentText(parts: readonly ContentPart[]): string {
  // Joined once, and only the last text is examined: reading the end of a concatenation copies all of it, which is quadratic.
  const texts: string[] = [];
  let isAtLineStart = true;
  for (const part of parts) {
    const own = partText(part);
    if (own === "") continue;
    if (!isAtLineStart) texts.push("\n");
    texts.push(own);
    isAtLineStart = own.endsWith("\n");
  }
  return texts.join("");
}
