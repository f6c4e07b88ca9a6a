import type { TextMatch } from "../../../contract/index.js";
import { startOfText } from "../../../text/index.js";
import type { TextLines } from "./decode-lines.js";

/** UTF-16 code units of a line that is returned whole, about as in a search with ripgrep. */
const MAX_LINE_LENGTH = 1_048_576;

/** UTF-16 code units that are returned of a longer line. */
const SHORTENED_LENGTH = 65_536;

/** Lines of one match, inclusive, 0-based. */
export interface MatchedLines {
  readonly first: number;
  readonly last: number;
  /** The matched text, in a search for parts; may be empty. */
  readonly part?: string;
}

/** A function that finds the matches in a text, in order. */
export type Matches = (lines: TextLines) => AsyncGenerator<MatchedLines, void, undefined>;

/** A found line, without the path. */
export type FoundLine = Omit<TextMatch, "path">;

/** Shortens a huge line; no reader shows more of it. */
export function shortened(line: string): string {
  return line.length > MAX_LINE_LENGTH ? startOfText(line, SHORTENED_LENGTH) : line;
}
