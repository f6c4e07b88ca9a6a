import type { ContentPart } from "../contract/index.js";

/** The text of one part: a JSON part as compact JSON, nothing for images and files. */
export function partText(part: ContentPart): string {
  if (part.type === "text") return part.text;
  // A tool may hand over what JSON cannot say; the adapters would send `null` too.
  return part.type === "json" ? (JSON.stringify(part.value) ?? "null") : "";
}

/** All text of the parts, each starting on a line of its own: what there is to keep of a result that gets cut. */
export function contentText(parts: readonly ContentPart[]): string {
  let text = "";
  for (const part of parts) {
    const own = partText(part);
    if (own === "") continue;
    text += text === "" || text.endsWith("\n") ? own : `\n${own}`;
  }
  return text;
}
