import type { DiscoveredGuidance } from "../../../tools/index.js";
import { guidanceNotice } from "../../guidance-text.js";
import type { OpenCodeResult } from "./result.js";

/** What an edit did, for whoever watches (seed 004, Edit, Snapshot Metadata). */
export interface OpenCodeEditMetadata {
  /** In git's unified form. */
  readonly diff: string;
  readonly filediff: { readonly file: string; readonly additions: number; readonly deletions: number };
}

/**
 * The answer to one or several edits of a file. The model knows what it wrote, so it gets the diff only where its text was
 * not found word for word.
 */
export function editResult(
  done: string,
  { path, diff, warnings, guidance }: EditedFile,
): OpenCodeResult<OpenCodeEditMetadata> {
  const notice = guidanceNotice(guidance);
  const rows = [done, ...warnings, ...(notice === undefined ? [] : [notice])];
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

/** Where the edit is now: `line 3`, `lines 3-5`. */
export function linesText([first, last]: readonly [number, number]): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

function changedLines(diff: string): { readonly additions: number; readonly deletions: number } {
  let additions = 0;
  let deletions = 0;
  // The names of the file stand in front of the first hunk, and begin with the same signs.
  for (const row of diff.slice(Math.max(0, diff.indexOf("\n@@"))).split("\n")) {
    if (row.startsWith("+")) additions += 1;
    else if (row.startsWith("-")) deletions += 1;
  }
  return { additions, deletions };
}
