import type { ContentPart } from "../contract/index.js";

/**
 * Adds a notice on the truncated side: below the text for `"head"` (default) and `"middle"`, above it for
 * `"tail"`, separated by a blank line.
 *
 * The notice is added to the last (first) text part, or becomes a separate part next to an image or file.
 */
export function addNotice(
  parts: readonly ContentPart[],
  notice: string,
  keep: "head" | "tail" | "middle" = "head",
): readonly ContentPart[] {
  if (keep === "tail") {
    const [first, ...rest] = parts;
    if (first?.type !== "text") return [{ type: "text", text: notice }, ...parts];
    return [{ type: "text", text: `${notice}\n\n${first.text}` }, ...rest];
  }
  const last = parts.at(-1);
  if (last?.type !== "text") return [...parts, { type: "text", text: notice }];
  const gap = last.text.endsWith("\n") ? "\n" : "\n\n";
  return [...parts.slice(0, -1), { type: "text", text: `${last.text}${gap}${notice}` }];
}
