import { applyEdit, applyPatchHunks, parsePatch } from "../../fuzzy/index.js";
import type { LoggedEdit, LoggedPatch, LoggedReplacement } from "./transcript.js";

/** The outcome of a logged edit in Collet's engine. */
export type EditOutcome =
  /** The bytes that the agent wrote. */
  | "equal"
  /** Other bytes than the agent wrote. */
  | "different"
  /** Nothing: `refused` and the reason. */
  | `refused: ${string}`
  /** The transcript does not contain the file, but the patch could be read. */
  | "without its file";

/** Applies a logged edit to the file of the transcript, in memory. Returns one outcome for each file. */
export function replayEdit({ change }: Pick<LoggedEdit, "change">): readonly EditOutcome[] {
  if (change.kind === "unknown-file") return ["without its file"];
  return change.kind === "replace" ? [replaceOutcome(change)] : patchOutcomes(change);
}

function replaceOutcome({ before, after, edits }: LoggedReplacement): EditOutcome {
  let content = before;
  for (const edit of edits) {
    const { oldString, newString, replaceAll } = edit;
    // Agents write a new file by an edit without an old text.
    const result =
      oldString === "" && content === ""
        ? ({ ok: true, content: newString } as const)
        : applyEdit({ content, oldString, newString, replaceAll });
    if (!result.ok) return `refused: ${result.reason}`;
    content = result.content;
  }
  return content === after ? "equal" : "different";
}

function patchOutcomes({ text, files }: LoggedPatch): readonly EditOutcome[] {
  const patch = parsePatch(text);
  if (!patch.ok) return ["refused: unreadable patch"];
  const updates = patch.operations.flatMap((operation) => (operation.kind === "update" ? [operation] : []));
  return updates.map(({ path, hunks }): EditOutcome => {
    const file = files.find((each) => each.path === path || path.endsWith(`/${each.path}`));
    if (file === undefined) return "without its file";
    const result = applyPatchHunks({ content: file.before, hunks });
    if (!result.ok) return `refused: ${result.reason}`;
    return result.content === file.after ? "equal" : "different";
  });
}
