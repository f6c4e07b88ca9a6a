import type { CallOutputs, ModelMessage, ToolResult } from "../contract/index.js";
import { compactResults } from "../truncation/index.js";

/** A conversation with its old results shortened. */
export interface CompactedConversation {
  readonly messages: readonly ModelMessage[];
  /** Results that were shortened this time. */
  readonly compacted: number;
}

/**
 * Shortens the oldest results of a conversation until all of them take at most so many tokens; the last few stay whole. What
 * was shortened can be read back from the output store; where nothing can be kept, the model has to make the call again.
 */
export async function compactConversation(
  messages: readonly ModelMessage[],
  options: { readonly maxTokens: number; readonly outputs: CallOutputs },
): Promise<CompactedConversation> {
  const all = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  const kept = await compactResults(all, options);
  const { results, compacted } =
    kept.compacted === 0 ? await compactResults(all, { maxTokens: options.maxTokens }) : kept;
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
