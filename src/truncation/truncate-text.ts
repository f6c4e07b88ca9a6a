import {
  composeCut,
  composePreview,
  type TextEnds,
  type TextPreview,
  type TruncatedText,
} from "./compose-cut.js";
import { countLines, cutLongLines, enoughFromEnd, enoughFromStart, utf8Size } from "./measure/index.js";
import { checkTruncationPolicy, type TextLimits } from "./text-limits.js";

/** How a text is truncated, beside the limits. */
export interface TruncateOptions {
  /** `"skip"` leaves the omitted bytes and lines uncounted: no more of the text is looked at than is kept. */
  readonly totals?: "exact" | "skip";
}

// A cut looks at one unit beyond the limit, for the second half of a pair or a line end.
const LOOK_AHEAD = 2;

/**
 * Holds a text to its limits: UTF-8 and surrogate safe, idempotent, never empty for a text that is not.
 *
 * Overlong lines are cut first (their last unit becomes `…`), then the text is cut to its lines and size. A single
 * overlong line still gives a preview. Throws a `RangeError` for limits that make no sense.
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
  return composeCut(ends, limits, () => ({ bytes: utf8Size(text), lines: countLines(text) }));
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
  const prefix = cutLongLines(text.slice(0, end), maxLineLength);
  if (end === text.length) return { prefix, suffix: prefix, complete: true };
  const start =
    limits.keep === "tail" || limits.keep === "middle" ? enoughFromEnd(text, maxLineLength, enough) : end;
  return { prefix, suffix: cutLongLines(text.slice(start), maxLineLength), complete: false };
}
