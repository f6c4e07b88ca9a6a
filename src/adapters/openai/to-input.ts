import type { ContentPart, ModelMessage } from "../../contract/index.js";
import { callArguments, rawTurnOf } from "../model-turns/index.js";
import { contentPieces, omittedPart } from "../result-content/index.js";
import { wellFormed, wireName } from "../tool-export/index.js";
import type { OpenAIInputItem } from "./model-wire-types.js";
import { TOOL_NAMES } from "./name-rules.js";
import { ACCEPTED_MEDIA, toMedia } from "./result-media.js";
import { toToolResults } from "./to-tool-results.js";

/** Marks raw turns of the Responses API. */
export const RESPONSES = "openai-responses";

/** Converts a conversation to the `input` of a request to the Responses API; empty turns are omitted. */
export function toInput(messages: readonly ModelMessage[]): OpenAIInputItem[] {
  return messages.flatMap((message, index) => toItems(message, messages[index - 1]));
}

function toItems(message: ModelMessage, previous: ModelMessage | undefined): OpenAIInputItem[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: userContent(message.content) }];
    case "assistant":
      return assistantItems(message);
    case "tool":
      return toToolResults(message.results, { reply: ownItems(previous) });
  }
}

/** Returns the items of a turn of this API, whose calls the next message answers. */
function ownItems(message: ModelMessage | undefined): readonly { readonly type?: unknown }[] {
  const own = message === undefined ? undefined : rawTurnOf(message, RESPONSES);
  return Array.isArray(own) ? own : [];
}

function userContent(content: string | readonly ContentPart[]) {
  if (typeof content === "string") return wellFormed(content);
  return contentPieces(content, toMedia, (part) => omittedPart(part, ACCEPTED_MEDIA)).map((piece) => {
    if (piece.type === "text") return { type: "input_text" as const, text: piece.text };
    const { media } = piece;
    return media.type === "image"
      ? { type: "input_image" as const, image_url: media.url, detail: "auto" as const }
      : { type: "input_file" as const, filename: media.name, file_data: media.url };
  });
}

function assistantItems(message: Extract<ModelMessage, { role: "assistant" }>): OpenAIInputItem[] {
  const own = rawTurnOf(message, RESPONSES);
  if (Array.isArray(own)) return own;
  const { text, toolCalls } = message;
  return [
    ...(text.trim() === "" ? [] : [{ role: "assistant" as const, content: text }]),
    ...toolCalls.map(({ id, name, input }) => ({
      type: "function_call" as const,
      call_id: id,
      name: wireName(name, TOOL_NAMES),
      arguments: callArguments(input),
    })),
  ];
}
