import type { CallOutputs, ModelMessage, ToolResult } from "../../contract/index.js";
import { type CompactedResults, type CompactOptions, compactResults } from "../../truncation/index.js";

/** A conversation with its old results shortened. */
export interface CompactedConversation {
  readonly messages: readonly ModelMessage[];
  /** Results that were shortened this time. */
  readonly compacted: number;
}

/** What a conversation may take, and where what is taken out of it goes. */
export interface CompactConversationOptions {
  /** Tokens of all results to come down to. */
  readonly maxTokens: number;
  /** Tokens that they may have at the most: for these alone results are shortened that the model has not seen yet. */
  readonly limit: number;
  readonly outputs: CallOutputs;
}

/**
 * Shortens the oldest results of a conversation until all of them take at most so many tokens; the last few stay whole, and those
 * of the last turn, which the model has not seen yet, where there is room for them. What was shortened can be read back from
 * the output store; where nothing can be kept, the model has to make the call again.
 */
export async function compactConversation(
  messages: readonly ModelMessage[],
  { maxTokens, limit, outputs }: CompactConversationOptions,
): Promise<CompactedConversation> {
  const all = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  const last = messages.at(-1);
  const unseen = new Set(last?.role === "tool" ? last.results : []);
  const seen = await shortened(all, outputs, { maxTokens, keep: (result) => unseen.has(result) });
  const { results, compacted: more } = await shortened(seen.results, outputs, { maxTokens: limit });
  const compacted = seen.compacted + more;
  if (compacted === 0) return { messages, compacted };
  let next = 0;
  const take = (old: readonly ToolResult[]) => {
    const taken = results.slice(next, next + old.length);
    next += old.length;
    // Untouched messages stay the same objects: what is known about them still holds.
    return taken.every((result, index) => result === old[index]) ? undefined : taken;
  };
  const shorter = messages.map((message): ModelMessage => {
    if (message.role !== "tool") return message;
    const taken = take(message.results);
    return taken === undefined ? message : { role: "tool", results: taken };
  });
  return { messages: shorter, compacted };
}

/** Where nothing can be kept, results are shortened all the same. */
async function shortened(
  results: readonly ToolResult[],
  outputs: CallOutputs,
  options: Pick<CompactOptions, "maxTokens" | "keep">,
): Promise<CompactedResults> {
  const kept = await compactResults(results, { ...options, outputs });
  return kept.compacted === 0 ? compactResults(results, options) : kept;
}
