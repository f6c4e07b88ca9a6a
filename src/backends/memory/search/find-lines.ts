import type { TextSearch } from "../../../contract/index.js";
import { ToolError } from "../../../contract/index.js";
import {
  compileExpression,
  type ExpressionProgram,
  LineMatcher,
  type MatchSpan,
  SpanFinder,
} from "../expression/index.js";
import type { TextLines } from "./decode-lines.js";
import { linesOfPart, partsInLines, positionAfter } from "./find-parts.js";
import { type FoundLine, type Matches, shortened } from "./matched-lines.js";
import type { Pace } from "./pace.js";

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
  const parts = request.onlyMatching === true;
  const inLines = parts ? partsInLines : matchesInLines;
  const matches = lineByLine ? inLines(program, pace) : matchesInText(program, pace, { parts });
  return { find: (lines) => withContext(lines, matches, request) };
}

function matchesInLines(program: ExpressionProgram, pace: Pace): Matches {
  const matcher = new LineMatcher(program);
  return async function* (lines) {
    for (let index = 0; index < lines.count; index += 1) {
      const found = pace.complete(matcher.begin(lines.line(index)));
      if (typeof found === "boolean" ? found : await found) yield { first: index, last: index };
    }
  };
}

function matchesInText(
  program: ExpressionProgram,
  pace: Pace,
  { parts }: { readonly parts: boolean },
): Matches {
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
      if (parts || program.matchesLineFeed || first !== lastLine) {
        const last = lines.indexAt(Math.max(span.start, span.end - 1));
        yield { first, last, ...(parts && { part: text.slice(span.start, span.end) }) };
      }
      lastLine = first;
      from = positionAfter(span, text);
    }
  };
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
  for await (const { first, last, part } of matches(lines)) {
    if (count === maxMatches) {
      // A matching line must not be yielded as a context line.
      contextEnd = Math.min(contextEnd, first);
      break;
    }
    for (; next < Math.min(contextEnd, first); next += 1) yield found("context", next);
    for (next = Math.max(next, first - linesBefore); next < first; next += 1) yield found("context", next);
    if (part === undefined) for (; next <= last; next += 1) yield found("match", next, first);
    const isCounted = part === undefined || (yield* linesOfPart(part, first));
    next = Math.max(next, last + 1);
    contextEnd = Math.min(lines.count, last + 1 + linesAfter);
    if (isCounted) count += 1;
    if (count === maxMatches && next >= contextEnd) break;
  }
  for (; next < contextEnd; next += 1) yield found("context", next);
}
