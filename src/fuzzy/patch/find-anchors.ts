import { collapsedKey, type LineIndex, lineText } from "../text/index.js";
import type { PatchCursor } from "./choose-place.js";

/**
 * Returns the line (from 0) of the innermost anchor, each found once after the previous one; `undefined` if
 * one is not. After an earlier hunk, the first line that it does not reach counts, as in Codex.
 */
export function findAnchors(
  index: LineIndex,
  anchors: readonly string[],
  cursor: PatchCursor,
): number | undefined {
  if (anchors.length === 0) return undefined;
  let from = 0;
  for (const [depth, anchor] of anchors.entries()) {
    const key = collapsedKey(anchor);
    const lines: number[] = [];
    for (const accept of [(text: string) => text === key, (text: string) => text.startsWith(key)]) {
      for (let line = from; line < index.lineCount; line++)
        if (accept(collapsedKey(lineText(index, line)))) lines.push(line);
      if (lines.length > 0) break;
    }
    const after = (offset: number) => lines.filter((line) => (index.starts[line] as number) >= offset);
    const next = cursor.isInOrder && depth === 0 ? after(cursor.regionEnd)[0] : undefined;
    if (next !== undefined) {
      from = next;
      continue;
    }
    const { until = Number.POSITIVE_INFINITY } = cursor;
    const later = after(cursor.at).filter((line) => (index.starts[line] as number) < until);
    const usable = later.length > 0 && depth === 0 ? later : lines;
    // An anchor that occurs twice is ambiguous, except below an outer anchor: there the next occurrence is
    // used.
    if (usable.length === 0 || (usable.length > 1 && depth === 0)) return undefined;
    from = usable[0] as number;
  }
  return from;
}
