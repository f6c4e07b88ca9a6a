import { isRecord } from "../../../values/index.js";
import type { TranscriptEvent } from "../transcript.js";

/** Prefix of the type of a UI message part with a call. */
const TOOL_PART = "tool-";

/** Reads a message of the AI SDK: a model message with `content`, or a UI message with `parts`. */
export function readAiSdk(record: Readonly<Record<string, unknown>>): readonly TranscriptEvent[] | undefined {
  const { role, parts, content } = record;
  if (role !== "assistant") return undefined;
  const list = Array.isArray(parts) ? parts : content;
  return Array.isArray(list) ? list.filter(isRecord).flatMap(eventsOf) : undefined;
}

function eventsOf(part: Readonly<Record<string, unknown>>): TranscriptEvent[] {
  // AI SDK 4 wraps the call of a part.
  const { type, toolInvocation } = part;
  const call = type === "tool-invocation" && isRecord(toolInvocation) ? toolInvocation : part;
  const { toolCallId, toolName = nameIn(type), args, input = args } = call;
  if (typeof toolCallId !== "string" || typeof toolName !== "string" || type === "tool-result") return [];
  return [{ type: "call", format: "ai-sdk", id: toolCallId, name: toolName, input }];
}

function nameIn(type: unknown): string | undefined {
  return typeof type === "string" && type.startsWith(TOOL_PART) ? type.slice(TOOL_PART.length) : undefined;
}
