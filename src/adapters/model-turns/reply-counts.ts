import type { ModelUsage } from "../../contract/index.js";

/** Returns the usage of a reply from the provider's counts, each a sum; undefined unless both are known. */
export function countedUsage(
  input: readonly unknown[],
  output: readonly unknown[],
): { readonly usage?: ModelUsage } {
  const inputTokens = sum(input);
  const outputTokens = sum(output);
  if (inputTokens === undefined || outputTokens === undefined) return {};
  return { usage: { inputTokens, outputTokens } };
}

function sum(counts: readonly unknown[]): number | undefined {
  const numbers = counts.filter((count) => typeof count === "number");
  return numbers.length === 0 ? undefined : numbers.reduce((total, count) => total + count, 0);
}

/** Returns the smaller of the request's and the model's limit for a reply; undefined if neither is set. */
export function outputLimit(requested: number | undefined, own: number | undefined): number | undefined {
  if (requested === undefined || own === undefined) return requested ?? own;
  return Math.min(requested, own);
}

/** Most parts of one reply, such as calls and texts: the agent loop accepts no more calls, and no model writes as many. */
const MAX_REPLY_PARTS = 10_000;

/**
 * Throws an error with the provider if the parts of a reply are too many. Called before the parts are converted, because a
 * conversion of 100,000 parts blocks the event loop.
 *
 * @param lists - the lists of parts; values that are not lists are not counted
 */
export function requireFewParts(provider: string, ...lists: readonly unknown[]): void {
  const parts = lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  if (parts <= MAX_REPLY_PARTS) return;
  throw new Error(`${provider}: the reply has ${parts} parts; the limit is ${MAX_REPLY_PARTS}.`);
}
