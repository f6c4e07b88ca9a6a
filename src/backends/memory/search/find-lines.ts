import type { TextMatch, TextSearch } from "../../../contract/index.js";
import { ToolError } from "../../../contract/index.js";
import { startOfText } from "../../../text/index.js";
import {
  compileExpression,
  type ExpressionProgram,
  LineMatcher,
  type MatchSpan,
  SpanFinder,
} from "../expression/index.js";
import type { TextLines } from "./decode-lines.js";
import type { Pace } from "./pace.js";

/** UTF-16 code units of a line that is returned whole, about as in a search with ripgrep. */
const MAX_LINE_LENGTH = 1_048_576;

/** UTF-16 code units that are returned of a longer line. */
const SHORTENED_LENGTH = 65_536;

/** Lines of one match, inclusive, 0-based. */
interface MatchedLines {
  readonly first: number;
  readonly last: number;
}

/** A found line, without the path. */
export type FoundLine = Omit<TextMatch, "path">;

/** Finds lines in texts, one text after the other. */
export interface LineFinder {
  find(lines: TextLines): AsyncGenerator<FoundLine, void, undefined>;
}

/** Prepares a text search. Throws `invalid-pattern`. */
export function lineFinder(request: TextSearch, pace: Pace): LineFinder {
  if (request.pattern.includes("\0")) {
    throw new ToolError("The pattern contains a NUL character, which no line of text can match. Remove it.", {
      code: "invalid-pattern",
    });
  }
  const program = compileExpression(request.pattern, {
    literal: request.literal === true,
    ignoreCase: request.caseSensitive !== true,
    within: request.multiline === true ? "texts" : "lines",
  });
  const needsText = program.matchesLineFeed || program.matchesCarriageReturn || program.asksBeyondLine;
  // Expressions that do not depend on line breaks are matched line by line, which is faster.
  const lineByLine = request.multiline !== true || !needsText;
  const matches = lineByLine ? matchesInLines(program, pace) : matchesInText(program, pace);
  return { find: (lines) => withContext(lines, matches, request) };
}

type Matches = (lines: TextLines) => AsyncGenerator<MatchedLines, void, undefined>;

function matchesInLines(program: ExpressionProgram, pace: Pace): Matches {
  const matcher = new LineMatcher(program);
  return async function* (lines) {
    for (let index = 0; index < lines.count; index += 1) {
      const found = pace.complete(matcher.begin(lines.line(index)));
      if (typeof found === "boolean" ? found : await found) yield { first: index, last: index };
    }
  };
}

function matchesInText(program: ExpressionProgram, pace: Pace): Matches {
  const finder = new SpanFinder(program);
  return async function* (lines) {
    const { text } = lines;
    let lastLine = -1;
    for (let from = 0; from < text.length; ) {
      const span: MatchSpan | "none" = await pace.complete(finder.begin(text, from));
      if (span === "none") return;
      // An empty match after the last line feed is on no line.
      if (span.start === text.length && text.endsWith("\n")) return;
      const first = lines.indexAt(span.start);
      // As in ripgrep, matches count individually if they may span lines, and otherwise by line.
      if (program.matchesLineFeed || first !== lastLine) {
        yield { first, last: lines.indexAt(Math.max(span.start, span.end - 1)) };
      }
      lastLine = first;
      from = span.end > span.start ? span.end : span.end + characterLength(text, span.end);
    }
  };
}

function characterLength(text: string, position: number): number {
  return (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
}

/** Shortens a huge line; no reader shows more of it. */
function shortened(line: string): string {
  return line.length > MAX_LINE_LENGTH ? startOfText(line, SHORTENED_LENGTH) : line;
}

async function* withContext(
  lines: TextLines,
  matches: Matches,
  request: TextSearch,
): AsyncGenerator<FoundLine, void, undefined> {
  const { contextLines = 0, linesBefore = contextLines, linesAfter = contextLines } = request;
  const maxMatches = request.maxMatchesPerFile ?? Number.POSITIVE_INFINITY;
  if (maxMatches <= 0) return;
  const found = (kind: FoundLine["kind"], index: number, first = index): FoundLine => ({
    kind,
    line: index + 1,
    text: shortened(lines.line(index)),
    ...(kind === "match" && index > first && { continues: true as const }),
  });
  let next = 0;
  let count = 0;
  // End of the lines after the last match.
  let contextEnd = 0;
  for await (const { first, last } of matches(lines)) {
    if (count === maxMatches) {
      // A matching line must not be yielded as a context line.
      contextEnd = Math.min(contextEnd, first);
      break;
    }
    for (; next < Math.min(contextEnd, first); next += 1) yield found("context", next);
    for (next = Math.max(next, first - linesBefore); next < first; next += 1) yield found("context", next);
    for (; next <= last; next += 1) yield found("match", next, first);
    contextEnd = Math.min(lines.count, last + 1 + linesAfter);
    count += 1;
    if (count === maxMatches && next >= contextEnd) break;
  }
  for (; next < contextEnd; next += 1) yield found("context", next);
}
