import { type RawRecord, RecordBytes } from "./record-bytes.js";

const LINE_FEED = 0x0a;

/** Splits JSON Lines into records; blank lines are none. */
export async function* lineRecords(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<RawRecord, void, undefined> {
  const record = new RecordBytes();
  let line = 1;
  for await (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, from);
      record.add(chunk.subarray(from, end < 0 ? undefined : end));
      if (end < 0) break;
      const read = record.take(line);
      if (!isBlank(read)) yield read;
      line += 1;
      from = end + 1;
    }
  }
  const last = record.take(line);
  if (!isBlank(last)) yield last;
}

function isBlank(record: RawRecord): boolean {
  return "bytes" in record && record.bytes.every((byte) => byte <= 0x20);
}
