import { type AgentAnswer, type DroppedRange, type FoundRange, visibleText } from "../tools/index.js";

/** What a model reads of a subagent: what it said, and in brackets why that is not all. */
export function agentText({ text, notice }: Pick<AgentAnswer, "text" | "notice">): string {
  const said = text === "" ? "The subagent ended without a word." : text;
  return notice === undefined ? said : `${said}\n\n[${notice}]`;
}

const REASONS: Readonly<Record<DroppedRange["reason"], string>> = {
  "not-found": "does not exist",
  outside: "is outside of the workspace",
  secret: "must not be read",
  "not-a-file": "is not a file",
  "no-such-lines": "has no such lines",
};

/** Places that a text names. */
const MAX_NAMED = 20;

/** What a model is told of the places that an answer names and that are none, so that it does not look for them. */
export function droppedText(dropped: readonly DroppedRange[]): readonly string[] {
  if (dropped.length === 0) return [];
  const named = dropped.slice(0, MAX_NAMED).map(({ path, reason }) => `${path} ${REASONS[reason]}`);
  const more = dropped.length > MAX_NAMED ? `, and ${dropped.length - MAX_NAMED} more` : "";
  return [`[Of the places above, these were not there when looked up: ${named.join(", ")}${more}.]`];
}

/** Places as a list that a model can go on with: the paths are absolute, so that each can be read as it stands. */
export function rangesText(ranges: readonly FoundRange[]): readonly string[] {
  if (ranges.length === 0) return [];
  const rows = ranges.map(({ path, startLine, endLine }) => `${visibleText(path)}:${startLine}-${endLine}`);
  return [`Found there:\n${rows.join("\n")}`];
}
