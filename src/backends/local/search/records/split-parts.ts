import type { RipgrepRecord } from "./ripgrep-record.js";

const LINE_FEED = 10;

/** Divides a match record into its matched parts, in order. Parts without text are omitted. */
export function* splitParts(record: RipgrepRecord): Generator<RipgrepRecord> {
  if (record.kind === "context" || record.isPart === true) {
    if (record.kind === "context" || hasText(record.text)) yield record;
    return;
  }
  const bytes = record.bytes ?? Buffer.from(record.text);
  let { line } = record;
  let nextFeed = bytes.indexOf(LINE_FEED);
  for (const { start, end } of record.spans ?? []) {
    for (; nextFeed >= 0 && nextFeed < start; nextFeed = bytes.indexOf(LINE_FEED, nextFeed + 1)) line += 1;
    const text = bytes.toString("utf8", start, end);
    if (!hasText(text)) continue;
    yield { ...record, line, text, bytes: bytes.subarray(start, end), offset: record.offset + start };
  }
}

/** Returns whether a part has text besides line ends. */
function hasText(part: string): boolean {
  return /[^\r\n]/.test(part);
}
