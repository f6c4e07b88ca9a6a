import { isRecord } from "../../../values/index.js";

/** Returns the items of a reply of either API that may be calls. */
export function replyItems(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply;
  if (!isRecord(reply)) return [];
  if (Array.isArray(reply.output)) return reply.output;
  const message = Array.isArray(reply.choices) ? reply.choices[0]?.message : reply;
  return isRecord(message) && Array.isArray(message.tool_calls) ? message.tool_calls : [];
}
