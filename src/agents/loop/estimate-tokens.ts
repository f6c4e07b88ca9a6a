import {
  type ContentPart,
  ignoreRejection,
  type ModelMessage,
  type ModelTool,
} from "../../contract/index.js";
import { contentText } from "../../truncation/index.js";
import { withoutRejections } from "./own-input.js";

/** The usual average for English text and code. */
const CHARACTERS_PER_TOKEN = 4;

/** Tokens that providers count for an image of usual size; a file needs at least that many. */
const MEDIA_TOKENS = 1_500;

// A conversation is counted before each turn, and its messages stay the same.
const tokensByMessage = new WeakMap<object, number>();

/** Estimates the tokens of a text: a quarter of its UTF-16 code units. */
export function estimateTextTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** Estimates the tokens of a conversation. */
export function estimateMessagesTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

/** Estimates the tokens of the tool definitions in a request. */
export function estimateToolsTokens(tools: readonly ModelTool[]): number {
  return tools.reduce((sum, tool) => sum + estimateJsonTokens(tool), 0);
}

/** Estimates the tokens of a value written as JSON; 0 for one that cannot be written. */
export function estimateJsonTokens(value: unknown): number {
  try {
    return estimateTextTokens(JSON.stringify(value, withoutRejections) ?? "");
  } catch (thrown) {
    ignoreRejection(thrown);
    return 0;
  }
}

function messageTokens(message: ModelMessage): number {
  const known = tokensByMessage.get(message);
  if (known !== undefined) return known;
  const tokens = countMessage(message);
  tokensByMessage.set(message, tokens);
  return tokens;
}

function countMessage(message: ModelMessage): number {
  switch (message.role) {
    case "user":
      return typeof message.content === "string"
        ? estimateTextTokens(message.content)
        : contentTokens(message.content);
    case "assistant":
      return estimateTextTokens(message.text) + estimateJsonTokens(message.toolCalls);
    case "tool":
      return message.results.reduce((sum, { content }) => sum + contentTokens(content), 0);
  }
}

function contentTokens(content: readonly ContentPart[]): number {
  const media = content.filter(({ type }) => type === "image" || type === "file").length;
  return estimateTextTokens(contentText(content)) + media * MEDIA_TOKENS;
}
