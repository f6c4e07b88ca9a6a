import { itemsOf, memberOf } from "../../tool-calls/index.js";

/** Returns the items of a reply of either API that may be calls, each read once. Never throws. */
export function replyItems(reply: unknown): readonly unknown[] {
  const items = itemsOf(reply) ?? itemsOf(memberOf(reply, "output"));
  if (items !== undefined) return items;
  const choices = itemsOf(memberOf(reply, "choices"));
  const message = choices === undefined ? reply : memberOf(choices[0], "message");
  return itemsOf(memberOf(message, "tool_calls")) ?? [];
}
