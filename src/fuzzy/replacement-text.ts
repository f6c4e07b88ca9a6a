import { learnIndentation } from "./indentation-map.js";
import type { OffsetRange } from "./line-position.js";
import { indentationOf, textLines } from "./text-lines.js";

/**
 * The new text with the line ends of the place it goes to.
 *
 * A change of nothing but line ends is taken literally: then they are what the edit is about.
 */
export function withLineEndsOf(
  content: string,
  range: OffsetRange,
  { oldString, newString }: { readonly oldString: string; readonly newString: string },
): string {
  if (!newString.includes("\n")) return newString;
  if (oldString.replaceAll("\r\n", "\n") === newString.replaceAll("\r\n", "\n")) return newString;
  return newString.replace(/\r?\n/g, () => lineEndNear(content, range.start));
}

/** The line end of the line at an offset, or of the line before it when it is the last one. */
function lineEndNear(content: string, offset: number): "\n" | "\r\n" {
  const after = content.indexOf("\n", offset);
  const feed = after === -1 ? content.lastIndexOf("\n", offset) : after;
  return feed > 0 && content[feed - 1] === "\r" ? "\r\n" : "\n";
}

/**
 * The new text for whole lines that were matched without their outer white space: in the file's indentation and with its
 * line ends, and with the file's own wording of every line that the edit leaves as it is at its top and bottom.
 *
 * `undefined` when the indentation cannot be carried over with certainty.
 */
export function reindentedText(
  content: string,
  range: OffsetRange,
  { oldString, newString }: { readonly oldString: string; readonly newString: string },
): string | undefined {
  const fileLines = textLines(content.slice(range.start, range.end));
  const oldLines = textLines(oldString);
  const newLines = textLines(newString);
  const pairs = fileLines.map((line, index) => ({ file: line.text, old: oldLines[index]?.text ?? "" }));
  const reindent = learnIndentation(
    pairs,
    newLines.map((line) => line.text),
  );

  // Line for line the same number of lines: each one has its counterpart in the file, whatever the others do.
  const inPlace = (index: number, line: string) => {
    const pair = oldLines.length === newLines.length ? pairs[index] : undefined;
    if (pair === undefined || line.trim() === "" || pair.old.trim() === "") return undefined;
    const indentation = indentationOf(line);
    return indentation === indentationOf(pair.old)
      ? indentationOf(pair.file) + line.slice(indentation.length)
      : undefined;
  };

  const isKept = (newIndex: number, oldIndex: number) =>
    oldIndex >= 0 && newIndex >= 0 && oldLines[oldIndex]?.text === newLines[newIndex]?.text;
  const shorter = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < shorter && isKept(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isKept(newLines.length - 1 - tail, oldLines.length - 1 - tail)) tail += 1;

  const lineEnd = lineEndNear(content, range.start);
  const lastFileLine = fileLines.at(-1);
  let text = "";
  for (const [index, line] of newLines.entries()) {
    const fileIndex =
      index < head
        ? index
        : index >= newLines.length - tail
          ? index - newLines.length + fileLines.length
          : -1;
    const kept = fileLines[fileIndex];
    const placed = kept?.text ?? inPlace(index, line.text) ?? reindent?.(line.text);
    if (placed === undefined) return undefined;
    const isLast = index === newLines.length - 1;
    // Where both texts end with a line end, the last line keeps the file's: at the end of a file it may have none.
    const end =
      line.end === ""
        ? ""
        : isLast && oldString.endsWith("\n")
          ? (lastFileLine?.end ?? "")
          : kept?.end || lineEnd;
    text += placed + end;
  }
  return text;
}
