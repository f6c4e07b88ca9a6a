import type { RipgrepRecord } from "./ripgrep-record.js";

const NEWLINE = 10;

/**
 * Splits a record of a multiline search: ripgrep joins all matches on consecutive lines into one record.
 * Matches that share a line stay together. Text that was not UTF-8 is not split, because its bytes are
 * unknown.
 */
export function* splitMatches(record: RipgrepRecord): Generator<RipgrepRecord> {
  const { spans = [], text } = record;
  if (record.kind !== "match" || spans.length < 2 || text.includes("\uFFFD")) {
    yield record;
    return;
  }
  const bytes = Buffer.from(text);
  const lineStart = (offset: number) => (offset === 0 ? 0 : bytes.lastIndexOf(NEWLINE, offset - 1) + 1);
  let line = record.line;
  let start = 0;
  const piece = (end: number): RipgrepRecord => {
    const own = { ...record, line, text: bytes.toString("utf8", start, end) };
    for (let at = bytes.indexOf(NEWLINE, start); at >= 0 && at < end; at = bytes.indexOf(NEWLINE, at + 1))
      line += 1;
    start = end;
    return own;
  };
  let lastEnd = 0;
  for (const [index, span] of spans.entries()) {
    const first = lineStart(span.start);
    // The line of the previous match ends at or after its last byte.
    const newline = bytes.indexOf(NEWLINE, Math.max(lastEnd - 1, 0));
    const endOfLast = newline === -1 ? bytes.length : newline + 1;
    if (index > 0 && first >= endOfLast && first > start) yield piece(first);
    lastEnd = Math.max(lastEnd, span.end);
  }
  yield piece(bytes.length);
}
