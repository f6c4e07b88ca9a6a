import {
  hashLine,
  isCommentLine,
  splitLines,
  squeezedKey,
  type TextKind,
  type TextLine,
} from "../text/index.js";
import type { NeedleHashes } from "./candidate-regions.js";

/** The visible lines of a needle, with the data about each. */
export interface NeedleLines extends NeedleHashes {
  /** All lines, including blank ones. */
  readonly lines: readonly TextLine[];
  readonly endsWithNewline: boolean;
  /** The index of each solid line among all lines. */
  readonly solid: readonly number[];
  readonly isComment: readonly boolean[];
}

const UNKNOWN_KIND: TextKind = { isMarkdown: false, hasHashComments: false };

/** Splits a needle into lines; whether a line is a comment depends on the file. */
export function readNeedle(text: string, kind: TextKind = UNKNOWN_KIND): NeedleLines {
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
    isComment.push(isCommentLine(at, place, kind));
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
