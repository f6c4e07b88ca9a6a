import type { ContentPart, FilePart, ImagePart, ModelMessage } from "../../contract/index.js";
import { callInput, rawTurnOf } from "../model-turns/index.js";
import { contentPieces, imageTypeOf, isPdf, omittedPart } from "../result-content/index.js";
import { PORTABLE_NAMES, wireName } from "../tool-export/index.js";
import type { AiSdkMessage, AiSdkPart } from "./model-wire-types.js";
import { ACCEPTED_MEDIA } from "./to-model-output.js";
import { toToolResults } from "./to-tool-results.js";
import type { AiSdkOutput, AiSdkToolResult } from "./wire-types.js";

/** Marks raw turns of the SDK. */
export const PROVIDER = "ai-sdk";

/** Converts a conversation to the `prompt` of a language model; empty turns are omitted. */
export function toPrompt(
  system: string | undefined,
  messages: readonly ModelMessage[],
  specificationVersion: string,
): AiSdkMessage[] {
  const prompt: AiSdkMessage[] =
    system === undefined || system === "" ? [] : [{ role: "system", content: system }];
  for (const message of messages) {
    const next = toMessage(message, specificationVersion);
    if (next.content.length > 0) prompt.push(next);
  }
  return prompt;
}

function toMessage(message: ModelMessage, specificationVersion: string): AiSdkMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: userParts(message.content, specificationVersion) };
    case "assistant":
      return { role: "assistant", content: assistantParts(message) };
    case "tool": {
      const { content } = toToolResults(message.results, {
        sdk: hasTaggedData(specificationVersion) ? 7 : 6,
      });
      return { role: "tool", content: specificationVersion === "v2" ? content.map(toVersion2) : content };
    }
  }
}

function userParts(content: string | readonly ContentPart[], specificationVersion: string): AiSdkPart[] {
  const parts: readonly ContentPart[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const note = (part: ImagePart | FilePart) => omittedPart(part, ACCEPTED_MEDIA);
  return contentPieces(parts, toFile, note).map((piece) => {
    if (piece.type === "text") return { type: "text", text: piece.text };
    const { data } = piece.media;
    return { ...piece.media, data: hasTaggedData(specificationVersion) ? { type: "data", data } : data };
  });
}

/** Returns whether a version of the specification tags the data of files with its kind: all after version 3. */
function hasTaggedData(specificationVersion: string): boolean {
  return specificationVersion !== "v2" && specificationVersion !== "v3";
}

function toFile(part: ImagePart | FilePart): AiSdkPart | undefined {
  const { data } = part;
  const mediaType = imageTypeOf(data) ?? (isPdf(data) ? "application/pdf" : undefined);
  return mediaType === undefined ? undefined : { type: "file", mediaType, data };
}

function assistantParts(message: Extract<ModelMessage, { role: "assistant" }>): AiSdkPart[] {
  const own = rawTurnOf(message, PROVIDER);
  if (Array.isArray(own)) return own;
  const { text, toolCalls } = message;
  return [
    ...(text.trim() === "" ? [] : [{ type: "text", text }]),
    ...toolCalls.map(({ id, name, input }) => ({
      type: "tool-call",
      toolCallId: id,
      toolName: wireName(name, PORTABLE_NAMES),
      input: callInput(input),
    })),
  ];
}

/** Converts a result for version 2, which has no refusals and only one kind of media. */
function toVersion2({ output, ...result }: AiSdkToolResult): AiSdkPart {
  return { ...result, output: outputOfVersion2(output) };
}

function outputOfVersion2(output: AiSdkOutput): unknown {
  if (output.type === "execution-denied") return { type: "error-text", value: output.reason ?? "Refused." };
  if (output.type !== "content") return output;
  return {
    type: "content",
    value: output.value.map((part) =>
      part.type === "text" ? part : { type: "media", data: part.data, mediaType: part.mediaType },
    ),
  };
}
