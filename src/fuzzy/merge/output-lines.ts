import { splitLines, type TextLine } from "../text/index.js";

/** A line of a merged text. */
export interface OutputLine {
  readonly body: string;
  /** The line end of the file's line; `undefined` for an added one. */
  readonly lineEnd: string | undefined;
}

/** The place of a merged text. */
interface OutputPlace {
  readonly content: string;
  readonly end: number;
  readonly old: string;
  /** The line end of lines without one. */
  readonly lineEnd: "\n" | "\r\n";
}

/** Joins the lines of a merged text; the last one ends like the place. */
export function joinLines(output: readonly OutputLine[], place: OutputPlace): string {
  const { content, end, old, lineEnd: fallback } = place;
  if (output.length === 0) return "";
  const regionEnded = content.charCodeAt(end - 1) === 10;
  const wantsEnd = old.endsWith("\n") && regionEnded;
  let result = "";
  // An added line ends like the line above it.
  let lineEnd: string = output.find((line) => line.lineEnd !== undefined)?.lineEnd ?? fallback;
  output.forEach((line, at) => {
    const isLast = at === output.length - 1;
    if (isLast && !wantsEnd) result += line.body;
    else {
      lineEnd = line.lineEnd ?? lineEnd;
      result += line.body + lineEnd;
    }
  });
  return result;
}

/**
 * Returns the lines of the new text; if only the new text ends with a line end, the empty line after it is
 * one of them.
 */
export function linesLike(old: string, newText: string): readonly TextLine[] {
  const { lines, endsWithNewline } = splitLines(newText);
  if (!endsWithNewline || old.endsWith("\n")) return lines;
  return [...lines, { indent: "", text: "", trailing: "", lineEnd: "" }];
}

/** Returns the shortest of some indentations; `undefined` for none. */
export function shortestOf(indents: readonly string[]): string | undefined {
  return indents.reduce<string | undefined>(
    (shortest, indent) => (shortest === undefined || indent.length < shortest.length ? indent : shortest),
    undefined,
  );
}

/** Returns the last word of a line, or its last character. */
export function lastToken(text: string): string {
  return /(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$|.$/u.exec(text)?.[0] ?? "";
}
