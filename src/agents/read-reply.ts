import type { ModelUsage, ToolCall } from "../contract/index.js";

/** Characters of a reply's text that are kept: more than any provider lets a model write in one turn. */
export const MAX_REPLY_CHARACTERS = 1_000_000;

/** A reply that was checked, or why it is none. */
export type CheckedReply =
  | {
      readonly type: "reply";
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      /** As the provider counted; absent where it did not, or not in numbers. */
      readonly usage?: ModelUsage;
      readonly cutShort: boolean;
      readonly raw: unknown;
    }
  /** Nothing said and nothing called. */
  | { readonly type: "empty"; readonly usage?: ModelUsage }
  | { readonly type: "garbage"; readonly problem: string };

/**
 * Checks what a model answered: it is as little trusted as what it writes.
 *
 * A missing text with calls is an empty one. Calls keep whatever input they have; one without an id or a name gets an id from
 * its place and an empty name, which the pipeline answers with an error. Never throws.
 */
export function readReply(reply: unknown): CheckedReply {
  try {
    return checkReply(reply);
  } catch (thrown) {
    return garbage(`a value that cannot be read (${thrown instanceof Error ? thrown.message : "it throws"})`);
  }
}

function checkReply(reply: unknown): CheckedReply {
  if (typeof reply !== "object" || reply === null || Array.isArray(reply)) return garbage(kindOf(reply));
  const { text = "", toolCalls = [], usage: counted, cutShort, raw } = reply as Record<string, unknown>;
  if (!("text" in reply) && !("toolCalls" in reply)) return garbage("an object without text and toolCalls");
  if (typeof text !== "string") return garbage(`a text that is ${kindOf(text)}`);
  if (!Array.isArray(toolCalls)) return garbage(`toolCalls that are ${kindOf(toolCalls)} and no array`);
  const usage = readUsage(counted);
  const measured = usage === undefined ? {} : { usage };
  if (text.trim() === "" && toolCalls.length === 0 && cutShort !== true)
    return { type: "empty", ...measured };
  const cutText = text.length > MAX_REPLY_CHARACTERS;
  return {
    type: "reply",
    text: cutText ? shortened(text) : text,
    toolCalls: toolCalls.map(readCall),
    ...measured,
    cutShort: cutShort === true,
    // The provider's form of a text that was cut holds all of it.
    raw: cutText ? undefined : raw,
  };
}

function readCall(call: unknown, index: number): ToolCall {
  const { id, name, input } = (typeof call === "object" && call !== null ? call : {}) as Partial<
    Record<keyof ToolCall, unknown>
  >;
  return {
    id: typeof id === "string" && id !== "" ? id : `call-${index}`,
    name: typeof name === "string" ? name : "",
    input,
  };
}

function readUsage(usage: unknown): ModelUsage | undefined {
  if (typeof usage !== "object" || usage === null) return undefined;
  const { inputTokens, outputTokens } = usage as Partial<Record<keyof ModelUsage, unknown>>;
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function shortened(text: string): string {
  // A surrogate pair is left whole.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(MAX_REPLY_CHARACTERS - 1))
    ? MAX_REPLY_CHARACTERS - 1
    : MAX_REPLY_CHARACTERS;
  return `${text.slice(0, end)}\n[The reply went on for ${text.length - end} more characters, which were left out.]`;
}

function garbage(what: string): CheckedReply {
  return { type: "garbage", problem: `The model answered ${what}, which is no reply.` };
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
