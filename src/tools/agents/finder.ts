import type { Operation } from "../operation.js";
import { type AgentAnswer, askSubagent } from "./agent-answer.js";
import { checkRanges, type DroppedRange, type FoundRange } from "./found/check-ranges.js";
import { parseRanges } from "./found/parse-ranges.js";
import { readOnlyFacts, readOnlyKeys } from "./read-only-profile.js";

/** What to look for. */
export interface FinderInput {
  /** In plain words. */
  readonly query: string;
  /** What the model calls it; for messages. Default `query`. */
  readonly wording?: { readonly query?: string };
}

/** Where it is. */
export interface FinderOutput extends AgentAnswer {
  /** What the answer names and what is there, in its order. */
  readonly ranges: readonly FoundRange[];
  /** What the answer names and what is not there. */
  readonly dropped: readonly DroppedRange[];
}

const INSTRUCTIONS = `You search a code base for somebody who will read what you find. Use the tools for finding files by name, searching in files, reading and listing; send several searches at once. You change nothing.

Answer with one line for each place, the most important first, and nothing else:
path/from/the/working/directory.ts:12-40  what it has to do with the question

Give the narrowest range of lines that shows it, and only what you have seen yourself. If there is nothing, say so and where you looked.`;

/**
 * Finds code by what it does: a subagent that may only read searches, and its answer is read for files and line ranges.
 *
 * Every place that the answer names is looked up: lines behind the end of a file are cut off, and what is not there, is outside of
 * the workspace or holds secrets is dropped, with the reason. Errors as with `delegateOperation`.
 */
export const finderOperation: Operation<FinderInput, FinderOutput> = {
  kind: "search",
  annotations: { readOnlyHint: true },
  executionProfile: { resourceKeys: readOnlyKeys },
  facts: readOnlyFacts,
  timeoutMs: false,
  requires: ["model"],
  async run({ query, wording = {} }, context) {
    const words = { prompt: wording.query ?? "query", resume: false } as const;
    const request = { kind: "finder", prompt: query, instructions: INSTRUCTIONS, description: "Search" };
    const answer = await askSubagent(request, context, words);
    const { ranges, dropped } = await checkRanges(parseRanges(answer.text), context);
    return { ...answer, ranges, dropped };
  },
};
