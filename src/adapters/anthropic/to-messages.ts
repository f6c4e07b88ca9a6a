import type { ContentPart, ModelMessage } from "../../contract/index.js";
import { callInput, rawTurnOf } from "../model-turns/index.js";
import { contentPieces, omittedPart } from "../result-content/index.js";
import { wireName } from "../tool-export/index.js";
import type { AnthropicMessage } from "./model-wire-types.js";
import { TOOL_NAMES } from "./name-rules.js";
import { ACCEPTED_MEDIA, toMedia } from "./result-media.js";
import { toToolResults } from "./to-tool-results.js";

/** Marks raw turns of this API. */
export const PROVIDER = "anthropic";

type UserContent = Extract<AnthropicMessage, { role: "user" }>["content"];
type AssistantContent = Extract<AnthropicMessage, { role: "assistant" }>["content"];

/**
 * Converts a conversation to the `messages` of a request. Consecutive messages of one role are merged, and empty turns are
 * omitted.
 */
export function toMessages(messages: readonly ModelMessage[]): AnthropicMessage[] {
  const converted: AnthropicMessage[] = [];
  for (const message of messages) {
    const next = toMessage(message);
    const last = converted.at(-1);
    if (next.content.length === 0) continue;
    if (last?.role === "user" && next.role === "user") last.content.push(...next.content);
    else converted.push(next);
  }
  return converted;
}

function toMessage(message: ModelMessage): AnthropicMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: userContent(message.content) };
    case "assistant":
      return { role: "assistant", content: assistantContent(message) };
    case "tool": {
      const { content } = toToolResults(message.results);
      return { role: "user", content };
    }
  }
}

function userContent(content: string | readonly ContentPart[]): UserContent {
  const parts: readonly ContentPart[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const pieces = contentPieces(parts, toMedia, (part) => omittedPart(part, ACCEPTED_MEDIA[part.type]));
  return pieces.map((piece) => (piece.type === "text" ? { type: "text", text: piece.text } : piece.media));
}

function assistantContent(message: Extract<ModelMessage, { role: "assistant" }>): AssistantContent {
  const own = rawTurnOf(message, PROVIDER);
  // The API sometimes sends empty texts, and refuses to receive them again.
  if (Array.isArray(own)) return own.filter((block) => block?.type !== "text" || block.text?.trim() !== "");
  const { text, toolCalls } = message;
  return [
    ...(text.trim() === "" ? [] : [{ type: "text" as const, text }]),
    ...toolCalls.map(({ id, name, input }) => ({
      type: "tool_use" as const,
      id,
      name: wireName(name, TOOL_NAMES),
      input: callInput(input),
    })),
  ];
}
