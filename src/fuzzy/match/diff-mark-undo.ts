import type { Undoing } from "./undoing.js";

/**
 * Yields the old text of a diff that was pasted into both texts: its lines begin with a blank or `-`, those of the new text
 * with a blank or `+`.
 */
export function* undoDiffMarks(old: string, newText: string | undefined): Generator<Undoing> {
  if (newText === undefined) return;
  const oldLines = old.split("\n");
  const newLines = newText.split("\n");
  const hasMark =
    oldLines.some((line) => line.startsWith("-")) || newLines.some((line) => line.startsWith("+"));
  if (!hasMark || !oldLines.every((line) => isMarked(line, "-"))) return;
  if (!newLines.every((line) => isMarked(line, "+"))) return;
  const unmarked = (text: string) =>
    text
      .split("\n")
      .map((line) => line.slice(1))
      .join("\n");
  yield { old: unmarked(old), restore: unmarked };
}

function isMarked(line: string, sign: "-" | "+"): boolean {
  return line.trim() === "" || line.startsWith(" ") || line.startsWith(sign);
}
