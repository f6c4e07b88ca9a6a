import { type ExpressionProgram, LineMatcher, type MatchSpan, SpanFinder } from "../expression/index.js";
import { type FoundLine, type Matches, shortened } from "./matched-lines.js";
import type { Pace } from "./pace.js";

/** Returns a search, line by line, for each matched part. Parts may be empty. */
export function partsInLines(program: ExpressionProgram, pace: Pace): Matches {
  const matcher = new LineMatcher(program);
  const finder = new SpanFinder(program);
  return async function* (lines) {
    for (let index = 0; index < lines.count; index += 1) {
      const line = lines.line(index);
      // Most lines do not match, and a test for a match is faster than a search for its position.
      const found = pace.complete(matcher.begin(line));
      if (!(typeof found === "boolean" ? found : await found)) continue;
      for (let from = 0; from <= line.length; ) {
        const done = pace.complete(finder.begin(line, from));
        const span = done instanceof Promise ? await done : done;
        if (span === "none") break;
        yield { first: index, last: index, part: line.slice(span.start, span.end) };
        from = positionAfter(span, line);
      }
    }
  };
}

/** Returns where the search for the next match starts: after an empty match, one character further. */
export function positionAfter({ start, end }: MatchSpan, text: string): number {
  if (end > start) return end;
  return end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
}

/** Yields the lines of a part that have text; returns whether there are any. */
export function* linesOfPart(part: string, first: number): Generator<FoundLine, boolean, undefined> {
  let continues = false;
  let line = first + 1;
  for (let start = 0; start <= part.length; line += 1) {
    const feed = part.indexOf("\n", start);
    const end = feed < 0 ? part.length : feed;
    const text = part.slice(start, part[end - 1] === "\r" && end > start ? end - 1 : end);
    if (text !== "") {
      yield { kind: "match", line, text: shortened(text), ...(continues && { continues }) };
      continues = true;
    }
    start = end + 1;
  }
  return continues;
}
