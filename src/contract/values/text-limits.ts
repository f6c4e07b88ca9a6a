import { isRecord, type KeysOf, requireKnownKeys, shownValue } from "../../values/index.js";

/**
 * Limits of the part of a text that the model may see, and the end that is kept.
 *
 * In a policy of a runtime or a tool, an absent member is the default of the runtime (102,400 bytes from the start), and
 * no policy allows more than 1,048,576 bytes. In the functions of `collet/truncation`, an absent limit does not apply.
 */
export interface TruncationPolicy {
  readonly maxBytes?: number;
  readonly maxLines?: number;
  /** UTF-16 code units of a single line; a longer line is truncated and marked. */
  readonly maxLineLength?: number;
  readonly keep?: "head" | "tail" | "middle";
}

/** A record of the content that truncation removed from a result. */
export interface TruncationRecord {
  readonly omittedBytes: number;
  readonly omittedLines: number;
  /** The path of the full output, if it was stored. */
  readonly savedTo?: string;
}

/**
 * All limits of a text. A plain {@link TruncationPolicy} is one of these.
 *
 * An absent limit does not apply; several limits apply together.
 */
export interface TextLimits extends TruncationPolicy {
  /** UTF-16 code units of the full text: the value of `string.length`. */
  readonly maxCharacters?: number;
  /**
   * Position at which a size limit truncates. `"line"` (default) goes back to the nearest line end if that
   * costs at most half of the text; `"character"` uses the limit completely.
   */
  readonly truncateAt?: "line" | "character";
}

const LIMIT_NAMES = {
  maxBytes: true,
  maxCharacters: true,
  maxLines: true,
  maxLineLength: true,
  keep: true,
  truncateAt: true,
} as const satisfies KeysOf<TextLimits>;

const NUMBERS = ["maxBytes", "maxCharacters", "maxLines", "maxLineLength"] as const;
const KEEPS: readonly unknown[] = [undefined, "head", "tail", "middle"];
const TRUNCATION_POINTS: readonly unknown[] = [undefined, "line", "character"];

/**
 * Checks the limits and returns them.
 *
 * Throws a `RangeError` for a limit that is not an integer of at least 1 (0, negative, `NaN`, `Infinity`, fractions)
 * and for an unknown `keep` or `truncateAt`.
 */
export function checkTruncationPolicy<Limits extends TextLimits>(limits: Limits): Limits {
  for (const name of NUMBERS) {
    const value: unknown = limits[name];
    if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 1)) continue;
    throw new RangeError(
      `truncation: ${name} must be an integer of at least 1, not ${String(value)}. Omit it for the default.`,
    );
  }
  if (!KEEPS.includes(limits.keep)) {
    throw new RangeError(`truncation: keep must be "head", "tail" or "middle", not ${String(limits.keep)}.`);
  }
  if (!TRUNCATION_POINTS.includes(limits.truncateAt)) {
    throw new RangeError(
      `truncation: truncateAt must be "line" or "character", not ${String(limits.truncateAt)}.`,
    );
  }
  return limits;
}

/**
 * Checks limits that a host or a tool sets: an object without unknown keys, whose limits are possible.
 *
 * @param what - the name of the option, for messages
 * @throws TypeError for a value that is not an object and for an unknown key, RangeError for an impossible limit
 *
 * @example
 * checkTruncationLimits({ maxLine: 5 }, "truncation");
 * // TypeError: truncation has no key "maxLine". Did you mean "maxLines"?
 */
export function checkTruncationLimits(limits: unknown, what: string): TextLimits {
  if (!isRecord(limits))
    throw new TypeError(
      `${what} must be an object like { maxBytes: 50_000 }, but it is ${shownValue(limits)}.`,
    );
  requireKnownKeys(what, limits, LIMIT_NAMES, "key");
  return checkTruncationPolicy(limits as TextLimits);
}
