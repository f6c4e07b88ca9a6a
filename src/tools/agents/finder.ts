import type { Operation } from "../operation.js";
import { type AgentAnswer, askSubagent } from "./agent-answer.js";
import { checkRanges, type DroppedRange, type FoundRange } from "./found/check-ranges.js";
import { parseRanges } from "./found/parse-ranges.js";
import { readOnlyFacts, readOnlyKeys } from "./read-only-profile.js";

/** Input of a code search. */
export interface FinderInput {
  /** In plain words. */
  readonly query: string;
  /** The name of the parameter for the model, used in messages. Default `query`. */
  readonly wording?: { readonly query?: string | undefined } | undefined;
}

/** Result of a code search. */
export interface FinderOutput extends AgentAnswer {
  /** The ranges in the answer that exist, in its order. */
  readonly ranges: readonly FoundRange[];
  /** The ranges in the answer that were rejected. */
  readonly dropped: readonly DroppedRange[];
}

const INSTRUCTIONS = `You search a codebase for another agent, which will read what you find. Use the tools for finding files by name, searching in files, reading and listing; send several searches at once. You change nothing.

Answer with one line for each location, the most important first, and nothing else:
path/from/the/working/directory.ts:12-40  what it has to do with the question

Use the narrowest range of lines that shows it, and only what you have seen yourself. If you find nothing, say so and where you looked.`;

/**
 * Finds code by its purpose: a read-only subagent searches, and files and line ranges are parsed from its answer.
 *
 * Each location in the answer is checked: ranges are limited to the lines of the file, and locations that do not exist,
 * are outside the workspace or contain secrets are dropped, with the reason. Errors as for `delegateOperation`.
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
