import type { DiscoveredGuidance, MultiEditWording } from "../../../tools/index.js";
import { guidanceNotices } from "../../guidance-text.js";
import type { OpenCodeResult } from "./result.js";

/** Data about an edit for user interfaces (OpenCode specification, Edit, Snapshot Metadata). */
export interface OpenCodeEditMetadata {
  /** Diff in git's unified format. */
  readonly diff: string;
  readonly filediff: { readonly file: string; readonly additions: number; readonly deletions: number };
}

/**
 * Creates the result of one or several edits of a file. The model knows what it wrote, so it gets the diff only if its text
 * did not match exactly.
 */
export function editResult(
  done: string,
  { path, diff, warnings, guidance }: EditedFile,
): OpenCodeResult<OpenCodeEditMetadata> {
  const rows = [done, ...warnings, ...guidanceNotices(guidance)];
  if (warnings.length > 0) rows.push(diff);
  return {
    title: path,
    metadata: { diff, filediff: { file: path, ...changedLines(diff) } },
    output: rows.join("\n"),
  };
}

interface EditedFile {
  readonly path: string;
  readonly diff: string;
  readonly warnings: readonly string[];
  readonly guidance: readonly DiscoveredGuidance[];
}

function changedLines(diff: string): { readonly additions: number; readonly deletions: number } {
  let additions = 0;
  let deletions = 0;
  // The file names precede the first hunk, and begin with the same characters.
  for (const row of diff.slice(Math.max(0, diff.indexOf("\n@@"))).split("\n")) {
    if (row.startsWith("+")) additions += 1;
    else if (row.startsWith("-")) deletions += 1;
  }
  return { additions, deletions };
}

/** Terms of OpenCode in the errors of an edit. */
export const EDIT_WORDING: MultiEditWording = {
  oldText: "oldString",
  newText: "newString",
  replaceAll: "replaceAll",
  createTool: "write",
  readTool: "read",
  edits: "edits",
};
