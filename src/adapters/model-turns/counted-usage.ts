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
