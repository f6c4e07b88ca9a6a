import { checkTruncationPolicy, type TextLimits } from "../contract/index.js";
import {
  composePreview,
  composeTruncated,
  type TextEnds,
  type TextPreview,
  type TruncatedText,
} from "./compose-truncated.js";
import { countLines, enoughFromEnd, enoughFromStart, truncateLongLines, utf8Size } from "./measure/index.js";

/** Options of a truncation besides the limits. */
export interface TruncateOptions {
  /** `"skip"` does not count the omitted bytes and lines: no more of the text is read than is kept. */
  readonly totals?: "exact" | "skip";
}

// Truncation reads one unit beyond the limit, for the second half of a pair or a line end.
const LOOK_AHEAD = 2;

/**
 * Truncates a text to its limits: keeps UTF-8 and surrogate pairs valid, is idempotent, and returns an empty
 * text only for an empty text.
 *
 * Truncates overlong lines first (their last unit becomes `…`), then the text to its lines and size. A single
 * overlong line still results in a preview. Throws a `RangeError` for invalid limits.
 *
 * @example
 * const cut = truncateText(output, { maxBytes: 51_200, maxLines: 2000, keep: "tail" });
 * if (cut.truncated) console.log(`...${cut.omittedLines} lines truncated...\n\n${cut.text}`);
 */
export function truncateText(
  text: string,
  limits: TextLimits,
  options?: TruncateOptions & { readonly totals?: "exact" },
): TruncatedText;
export function truncateText(text: string, limits: TextLimits, options: TruncateOptions): TextPreview;
export function truncateText(text: string, limits: TextLimits, options: TruncateOptions = {}): TextPreview {
  checkTruncationPolicy(limits);
  const ends = endsOf(text, limits);
  if (options.totals === "skip") return composePreview(ends, limits);
  return composeTruncated(ends, limits, () => ({ bytes: utf8Size(text), lines: countLines(text) }));
}

function endsOf(text: string, limits: TextLimits): TextEnds {
  const { maxLineLength } = limits;
  if (maxLineLength === undefined) {
    const whole = { text, marks: [] };
    return { prefix: whole, suffix: whole, complete: true };
  }
  const enough = {
    characters: Math.min(limits.maxBytes ?? Infinity, limits.maxCharacters ?? Infinity) + LOOK_AHEAD,
    lines: (limits.maxLines ?? Infinity) + 1,
  };
  const end = enoughFromStart(text, maxLineLength, enough);
  const prefix = truncateLongLines(text.slice(0, end), maxLineLength);
  if (end === text.length) return { prefix, suffix: prefix, complete: true };
  const start =
    limits.keep === "tail" || limits.keep === "middle" ? enoughFromEnd(text, maxLineLength, enough) : end;
  return { prefix, suffix: truncateLongLines(text.slice(start), maxLineLength), complete: false };
}
