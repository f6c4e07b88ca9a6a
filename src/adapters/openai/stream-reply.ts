import { isRecord } from "../../values/index.js";
import type { OpenAIModelCompletion, OpenAIModelResponse } from "./model-wire-types.js";

/** The events that end a stream; each contains the whole response. */
const LAST_EVENTS: readonly unknown[] = ["response.completed", "response.incomplete", "response.failed"];

/**
 * Returns the response at the end of a stream of the Responses API, and passes on its text meanwhile. A service that does not stream
 * answers with the response itself.
 */
export async function streamResponse(
  reply: unknown,
  onText: (delta: string) => void,
): Promise<OpenAIModelResponse> {
  if (!isStream(reply)) return reply as OpenAIModelResponse;
  for await (const event of reply) {
    if (!isRecord(event)) continue;
    if (event.type === "response.output_text.delta") onText(event.delta as string);
    if (LAST_EVENTS.includes(event.type)) return event.response as OpenAIModelResponse;
  }
  throw new Error("the stream ended without a response.");
}

/** Returns whether a reply is a stream of events. */
function isStream(reply: unknown): reply is AsyncIterable<unknown> {
  return typeof reply === "object" && reply !== null && Symbol.asyncIterator in reply;
}

type Fields = Map<string, unknown>;

/**
 * Returns the completion at the end of a stream of Chat Completions, and passes on its text meanwhile. A service that does not stream
 * answers with the completion itself.
 */
export async function streamCompletion(
  reply: unknown,
  onText: (delta: string) => void,
): Promise<OpenAIModelCompletion> {
  if (!isStream(reply)) return reply as OpenAIModelCompletion;
  const message: Fields = new Map([["role", "assistant"]]);
  message.set("content", null);
  const calls: Fields[] = [];
  const callsByIndex = new Map<unknown, Fields>();
  let finishReason: string | undefined;
  let usage: object | undefined;
  for await (const chunk of reply) {
    if (!isRecord(chunk)) continue;
    if (isRecord(chunk.usage)) usage = chunk.usage;
    const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (!isRecord(choice)) continue;
    if (typeof choice.finish_reason === "string") finishReason = choice.finish_reason;
    if (!isRecord(choice.delta)) continue;
    const { tool_calls: parts, ...fields } = choice.delta;
    addFields(message, fields);
    if (typeof fields.content === "string") onText(fields.content);
    for (const part of Array.isArray(parts) ? parts : []) {
      if (!isRecord(part)) continue;
      // Some services write no index.
      const index = part.index ?? part.id ?? calls.length - 1;
      let call = callsByIndex.get(index);
      if (call === undefined) {
        call = new Map();
        calls.push(call);
        callsByIndex.set(index, call).set(calls.length - 1, call);
      }
      addCall(call, part);
    }
  }
  if (finishReason === undefined) throw new Error("the stream ended before the reply was complete.");
  if (calls.length > 0) message.set("tool_calls", calls.map(callOf));
  return {
    choices: [{ message: Object.fromEntries(message), finish_reason: finishReason }],
    ...(usage !== undefined && { usage }),
  };
}

/** Adds the next part of a message: texts and lists continue, for example the reasoning of compatible services. */
function addFields(message: Fields, fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields)) {
    const before = message.get(name);
    if (value === null || value === undefined || name === "role") continue;
    if (typeof before === "string" && typeof value === "string") message.set(name, before + value);
    else if (Array.isArray(before) && Array.isArray(value)) before.push(...value);
    else message.set(name, Array.isArray(value) ? [...value] : value);
  }
}

/** Adds the next part of a call: only its arguments continue, because some services repeat the other fields. */
function addCall(call: Fields, { index: _index, function: part, ...fields }: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(fields)) if (value) call.set(name, value);
  if (!isRecord(part)) return;
  if (typeof part.name === "string" && part.name !== "") call.set("name", part.name);
  if (typeof part.arguments === "string") {
    call.set("arguments", `${call.get("arguments") ?? ""}${part.arguments}`);
  }
}

function callOf(call: Fields): object {
  const { name, arguments: input, ...fields } = Object.fromEntries(call);
  return { type: "function", ...fields, function: { name, arguments: input ?? "" } };
}
