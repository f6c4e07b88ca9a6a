import { visibleText } from "../../../tools/index.js";

/** Paths that may not be read and are named. */
const MAX_NAMED = 5;

/** Names what a search could not look into; nothing where it could look into everything. */
export function unreadableNotice(unreadable: readonly string[]): string[] {
  if (unreadable.length === 0) return [];
  const named = unreadable.slice(0, MAX_NAMED).map(visibleText).join(", ");
  return [
    `(Not searched, because it may not be read: ${named}${unreadable.length > MAX_NAMED ? " and others" : ""}.)`,
  ];
}

/** Tells that a search did not get through; nothing where it did, or ended at a limit. */
export function endedNotice(stopped: "limit" | "timeout" | "cancelled" | undefined): string[] {
  if (stopped === undefined || stopped === "limit") return [];
  const why = stopped === "timeout" ? "because it took too long" : "with the call";
  return [`(The search was ended ${why}, before it had seen everything. Look in fewer places.)`];
}
