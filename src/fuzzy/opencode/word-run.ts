import type { StepBudget } from "../request/index.js";

/** A part of a line. */
interface LinePart {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the first part of a line that consists of words with any white space between them. The first word may end, and
 * the last may begin, a longer word of the line.
 */
export function findWords(line: string, words: readonly string[], budget: StepBudget): LinePart | undefined {
  const [first = ""] = words;
  const last = words[words.length - 1] ?? "";
  if (words.length === 1) {
    const start = line.indexOf(first);
    return start < 0 ? undefined : { start, end: start + first.length };
  }
  const tokens = [...line.matchAll(/\S+/g)];
  for (let at = 0; at + words.length <= tokens.length; at += 1) {
    if (!budget.take(1)) return undefined;
    const [own, end] = [tokens[at], tokens[at + words.length - 1]];
    if (own === undefined || end === undefined) return undefined;
    if (!own[0].endsWith(first) || !end[0].startsWith(last)) continue;
    if (!budget.take(words.length)) return undefined;
    const isRun = words.slice(1, -1).every((word, between) => tokens[at + 1 + between]?.[0] === word);
    if (isRun) return { start: own.index + own[0].length - first.length, end: end.index + last.length };
  }
  return undefined;
}
