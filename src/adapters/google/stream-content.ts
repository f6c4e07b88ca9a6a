import { isRecord } from "../../values/index.js";
import { requireFewParts } from "../model-turns/index.js";
import type { GoogleModelReply } from "./model-wire-types.js";

/** Returns the reply at the end of a stream of the Gemini API, and passes on its text, without thoughts, meanwhile. */
export async function streamContent(
  stream: AsyncIterable<GoogleModelReply>,
  onText: (delta: string) => void,
): Promise<GoogleModelReply> {
  const parts: Record<string, unknown>[] = [];
  let last: GoogleModelReply = {};
  let content: object = { role: "model" };
  let finishReason: string | undefined;
  for await (const chunk of stream) {
    if (typeof chunk !== "object" || chunk === null) continue;
    const { usageMetadata = last.usageMetadata, promptFeedback = last.promptFeedback } = chunk;
    last = { usageMetadata, promptFeedback };
    const candidate = chunk.candidates?.[0];
    finishReason = candidate?.finishReason ?? finishReason;
    if (!isRecord(candidate?.content)) continue;
    content = { ...content, ...candidate.content };
    const added = candidate.content.parts;
    for (const part of Array.isArray(added) ? added : []) {
      if (!isRecord(part)) continue;
      addPart(parts, part);
      if (typeof part.text === "string" && part.thought !== true) onText(part.text);
    }
    requireFewParts("Google", parts);
  }
  if (finishReason === undefined && last.promptFeedback?.blockReason === undefined) {
    throw new Error("the stream ended before the reply was complete.");
  }
  const candidate = { content: { ...content, parts }, ...(finishReason !== undefined && { finishReason }) };
  return { ...last, candidates: [candidate] };
}

/** Adds a part; texts that follow each other become one part, unless one has a field such as a thought signature. */
function addPart(parts: Record<string, unknown>[], part: Record<string, unknown>): void {
  const before = parts.at(-1);
  if (before !== undefined && isPlainText(before) && isPlainText(part) && before.thought === part.thought) {
    before.text = `${before.text}${part.text}`;
  } else {
    parts.push({ ...part });
  }
}

function isPlainText(part: Readonly<Record<string, unknown>>): boolean {
  if (typeof part.text !== "string") return false;
  return Object.keys(part).every((name) => name === "text" || name === "thought");
}
