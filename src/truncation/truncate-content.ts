import type { ContentPart, TruncationRecord } from "../contract/index.js";
import { checkTruncationPolicy, type TextLimits } from "../contract/index.js";
import { joinPieces, type TextPreview } from "./compose-truncated.js";
import { partText } from "./content-text.js";
import type { LimitHit } from "./kept-range.js";
import {
  countLines,
  TRUNCATION_MARK,
  TRUNCATION_MARK_BYTES,
  type TruncatedLines,
  truncateLongLines,
  utf8Size,
} from "./measure/index.js";
import { truncateText } from "./truncate-text.js";

/** The text that was omitted from the parts of a result; the source for the wording of a notice. */
export interface ContentTruncation extends TruncationRecord {
  /** The limit that was exceeded. */
  readonly hit: LimitHit;
  /** Bytes of all text before truncation. */
  readonly totalBytes: number;
  /** Lines of all text before truncation. */
  readonly totalLines: number;
}

/** The parts of a result, truncated to one budget. */
export interface TruncatedContent {
  readonly parts: readonly ContentPart[];
  /** Present if something was truncated. */
  readonly truncation?: ContentTruncation;
}

const NO_MARKS: readonly number[] = [];

/** The text of a part with its overlong lines truncated, and its start in the text of all parts. */
interface Piece extends TruncatedLines {
  readonly part: ContentPart;
  readonly start: number;
}

/**
 * Truncates the text of several parts to one budget, as if it were one text: keeps the start, the end, or
 * both for `keep: "middle"`.
 *
 * A JSON part counts with its compact JSON, is one line whatever the value of `maxLineLength`, and becomes a
 * text part with a preview of its JSON if it does not fit. Text parts that are completely omitted are
 * removed; images and files are kept and not counted. If all parts fit, the same array is returned.
 *
 * @example
 * const { parts, truncation } = truncateContent(result.content, { maxBytes: 102_400 });
 */
export function truncateContent(parts: readonly ContentPart[], limits: TextLimits): TruncatedContent {
  checkTruncationPolicy(limits);
  if (parts.length === 1 && isPlainlySmall(parts[0], limits)) return { parts };
  const texts = parts.map(partText);
  const { pieces, joined } = layOut(parts, texts, limits.maxLineLength);
  // Includes the marks: a mark can be longer than the text it replaces.
  const fits = fitBudget(
    pieces.map(({ text }) => text),
    limits,
  );
  if (fits && pieces.every((piece) => piece.marks.length === 0)) return { parts };
  const { maxLineLength: _alreadyApplied, ...budget } = limits;
  const kept: TextPreview = fits
    ? { text: joined, head: joined, tail: "", truncated: true, hit: "line-length" }
    : truncateText(joined, budget, { totals: "skip" });
  const shown = showKept(pieces, kept.head.length, joined.length - kept.tail.length);
  const totalBytes = texts.reduce((sum, text) => sum + utf8Size(text), 0);
  const totalLines = texts.reduce((sum, text) => sum + countLines(text), 0);
  return {
    parts:
      kept.head === "" && kept.tail === ""
        ? [{ type: "text", text: kept.text }, ...shown.parts]
        : shown.parts,
    truncation: {
      hit: kept.hit ?? "line-length",
      omittedBytes: totalBytes - shown.bytes,
      omittedLines: totalLines - shown.lines,
      totalBytes,
      totalLines,
    },
  };
}

/** Most results are one short text, which fits without counting. */
function isPlainlySmall(part: ContentPart | undefined, limits: TextLimits): boolean {
  if (part?.type !== "text") return false;
  const { maxBytes = Infinity, maxCharacters = Infinity, maxLines, maxLineLength = Infinity } = limits;
  const { length } = part.text;
  // A UTF-16 unit takes at most three bytes.
  return (
    maxLines === undefined && length * 3 <= maxBytes && length <= maxCharacters && length <= maxLineLength
  );
}

/** Concatenates all text, each part on separate lines. */
function layOut(
  parts: readonly ContentPart[],
  texts: readonly string[],
  maxLineLength: number | undefined,
): { pieces: readonly Piece[]; joined: string } {
  const pieces: Piece[] = [];
  // Joined once, and only the last text is examined: reading the end of a concatenation copies all of it, which is quadratic.
  const joined: string[] = [];
  let start = 0;
  let isAtLineStart = true;
  for (const [index, part] of parts.entries()) {
    const whole = texts[index] ?? "";
    const { text, marks } =
      maxLineLength === undefined || part.type !== "text"
        ? { text: whole, marks: NO_MARKS }
        : truncateLongLines(whole, maxLineLength);
    if (text !== "" && !isAtLineStart) {
      joined.push("\n");
      start += 1;
    }
    pieces.push({ text, marks, part, start });
    if (text === "") continue;
    joined.push(text);
    start += text.length;
    isAtLineStart = text.endsWith("\n");
  }
  return { pieces, joined: joined.join("") };
}

/**
 * Returns whether the parts are within the budget unchanged, without the line ends added by the
 * concatenation.
 */
function fitBudget(texts: readonly string[], limits: TextLimits): boolean {
  const { maxBytes = Infinity, maxCharacters = Infinity, maxLines = Infinity } = limits;
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > maxBytes || characters > maxCharacters) return false;
  if (maxBytes !== Infinity && texts.reduce((sum, text) => sum + utf8Size(text), 0) > maxBytes) return false;
  return maxLines === Infinity || texts.reduce((sum, text) => sum + countLines(text), 0) <= maxLines;
}

/**
 * Returns the parts with the text before `headEnd` and from `tailStart` on, and how much of the original that
 * is.
 */
function showKept(
  pieces: readonly Piece[],
  headEnd: number,
  tailStart: number,
): { parts: ContentPart[]; bytes: number; lines: number } {
  const parts: ContentPart[] = [];
  let bytes = 0;
  let lines = 0;
  let seamShown = headEnd === 0;
  for (const { part, text, marks, start } of pieces) {
    if (text === "") {
      parts.push(part);
      continue;
    }
    const end = Math.max(0, Math.min(text.length, headEnd - start));
    const resume = Math.max(end, Math.min(text.length, tailStart - start));
    if (end === 0 && resume === text.length) continue;
    const head = text.slice(0, end);
    const tail = text.slice(resume);
    const marksShown = marks.filter((mark) => mark < end || mark >= resume).length;
    bytes += utf8Size(head) + utf8Size(tail) - marksShown * TRUNCATION_MARK_BYTES;
    lines += Math.min(countLines(text), countLines(head) + countLines(tail));
    if (end === resume) {
      parts.push(marks.length === 0 ? part : { type: "text", text });
      continue;
    }
    if (head !== "" && tail !== "") seamShown = true;
    else if (tail !== "" && !seamShown) {
      parts.push({ type: "text", text: TRUNCATION_MARK });
      seamShown = true;
    }
    if (head !== "" || tail !== "") parts.push({ type: "text", text: joinPieces(head, tail) });
  }
  return { parts, bytes, lines };
}
