import type { ContentPart, TruncationRecord } from "../contract/index.js";
import { joinPieces, type TextPreview } from "./compose-cut.js";
import { partText } from "./content-text.js";
import type { LimitHit } from "./kept-range.js";
import {
  CUT_MARK,
  CUT_MARK_BYTES,
  type CutLines,
  countLines,
  cutLongLines,
  utf8Size,
} from "./measure/index.js";
import { checkTruncationPolicy, type TextLimits } from "./text-limits.js";
import { truncateText } from "./truncate-text.js";

/** What was cut from the parts of a result; a notice is worded from this. */
export interface ContentCut extends TruncationRecord {
  /** The limit that was exceeded. */
  readonly hit: LimitHit;
  /** Bytes of all text before the cut. */
  readonly totalBytes: number;
  /** Lines of all text before the cut. */
  readonly totalLines: number;
}

/** The parts of a result held to one budget. */
export interface TruncatedContent {
  readonly parts: readonly ContentPart[];
  /** Present when something was cut. */
  readonly cut?: ContentCut;
}

/** The text of a part with its overlong lines cut, and where it starts in the text of all parts. */
interface Piece extends CutLines {
  readonly part: ContentPart;
  readonly start: number;
}

/**
 * Holds the text of several parts to one budget, as if it were one text: from the first part on, from the last one back,
 * or both for `keep: "middle"`.
 *
 * A JSON part counts with its compact JSON, is one line whatever `maxLineLength` says, and becomes a text part with a
 * preview of its JSON when it does not fit. Text parts of which nothing is left are dropped; images and files stay where they are
 * and count nothing. Parts that fit come back as the very same array.
 *
 * @example
 * const { parts, cut } = truncateContent(result.content, { maxBytes: 102_400 });
 */
export function truncateContent(parts: readonly ContentPart[], limits: TextLimits): TruncatedContent {
  checkTruncationPolicy(limits);
  if (parts.length === 1 && isPlainlySmall(parts[0], limits)) return { parts };
  const texts = parts.map(partText);
  const { pieces, joined } = layOut(parts, texts, limits.maxLineLength);
  // With its marks: where a line was cut, a mark can take more room than what it stands for.
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
    cut: {
      hit: kept.hit ?? "line-length",
      omittedBytes: totalBytes - shown.bytes,
      omittedLines: totalLines - shown.lines,
      totalBytes,
      totalLines,
    },
  };
}

/** Most results are one short text: they need no counting to be seen to fit. */
function isPlainlySmall(part: ContentPart | undefined, limits: TextLimits): boolean {
  if (part?.type !== "text") return false;
  const { maxBytes = Infinity, maxCharacters = Infinity, maxLines, maxLineLength = Infinity } = limits;
  const { length } = part.text;
  // A UTF-16 unit takes three bytes at the most.
  return (
    maxLines === undefined && length * 3 <= maxBytes && length <= maxCharacters && length <= maxLineLength
  );
}

/** Puts all text together, each part on lines of its own. */
function layOut(
  parts: readonly ContentPart[],
  texts: readonly string[],
  maxLineLength: number | undefined,
): { pieces: readonly Piece[]; joined: string } {
  const pieces: Piece[] = [];
  let joined = "";
  for (const [index, part] of parts.entries()) {
    const text = texts[index] ?? "";
    const lines =
      maxLineLength === undefined || part.type !== "text"
        ? { text, marks: [] }
        : cutLongLines(text, maxLineLength);
    if (lines.text !== "" && joined !== "" && !joined.endsWith("\n")) joined += "\n";
    pieces.push({ ...lines, part, start: joined.length });
    joined += lines.text;
  }
  return { pieces, joined };
}

/** Whether the parts are within the budget as they are, without the line ends that laying them out adds. */
function fitBudget(texts: readonly string[], limits: TextLimits): boolean {
  const { maxBytes = Infinity, maxCharacters = Infinity, maxLines = Infinity } = limits;
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > maxBytes || characters > maxCharacters) return false;
  if (maxBytes !== Infinity && texts.reduce((sum, text) => sum + utf8Size(text), 0) > maxBytes) return false;
  return maxLines === Infinity || texts.reduce((sum, text) => sum + countLines(text), 0) <= maxLines;
}

/** The parts with what lies before `headEnd` and from `tailStart` on, and how much of the original that is. */
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
    const head = text.slice(0, end);
    const tail = text.slice(resume);
    const marksShown = marks.filter((mark) => mark < end || mark >= resume).length;
    bytes += utf8Size(head) + utf8Size(tail) - marksShown * CUT_MARK_BYTES;
    lines += Math.min(countLines(text), countLines(head) + countLines(tail));
    if (end === resume) {
      parts.push(marks.length === 0 ? part : { type: "text", text });
      continue;
    }
    if (head !== "" && tail !== "") seamShown = true;
    else if (tail !== "" && !seamShown) {
      parts.push({ type: "text", text: CUT_MARK });
      seamShown = true;
    }
    if (head !== "" || tail !== "") parts.push({ type: "text", text: joinPieces(head, tail) });
  }
  return { parts, bytes, lines };
}
