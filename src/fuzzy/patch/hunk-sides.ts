import type { HunkLine, PatchHunk } from "./patch-hunk.js";

/** The old and the new text of a hunk. */
export interface HunkSides {
  readonly old: string;
  readonly next: string;
}

/** Returns the old and the new text of the lines of a hunk. */
export function sidesOf(lines: readonly HunkLine[]): HunkSides {
  const joined = (side: readonly HunkLine[]) => side.map(({ text }) => `${text}\n`).join("");
  return {
    old: joined(lines.filter(({ kind }) => kind !== "add")),
    next: joined(lines.filter(({ kind }) => kind !== "remove")),
  };
}

/**
 * Returns the texts of a hunk whose context lines all lack their mark: the first blank of an indented line then belongs
 * to the line. `undefined` if there is none.
 */
export function unmarkedSides(lines: readonly HunkLine[]): HunkSides | undefined {
  const isIndented = ({ kind, text, isUnmarked }: HunkLine) =>
    kind === "context" && isUnmarked !== true && text.trim() !== "";
  if (!lines.some(isIndented)) return undefined;
  return sidesOf(lines.map((line) => (isIndented(line) ? { ...line, text: ` ${line.text}` } : line)));
}

/**
 * Returns a hunk without the blank context lines at its end, which often only separate it from the next part of the patch;
 * `undefined` if it has none.
 */
export function withoutLastBlanks(hunk: PatchHunk): PatchHunk | undefined {
  const { lines } = hunk;
  const last = lines.findLastIndex(({ kind, text }) => kind !== "context" || text.trim() !== "");
  return last === lines.length - 1 ? undefined : { ...hunk, lines: lines.slice(0, last + 1) };
}

/**
 * Returns a hunk whose blank context lines between two added lines are added too, because models leave out their mark; `undefined`
 * if it has none.
 */
export function withAddedBlanks(hunk: PatchHunk): PatchHunk | undefined {
  const { lines } = hunk;
  const isBlank = (line: HunkLine | undefined) => line?.kind === "context" && line.text.trim() === "";
  const added = new Set<number>();
  for (let at = 1; at < lines.length; at++) {
    if (!isBlank(lines[at]) || lines[at - 1]?.kind !== "add") continue;
    let end = at;
    while (isBlank(lines[end])) end++;
    if (lines[end]?.kind === "add") for (let blank = at; blank < end; blank++) added.add(blank);
    at = end;
  }
  if (added.size === 0) return undefined;
  return {
    ...hunk,
    lines: lines.map((line, at) => (added.has(at) ? { kind: "add", text: line.text } : line)),
  };
}
