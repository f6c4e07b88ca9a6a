import type { TruncatedText } from "./compose-cut.js";
import type { TextLimits } from "./text-limits.js";
import { truncateText } from "./truncate-text.js";

/** A limit in tokens of some model, counted by the host. */
export interface TokenBudget {
  readonly maxTokens: number;
  /** Counts the tokens of a text. Longer texts must not count for less. */
  readonly countTokens: (text: string) => number;
}

/** Where the search starts: about what a token of English text has. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Holds a text to a number of tokens, and to other limits as well; `hit` is `tokens` when that number made the cut.
 *
 * The counter is asked a few times (about twice the logarithm of the budget) and never about much more text than fits. Of
 * a text that is not empty at least one character is shown. Throws a `RangeError` for limits that make no sense.
 *
 * @example
 * truncateToTokens(output, { maxTokens: 8000, countTokens: (text) => encode(text).length }, { keep: "tail" });
 */
export function truncateToTokens(text: string, budget: TokenBudget, limits: TextLimits = {}): TruncatedText {
  const { maxTokens, countTokens } = budget;
  if (!Number.isSafeInteger(maxTokens) || maxTokens < 1) {
    throw new RangeError(
      `truncation: maxTokens must be a whole number of at least 1, not ${String(maxTokens)}.`,
    );
  }
  const limitedTo = (maxCharacters: number): TextLimits => ({
    ...limits,
    maxCharacters: Math.min(maxCharacters, limits.maxCharacters ?? Infinity),
  });
  const fits = (maxCharacters: number): boolean =>
    countTokens(truncateText(text, limitedTo(maxCharacters), { totals: "skip" }).text) <= maxTokens;

  const start = maxTokens * CHARACTERS_PER_TOKEN;
  const plain = truncateText(text, limits, { totals: "skip" }).text;
  if (plain.length <= start && countTokens(plain) <= maxTokens) return truncateText(text, limits);

  const most = Math.min(Math.max(text.length, 1), limits.maxCharacters ?? Infinity);
  let fitting = 1;
  let next = Math.min(most, start);
  while (next < most && fits(next)) {
    fitting = next;
    next = Math.min(most, next * 2);
  }
  if (next === most && fits(most)) return truncateText(text, limits);
  while (next - fitting > 1) {
    const middle = Math.floor((fitting + next) / 2);
    if (fits(middle)) fitting = middle;
    else next = middle;
  }
  const cut = truncateText(text, limitedTo(fitting));
  return cut.hit === "characters" ? { ...cut, hit: "tokens" } : cut;
}
