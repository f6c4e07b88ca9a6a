import { hashLine, isCommentLine, splitLines, squeezedKey, type TextLine } from "../text/index.js";
import type { NeedleHashes } from "./candidate-regions.js";

/** A needle's lines that show something, and what is known about each. */
export interface NeedleLines extends NeedleHashes {
  /** All lines, blank ones too. */
  readonly lines: readonly TextLine[];
  readonly endsWithNewline: boolean;
  /** For each solid line its place among all lines. */
  readonly solid: readonly number[];
  readonly isComment: readonly boolean[];
}

/** Take a needle apart; what is a comment in it depends on the file it is for. */
export function readNeedle(text: string, isMarkdown = false): NeedleLines {
  const { lines, endsWithNewline } = splitLines(text);
  const solid: number[] = [];
  const keys: number[] = [];
  const shapes: number[] = [];
  const lengths: number[] = [];
  const isComment: boolean[] = [];
  const at = (line: number) => lines[line]?.text;
  lines.forEach((line, place) => {
    const { key, shape, isSolid } = hashLine(line.text);
    if (!isSolid) return;
    solid.push(place);
    keys.push(key);
    shapes.push(shape);
    lengths.push(line.text.length < 200 ? squeezedKey(line.text).length : line.text.length);
    isComment.push(isCommentLine(at, place, isMarkdown));
  });
  return {
    lines,
    endsWithNewline,
    solid,
    keys: Int32Array.from(keys),
    shapes: Int32Array.from(shapes),
    lengths,
    isComment,
  };
}
