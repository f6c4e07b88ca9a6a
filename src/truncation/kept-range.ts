import type { TextLimits } from "../contract/index.js";
import { endWithinBytes, splitsPair, startWithinBytes } from "./measure/index.js";

/** The limit that required the truncation. */
export type LimitHit = "lines" | "bytes" | "characters" | "tokens" | "line-length";

/** The limits on a full text; those on single lines are applied before. */
export type TextBudget = Pick<TextLimits, "maxBytes" | "maxCharacters" | "maxLines" | "truncateAt">;

/** The end of the kept head or the start of the kept tail. `hit` is absent if all of the text fits. */
export interface KeptEdge {
  readonly index: number;
  readonly hit?: LimitHit;
}

/**
 * Returns the end of the longest head that fits into a budget. Reads no more of the text than it keeps.
 *
 * `more` states that the text continues after this piece; the piece must then be longer than the budget.
 */
export function keepHead(text: string, budget: TextBudget, { more }: { readonly more: boolean }): KeptEdge {
  const whole = text.length;
  let end = whole;
  let hit: LimitHit | undefined;
  if (budget.maxBytes !== undefined) {
    end = endWithinBytes(text, budget.maxBytes);
    if (end < whole) hit = "bytes";
  }
  if (budget.maxCharacters !== undefined && budget.maxCharacters < end) {
    end = splitsPair(text, budget.maxCharacters) ? budget.maxCharacters - 1 : budget.maxCharacters;
    hit = "characters";
  }
  if (budget.maxLines !== undefined) {
    const lineEnd = endAfterLines(text.slice(0, end), budget.maxLines);
    if (lineEnd !== undefined && (lineEnd < whole || more)) return { index: lineEnd, hit: "lines" };
  }
  if (hit === undefined) return { index: end };
  // Half a line end would be read as a complete one.
  if (end > 1 && text.charCodeAt(end - 1) === 0x0d && text.charCodeAt(end) === 0x0a) end -= 1;
  if (budget.truncateAt !== "character") {
    const lineEnd = text.slice(0, end).lastIndexOf("\n") + 1;
    if (lineEnd > 0 && lineEnd * 2 >= end) end = lineEnd;
  }
  return { index: end, hit };
}

/**
 * Returns the start of the longest tail that fits into a budget: the counterpart of {@link keepHead}. A piece
 * with more text before it must be longer than the budget.
 */
export function keepTail(text: string, budget: TextBudget): KeptEdge {
  const whole = text.length;
  let start = 0;
  let hit: LimitHit | undefined;
  if (budget.maxBytes !== undefined) {
    start = startWithinBytes(text, budget.maxBytes);
    if (start > 0) hit = "bytes";
  }
  if (budget.maxCharacters !== undefined && whole - budget.maxCharacters > start) {
    start = whole - budget.maxCharacters;
    if (splitsPair(text, start)) start += 1;
    hit = "characters";
  }
  if (budget.maxLines !== undefined) {
    const lineStart = startOfLastLines(text.slice(start), budget.maxLines);
    if (lineStart !== undefined) return { index: start + lineStart, hit: "lines" };
  }
  if (hit === undefined) return { index: start };
  if (start < whole - 1 && text.charCodeAt(start) === 0x0a && text.charCodeAt(start - 1) === 0x0d) start += 1;
  if (budget.truncateAt !== "character" && text.charCodeAt(start - 1) !== 0x0a) {
    const lineStart = text.indexOf("\n", start) + 1;
    if (lineStart > 0 && (whole - lineStart) * 2 >= whole - start) start = lineStart;
  }
  return { index: start, hit };
}

/** Returns the index after the `lines`-th line end; `undefined` if the text has fewer. */
function endAfterLines(text: string, lines: number): number | undefined {
  let index = 0;
  for (let line = 0; line < lines; line += 1) {
    index = text.indexOf("\n", index) + 1;
    if (index === 0) return undefined;
  }
  return index;
}

/** Returns the start of the last `lines` lines; `undefined` if the text has no line before them. */
function startOfLastLines(text: string, lines: number): number | undefined {
  let end = text.length;
  // The final line end belongs to the last line.
  if (text.endsWith("\n")) end -= 1;
  for (let line = 0; line < lines; line += 1) {
    if (end === 0) return undefined;
    end = text.lastIndexOf("\n", end - 1);
    if (end === -1) return undefined;
  }
  return end + 1;
}
