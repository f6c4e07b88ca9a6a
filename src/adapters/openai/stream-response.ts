import { isRecord } from "../../values/index.js";
import type { OpenAIModelResponse } from "./model-wire-types.js";

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
export function isStream(reply: unknown): reply is AsyncIterable<unknown> {
  return typeof reply === "object" && reply !== null && Symbol.asyncIterator in reply;
}
