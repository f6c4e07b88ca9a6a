import type { ContentPart, ModelMessage } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { callArguments, rawTurnOf } from "../model-turns/index.js";
import { contentPieces, omittedPart } from "../result-content/index.js";
import { wellFormed, wireName } from "../tool-export/index.js";
import type { OpenAIChatMessage } from "./model-wire-types.js";
import { TOOL_NAMES } from "./name-rules.js";
import { ACCEPTED_MEDIA, toMedia } from "./result-media.js";
import { toToolResults } from "./to-tool-results.js";
import type { OpenAIChatContent } from "./wire-types.js";

/** Marks raw turns of Chat Completions. */
export const CHAT = "openai-chat";

/** Converts a conversation to the `messages` of a chat, the system prompt first; empty turns are omitted. */
export function toChatMessages(
  system: string | undefined,
  messages: readonly ModelMessage[],
): OpenAIChatMessage[] {
  const converted: OpenAIChatMessage[] =
    system === undefined || system === "" ? [] : [{ role: "system", content: system }];
  for (const message of messages) {
    if (message.role === "user") converted.push({ role: "user", content: userContent(message.content) });
    else if (message.role === "tool") converted.push(...toToolResults(message.results, { api: "chat" }));
    else converted.push(...assistantMessages(message));
  }
  return converted;
}

function userContent(content: string | readonly ContentPart[]): string | OpenAIChatContent[] {
  if (typeof content === "string") return wellFormed(content);
  return contentPieces(content, toMedia, (part) => omittedPart(part, ACCEPTED_MEDIA)).map((piece) => {
    if (piece.type === "text") return { type: "text", text: piece.text };
    const { media } = piece;
    return media.type === "image"
      ? { type: "image_url", image_url: { url: media.url } }
      : { type: "file", file: { filename: media.name, file_data: media.url } };
  });
}

function assistantMessages(message: Extract<ModelMessage, { role: "assistant" }>): OpenAIChatMessage[] {
  const own = rawTurnOf(message, CHAT);
  if (isRecord(own)) return [own as unknown as OpenAIChatMessage];
  const { text, toolCalls } = message;
  if (text.trim() === "" && toolCalls.length === 0) return [];
  const calls = toolCalls.map(({ id, name, input }) => ({
    type: "function" as const,
    id,
    function: { name: wireName(name, TOOL_NAMES), arguments: callArguments(input) },
  }));
  return [
    {
      role: "assistant",
      content: text.trim() === "" ? null : text,
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}
