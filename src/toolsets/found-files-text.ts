import { type GlobOutput, visibleText } from "../tools/index.js";

/** Formats found files, one per line, with a notice for whatever is missing; for agents whose own wording is unknown. */
export function foundFilesText(output: GlobOutput): string {
  const { files, remaining, isExact, stopped, onlyIgnored, unreadable, remarks } = output;
  // A line break in a name would look like another file.
  const rows = files.map(visibleText);
  if (files.length === 0) rows.push("No files found.");
  if (remaining > 0)
    rows.push(`[${isExact ? "" : "At least "}${remaining} more. Narrow the pattern to see them.]`);
  if (stopped !== undefined) rows.push("[The search was ended before it had seen everything.]");
  if (onlyIgnored) rows.push("[Some matching files are excluded by .gitignore or similar files.]");
  if (unreadable.length > 0)
    rows.push(`[Not searched, because it may not be read: ${unreadable.join(", ")}]`);
  rows.push(...remarks.map((remark) => `[${remark}]`));
  return rows.join("\n");
}
