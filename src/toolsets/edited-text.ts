import type { DiscoveredGuidance } from "../tools/index.js";
import { guidanceNotices } from "./guidance-text.js";

/** Result of an edit in the toolsets whose models read a diff. */
export interface DiffResult {
  /** Diff in git's format. */
  readonly diff: string;
  /** First and last changed line, in the new text, from 1. */
  readonly lineRange: readonly [number, number];
}

/** Converts the output of an edit to its diff. */
export function diffResult({ diff, lineRange }: DiffResult): DiffResult {
  return { diff, lineRange };
}

/** Returns the changed lines of a file for a text: `line 3`, `lines 3-5`. */
export function linesText([first, last]: readonly [number, number]): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

/** Returns the regions and lines of a file that one replacement changed: ` in 2 places, lines 3-9`. */
export function placesText({ lineRange }: DiffResult, output?: { readonly replacements: number }): string {
  const places = (output?.replacements ?? 1) > 1 ? ` in ${output?.replacements} places` : "";
  return `${places}, ${linesText(lineRange)}`;
}

/** Returns the model's text of an edit: what was done, warnings, new guidance, and the diff. */
export function editedText(
  done: string,
  { diff }: DiffResult,
  output?: { readonly warnings: readonly string[]; readonly guidance: readonly DiscoveredGuidance[] },
): string {
  return [done, ...(output?.warnings ?? []), ...guidanceNotices(output?.guidance), diff].join("\n");
}
