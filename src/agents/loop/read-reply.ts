import { describeThrown, ignoreRejection, type ModelUsage, type ToolCall } from "../../contract/index.js";
import { boundaryBefore, counted } from "../../text/index.js";
import { withDistinctIds } from "./call-batch.js";
import { ownInput, withoutRejections } from "./own-input.js";

/** Characters of a reply's text that are kept: more than any provider lets a model write in one turn. */
const MAX_REPLY_CHARACTERS = 1_000_000;

/** Number of calls of one reply: each gets a result, and the model could not read more results. */
const MAX_REPLY_CALLS = 10_000;

/** Characters of the calls of one reply, as JSON: all of them are sent to the model on every turn. */
const MAX_CALLS_CHARACTERS = 10_000_000;

/** A checked reply, or the reason why it is invalid. */
export type CheckedReply =
  | {
      readonly type: "reply";
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      /** As the provider counted; absent if it did not, or not in numbers. */
      readonly usage?: ModelUsage;
      readonly truncated: boolean;
      readonly raw: unknown;
    }
  /** A reply without text and calls. */
  | { readonly type: "empty"; readonly usage?: ModelUsage }
  | { readonly type: "garbage"; readonly problem: string };

/**
 * Checks the reply of a model, which is as untrusted as the text that it writes.
 *
 * A missing text with calls counts as an empty text. Calls keep the values of their input; a call without an id or a name
 * gets an id from its position and an empty name, which the pipeline answers with an error. A repeated id gets a
 * number appended, because each call has a separate result. Each member is read once. Never throws.
 */
export function readReply(reply: unknown): CheckedReply {
  try {
    return checkReply(reply);
  } catch (thrown) {
    ignoreRejection(thrown);
    return garbage(`a value that cannot be read (${describeThrown(thrown)})`);
  }
}

function checkReply(reply: unknown): CheckedReply {
  if (typeof reply !== "object" || reply === null || Array.isArray(reply)) return garbage(kindOf(reply));
  const read = fieldsOf(reply, ["text", "toolCalls", "usage", "truncated", "raw"]);
  const { text = "", toolCalls = [], truncated, raw } = read;
  if (!("text" in reply) && !("toolCalls" in reply)) return garbage("an object without text and toolCalls");
  if (typeof text !== "string") return garbage(`a text field that is ${kindOf(text)}`);
  if (!Array.isArray(toolCalls))
    return garbage(`toolCalls that are ${kindOf(toolCalls)} instead of an array`);
  const { length } = fieldsOf(toolCalls, ["length"]);
  if (!isCount(length)) return garbage(`toolCalls whose length is ${kindOf(length)}`);
  if (length > MAX_REPLY_CALLS) return tooMuch(`${length} calls at once`, MAX_REPLY_CALLS);
  // Not `map`, which skips the holes of a list.
  const given = Array.from({ length }, (_, index) => fieldsOf(itemOf(toolCalls, index), CALL_FIELDS));
  const calls = withDistinctIds(given.map(readCall));
  const characters = jsonLength(calls);
  if (characters > MAX_CALLS_CHARACTERS) {
    return tooMuch(`calls of ${characters} characters`, MAX_CALLS_CHARACTERS);
  }
  const usage = readUsage(read.usage);
  const measured = usage === undefined ? {} : { usage };
  if (text.trim() === "" && calls.length === 0 && truncated !== true) return { type: "empty", ...measured };
  const isTooLong = text.length > MAX_REPLY_CHARACTERS;
  const sameIds = calls.every(({ id }, index) => given[index]?.id === id);
  return {
    type: "reply",
    text: isTooLong ? shortened(text) : text,
    toolCalls: calls,
    ...measured,
    truncated: truncated === true,
    // The raw form of a truncated text contains all of it, with the provider's original ids.
    raw: isTooLong || !sameIds ? undefined : raw,
  };
}

const CALL_FIELDS = ["id", "name", "input"] as const;

/** Reads the fields of a value once each: a getter may return another promise that rejects every time. */
function fieldsOf<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  const fields: Partial<Record<Name, unknown>> = {};
  if (typeof value !== "object" || value === null) return fields;
  for (const name of names) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    ignoreRejection(field);
    fields[name] = field;
  }
  return fields;
}

function itemOf(list: readonly unknown[], index: number): unknown {
  const item = list[index];
  ignoreRejection(item);
  return item;
}

function readCall({ id, name, input }: Partial<Record<keyof ToolCall, unknown>>, index: number): ToolCall {
  return {
    id: typeof id === "string" && id !== "" ? id : `call-${index}`,
    name: typeof name === "string" ? name : "",
    input: ownInput(input),
  };
}

function readUsage(usage: unknown): ModelUsage | undefined {
  const { inputTokens, outputTokens } = fieldsOf(usage, ["inputTokens", "outputTokens"]);
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  // No request uses zero tokens: some services report 0 because they do not count.
  return inputTokens + outputTokens === 0 ? undefined : { inputTokens, outputTokens };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

/** Returns the length of a value as JSON; 0 for one that cannot be written, which the pipeline refuses. */
function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value, withoutRejections).length;
  } catch (thrown) {
    ignoreRejection(thrown);
    return 0;
  }
}

function shortened(text: string): string {
  const end = boundaryBefore(text, MAX_REPLY_CHARACTERS);
  return `${text.slice(0, end)}\n[The reply had ${counted(text.length - end, "more character")}, omitted here.]`;
}

function garbage(what: string): CheckedReply {
  return {
    type: "garbage",
    problem: `The model answered ${what}, which is not a valid reply. Its generate() must return { text, toolCalls }.`,
  };
}

function tooMuch(what: string, max: number): CheckedReply {
  const problem = `The model answered ${what}; the limit of one reply is ${max}. Ask for less at once.`;
  return { type: "garbage", problem };
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
