import type { TextLimits } from "../contract/index.js";
import { keepHead, keepTail, type LimitHit, type TextBudget } from "./kept-range.js";
import {
  countLines,
  TRUNCATION_MARK,
  TRUNCATION_MARK_BYTES,
  type TruncatedLines,
  utf8Size,
} from "./measure/index.js";

/** A text truncated to its limits, without the totals, which require reading all of it. */
export interface TextPreview {
  /**
   * The text to show: `head`, `tail`, or for a truncated middle both with a line `…` between them. Within
   * every limit, and empty only for the empty text: a limit smaller than one character results in `?`.
   */
  readonly text: string;
  /** The kept start; all of the text if nothing was truncated. */
  readonly head: string;
  /** The kept end. */
  readonly tail: string;
  readonly truncated: boolean;
  /** The limit that was exceeded; `line-length` if only single lines were truncated. */
  readonly hit?: LimitHit;
}

/** A text truncated to its limits, and the amount of omitted text. */
export interface TruncatedText extends TextPreview {
  /** UTF-8 bytes of the text that are not shown. */
  readonly omittedBytes: number;
  /** Lines that are completely omitted. */
  readonly omittedLines: number;
  /** Bytes of the full text; present if it was truncated. */
  readonly totalBytes?: number;
  /** Lines of the full text; present if it was truncated. */
  readonly totalLines?: number;
}

/** The ends of a text, with overlong lines already truncated: both are the same full text if `complete`. */
export interface TextEnds {
  readonly prefix: TruncatedLines;
  readonly suffix: TruncatedLines;
  readonly complete: boolean;
}

/** Size of a full text. */
export interface TextTotals {
  readonly bytes: number;
  readonly lines: number;
}

// The longest separator between head and tail: a line end, the mark, a line end.
const SEAM_BYTES = TRUNCATION_MARK_BYTES + 2;
const SEAM_CHARACTERS = TRUNCATION_MARK.length + 2;

/** Selects the part of a text to show; calls `totals` only when something is omitted. */
export function composeTruncated(
  ends: TextEnds,
  limits: TextLimits,
  totals: () => TextTotals,
): TruncatedText {
  const preview = composePreview(ends, limits);
  if (!preview.truncated) return { ...preview, omittedBytes: 0, omittedLines: 0 };
  const { bytes, lines } = totals();
  const { prefix, suffix } = ends;
  const marks =
    prefix.marks.filter((mark) => mark < preview.head.length).length +
    suffix.marks.filter((mark) => mark >= suffix.text.length - preview.tail.length).length;
  const keptBytes = utf8Size(preview.head) + utf8Size(preview.tail) - marks * TRUNCATION_MARK_BYTES;
  return {
    ...preview,
    omittedBytes: bytes - keptBytes,
    // A line that both pieces show in part is counted twice, and then no line is missing.
    omittedLines: Math.max(0, lines - countLines(preview.head) - countLines(preview.tail)),
    totalBytes: bytes,
    totalLines: lines,
  };
}

/** Selects the part of a text to show. */
export function composePreview(ends: TextEnds, limits: TextLimits): TextPreview {
  const { prefix, suffix, complete } = ends;
  const fit = keepHead(prefix.text, limits, { more: !complete });
  if (fit.hit === undefined) {
    const whole = { text: prefix.text, head: prefix.text, tail: "" };
    return prefix.marks.length === 0
      ? { ...whole, truncated: false }
      : { ...whole, truncated: true, hit: "line-length" };
  }
  if (limits.keep === "tail") {
    const edge = keepTail(suffix.text, limits);
    return truncatedPreview("", suffix.text.slice(edge.index), edge.hit ?? fit.hit);
  }
  if (limits.keep === "middle") {
    const halves = halveBudget(limits);
    if (halves !== undefined) {
      const head = prefix.text.slice(0, keepHead(prefix.text, halves.head, { more: !complete }).index);
      const tail = suffix.text.slice(keepTail(suffix.text, halves.tail).index);
      if (head !== "" || tail !== "") return truncatedPreview(head, tail, fit.hit);
    }
  }
  return truncatedPreview(prefix.text.slice(0, fit.index), "", fit.hit);
}

function truncatedPreview(head: string, tail: string, hit: LimitHit): TextPreview {
  return { text: joinPieces(head, tail), head, tail, truncated: true, hit };
}

/** Joins head and tail with a line `…` between them; returns `?` if both are empty. */
export function joinPieces(head: string, tail: string): string {
  if (tail === "") return head === "" ? "?" : head;
  if (head === "") return tail;
  return `${head}${head.endsWith("\n") ? "" : "\n"}${TRUNCATION_MARK}\n${tail}`;
}

/**
 * Returns the budgets of the two pieces of a text with an omitted middle; `undefined` if the limits are too
 * small for two.
 */
function halveBudget(budget: TextBudget): { head: TextBudget; tail: TextBudget } | undefined {
  const head: Record<string, number> = {};
  const tail: Record<string, number> = {};
  const reserved = { maxBytes: SEAM_BYTES, maxCharacters: SEAM_CHARACTERS, maxLines: 1 };
  for (const name of ["maxBytes", "maxCharacters", "maxLines"] as const) {
    const limit = budget[name];
    if (limit === undefined) continue;
    const available = limit - reserved[name];
    if (available < 2) return undefined;
    head[name] = Math.ceil(available / 2);
    tail[name] = Math.floor(available / 2);
  }
  const at = budget.truncateAt === undefined ? {} : { truncateAt: budget.truncateAt };
  return { head: { ...head, ...at }, tail: { ...tail, ...at } };
}
