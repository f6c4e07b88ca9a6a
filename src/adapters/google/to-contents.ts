import type { ContentPart, FilePart, ImagePart, ModelMessage } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { callInput, rawTurnOf } from "../model-turns/index.js";
import { contentPieces, omittedPart } from "../result-content/index.js";
import { isMadeUp } from "../tool-calls/index.js";
import { wireName } from "../tool-export/index.js";
import type { GoogleContent, GooglePart } from "./model-wire-types.js";
import { TOOL_NAMES } from "./name-rules.js";
import { ACCEPTED_MEDIA, type ToToolResultsOptions, toInlineData, toToolResults } from "./to-tool-results.js";

/** Marks raw turns of this API. */
export const PROVIDER = "google";

/**
 * Converts a conversation to the `contents` of a request. Consecutive user contents are merged, and empty turns are omitted.
 */
export function toContents(
  messages: readonly ModelMessage[],
  options: Pick<ToToolResultsOptions, "media">,
): GoogleContent[] {
  const converted: GoogleContent[] = [];
  for (const message of messages) {
    const next = toContent(message, options);
    const last = converted.at(-1);
    if (next.parts.length === 0) continue;
    if (last?.role === "user" && next.role === "user") last.parts.push(...next.parts);
    else converted.push(next);
  }
  return converted;
}

function toContent(message: ModelMessage, options: Pick<ToToolResultsOptions, "media">): GoogleContent {
  switch (message.role) {
    case "user":
      return { role: "user", parts: userParts(message.content) };
    case "assistant":
      return { role: "model", parts: modelParts(message) };
    case "tool":
      return toToolResults(message.results, options);
  }
}

function userParts(content: string | readonly ContentPart[]): GooglePart[] {
  const parts: readonly ContentPart[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const note = (part: ImagePart | FilePart) => omittedPart(part, ACCEPTED_MEDIA);
  return contentPieces(parts, toInlineData, note).map((piece) =>
    piece.type === "text" ? { text: piece.text } : piece.media,
  );
}

function modelParts(message: Extract<ModelMessage, { role: "assistant" }>): GooglePart[] {
  const own = rawTurnOf(message, PROVIDER);
  if (isRecord(own) && Array.isArray(own.parts)) return own.parts;
  const { text, toolCalls } = message;
  return [
    ...(text.trim() === "" ? [] : [{ text }]),
    ...toolCalls.map(({ id, name, input }) => ({
      functionCall: {
        ...(!isMadeUp(id) && { id }),
        name: wireName(name, TOOL_NAMES),
        args: callInput(input),
      },
    })),
  ];
}
