import type { TextLimits } from "../contract/index.js";
import type { TruncatedText } from "./compose-truncated.js";
import { truncateText } from "./truncate-text.js";

/** A limit in tokens of a model, counted by the host. */
export interface TokenBudget {
  readonly maxTokens: number;
  /** Returns the number of tokens of a text. A longer text must not have fewer tokens. */
  readonly countTokens: (text: string) => number;
}

/** Start value of the search: about the size of a token of English text. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Truncates a text to a number of tokens and to other limits; `hit` is `tokens` if the number of tokens
 * determined the result.
 *
 * The counter is called a few times (about twice the logarithm of the budget) and never for much more text
 * than fits. Returns at least one character of a non-empty text. Throws a `RangeError` for invalid limits.
 *
 * @example
 * truncateToTokens(output, { maxTokens: 8000, countTokens: (text) => encode(text).length }, { keep: "tail" });
 */
export function truncateToTokens(text: string, budget: TokenBudget, limits: TextLimits = {}): TruncatedText {
  const { maxTokens, countTokens } = budget;
  if (!Number.isSafeInteger(maxTokens) || maxTokens < 1) {
    throw new RangeError(`truncation: maxTokens must be an integer of at least 1, not ${String(maxTokens)}.`);
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
  const truncated = truncateText(text, limitedTo(fitting));
  return truncated.hit === "characters" ? { ...truncated, hit: "tokens" } : truncated;
}
