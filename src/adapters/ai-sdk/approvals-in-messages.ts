import { isRecord } from "../../values/index.js";

/**
 * Returns whether the SDK runs a call because its user approved it: the last message contains the approval, and an earlier
 * one the request for exactly this call.
 *
 * Only the last message counts, as in the SDK: an approval of an earlier turn must not cover a new call with the same id.
 */
export function isApprovedInMessages(messages: unknown, callId: string): boolean {
  if (!Array.isArray(messages)) return false;
  const last: unknown = messages.at(-1);
  if (!isRecord(last) || last.role !== "tool") return false;
  const approved = new Set(
    partsOf(last)
      .filter((part) => part.type === "tool-approval-response" && part.approved === true)
      .map(({ approvalId }) => approvalId),
  );
  if (approved.size === 0) return false;
  return messages
    .filter((message: unknown) => isRecord(message) && message.role === "assistant")
    .flatMap(partsOf)
    .some(
      (part) =>
        part.type === "tool-approval-request" && part.toolCallId === callId && approved.has(part.approvalId),
    );
}

function partsOf(message: unknown): readonly Readonly<Record<string, unknown>>[] {
  const content = isRecord(message) ? message.content : undefined;
  return Array.isArray(content) ? content.filter(isRecord) : [];
}
