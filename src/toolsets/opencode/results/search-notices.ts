import { visibleText } from "../../../tools/index.js";

/** Number of unreadable paths that a notice names. */
const MAX_NAMED = 5;

/** Returns a notice of what a search could not read; none if it read everything. */
export function unreadableNotice(unreadable: readonly string[]): string[] {
  if (unreadable.length === 0) return [];
  const named = unreadable.slice(0, MAX_NAMED).map(visibleText).join(", ");
  return [
    `(Not searched, because it may not be read: ${named}${unreadable.length > MAX_NAMED ? " and others" : ""}.)`,
  ];
}

/** Returns a notice that a search ended early; none if it finished or ended at a limit. */
export function endedNotice(stopped: "limit" | "timeout" | "cancelled" | undefined): string[] {
  if (stopped === undefined || stopped === "limit") return [];
  const why = stopped === "timeout" ? "because it took too long" : "with the call";
  return [`(The search was ended ${why}, before it had seen everything. Search a smaller folder.)`];
}
