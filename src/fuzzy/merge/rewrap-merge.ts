import { diffTexts } from "../diff/index.js";
import type { Match } from "../request/index.js";
import { foldText, splitLines, type TextLine } from "../text/index.js";
import { mergeLines } from "./line-merge.js";

/** Lines of the old text and of the file with the same visible characters. */
interface WrappedGroup {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly fileFrom: number;
  readonly fileTo: number;
}

/**
 * Merges an edit whose old text has other line breaks than the file: lines that the edit keeps have the
 * breaks of the file, and the rest is merged line by line. Returns `undefined` if the edit changes such a
 * line itself.
 */
export function mergeRewrapped(
  content: string,
  { start, end, old }: Pick<Match, "start" | "end" | "old">,
  newText: string,
  lineEnd: "\n" | "\r\n",
): string | undefined {
  const oldLines = splitLines(old).lines;
  const newLines = splitLines(newText).lines;
  const fileLines = splitLines(content.slice(start, end)).lines;
  const groups = groupLines(oldLines, fileLines);
  const newOf = keptLines(oldLines, newLines);
  const oldTexts: string[] = [];
  const pairs: number[] = [];
  const replaced = new Map<number, readonly string[]>();
  const dropped = new Set<number>();
  for (const group of groups) {
    const count = group.oldTo - group.oldFrom;
    if (count === group.fileTo - group.fileFrom) {
      for (let line = 0; line < count; line++) {
        oldTexts.push(rawLine(oldLines[group.oldFrom + line] as TextLine));
        pairs.push(group.fileFrom + line);
      }
      continue;
    }
    const first = newOf[group.oldFrom] as number;
    const isKept =
      first >= 0 && newOf.slice(group.oldFrom, group.oldTo).every((line, at) => line === first + at);
    if (!isKept) return undefined;
    const texts = fileLines.slice(group.fileFrom, group.fileTo).map(rawLine);
    texts.forEach((text, at) => {
      oldTexts.push(text);
      pairs.push(group.fileFrom + at);
    });
    replaced.set(first, texts);
    for (let line = 1; line < count; line++) dropped.add(first + line);
  }
  const newTexts = newLines.flatMap((line, at) =>
    dropped.has(at) ? [] : (replaced.get(at) ?? [rawLine(line)]),
  );
  return mergeLines({
    content,
    start,
    end,
    old: joinAs(oldTexts, old),
    newText: newTexts.length === 0 ? "" : joinAs(newTexts, newText),
    pairs,
    lineEnd,
  });
}

function joinAs(lines: readonly string[], like: string): string {
  return lines.join("\n") + (like.endsWith("\n") ? "\n" : "");
}

function rawLine(line: TextLine): string {
  return line.indent + line.text + line.trailing;
}

/** Returns the line in the new text for each old line, or -1 if the edit does not keep it. */
function keptLines(old: readonly TextLine[], next: readonly TextLine[]): number[] {
  const found = new Array<number>(old.length).fill(-1);
  for (const step of diffTexts(old, next)) {
    if (step.kind !== "keep") continue;
    for (let line = step.oldFrom; line < step.oldTo; line++) found[line] = step.newFrom + line - step.oldFrom;
  }
  return found;
}

/** Splits both texts where both break a line after the same visible characters. */
function groupLines(old: readonly TextLine[], file: readonly TextLine[]): WrappedGroup[] {
  const size = (line: TextLine) => foldText(line.text).replace(/\s+/g, "").length;
  const groups: WrappedGroup[] = [];
  let oldFrom = 0;
  let fileFrom = 0;
  let oldAt = 0;
  let fileAt = 0;
  let oldSum = 0;
  let fileSum = 0;
  while (oldAt < old.length || fileAt < file.length) {
    if (fileAt >= file.length || (oldAt < old.length && oldSum <= fileSum))
      oldSum += size(old[oldAt++] as TextLine);
    else fileSum += size(file[fileAt++] as TextLine);
    const isEnd = oldAt === old.length && fileAt === file.length;
    if (isEnd || (oldSum === fileSum && oldAt > oldFrom && fileAt > fileFrom)) {
      groups.push({ oldFrom, oldTo: oldAt, fileFrom, fileTo: fileAt });
      oldFrom = oldAt;
      fileFrom = fileAt;
    }
  }
  return groups;
}
