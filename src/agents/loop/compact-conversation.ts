import type { CallOutputs, ModelMessage, ToolResult } from "../../contract/index.js";
import { type CompactedResults, type CompactOptions, compactResults } from "../../truncation/index.js";

/** A conversation with its old results shortened. */
export interface CompactedConversation {
  readonly messages: readonly ModelMessage[];
  /** The number of results that were shortened this time. */
  readonly compacted: number;
}

/** Limits of a conversation, with the store for the removed text. */
export interface CompactConversationOptions {
  /** Tokens of all results after the compaction. */
  readonly maxTokens: number;
  /**
   * Tokens that all results may have: only above this limit are results shortened that the model has not seen yet.
   */
  readonly limit: number;
  readonly outputs: CallOutputs;
}

/**
 * Shortens the oldest results of a conversation until all of them have at most `maxTokens` tokens. The last few stay
 * whole, and those of the last turn, which the model has not seen yet, if the limit allows it. The shortened text can
 * be read from the output store; without a store, the model has to repeat the call.
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
    // Unchanged messages stay the same objects, so cached information about them stays valid.
    return taken.every((result, index) => result === old[index]) ? undefined : taken;
  };
  const shorter = messages.map((message): ModelMessage => {
    if (message.role !== "tool") return message;
    const taken = take(message.results);
    return taken === undefined ? message : { role: "tool", results: taken };
  });
  return { messages: shorter, compacted };
}

/** Shortens results even if they cannot be stored. */
async function shortened(
  results: readonly ToolResult[],
  outputs: CallOutputs,
  options: Pick<CompactOptions, "maxTokens" | "keep">,
): Promise<CompactedResults> {
  const kept = await compactResults(results, { ...options, outputs });
  return kept.compacted === 0 ? compactResults(results, options) : kept;
}
