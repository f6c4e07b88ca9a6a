import { type AgentAnswer, type DroppedRange, type FoundRange, visibleText } from "../tools/index.js";

/** Returns the model's text of a subagent's answer: its text, and in brackets why it is incomplete. */
export function agentText({ text, notice }: Pick<AgentAnswer, "text" | "notice">): string {
  const said = text === "" ? "The subagent ended without an answer." : text;
  return notice === undefined ? said : `${said}\n\n[${notice}]`;
}

const REASONS: Readonly<Record<DroppedRange["reason"], string>> = {
  "not-found": "does not exist",
  outside: "is outside of the workspace",
  secret: "must not be read",
  "not-a-file": "is not a file",
  "no-such-lines": "has no such lines",
};

/** Number of dropped ranges that a text names. */
const MAX_NAMED = 20;

/** Returns a notice of the ranges in an answer that do not exist, so that the model does not look for them. */
function droppedText(dropped: readonly DroppedRange[]): readonly string[] {
  if (dropped.length === 0) return [];
  const named = dropped.slice(0, MAX_NAMED).map(({ path, reason }) => `${path} ${REASONS[reason]}`);
  const more = dropped.length > MAX_NAMED ? `, and ${dropped.length - MAX_NAMED} more` : "";
  return [`[Of the locations above, these did not exist when checked: ${named.join(", ")}${more}.]`];
}

/** Returns the model's text of an answer with the ranges that it found; `output` is absent if it comes from another run. */
export function foundText(
  result: { readonly text: string; readonly files: readonly FoundRange[] },
  output: (Pick<AgentAnswer, "text" | "notice"> & { readonly dropped: readonly DroppedRange[] }) | undefined,
): string {
  const dropped = output === undefined ? [] : droppedText(output.dropped);
  return [agentText(output ?? result), ...rangesText(result.files), ...dropped].join("\n\n");
}

/** Lists ranges for a model, with absolute paths that can be read directly. */
function rangesText(ranges: readonly FoundRange[]): readonly string[] {
  if (ranges.length === 0) return [];
  const rows = ranges.map(({ path, startLine, endLine }) => `${visibleText(path)}:${startLine}-${endLine}`);
  return [`Found there:\n${rows.join("\n")}`];
}
