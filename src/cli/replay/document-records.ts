import { type RawRecord, RecordBytes } from "./record-bytes.js";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LINE_FEED = 0x0a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const OPENING_BRACKET = 0x5b;

/**
 * Splits a JSON document into records: the elements of a list, or the members of an object, of which lists are split
 * into their elements. `member` is the name of the member.
 *
 * Follows strings and brackets only, so that most mistakes inside a record spoil that record and no other.
 */
export async function* documentRecords(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<RawRecord, void, undefined> {
  const record = new RecordBytes();
  let [depth, line, recordLine] = [0, 1, 1];
  let [inString, escaped, hasValue] = [false, false, false];
  // The depth at which records are separated: 1 below a list or an object, 2 in a list of a member.
  let recordDepth = 1;
  let isObject = false;
  let member: string | undefined;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === LINE_FEED) line += 1;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
        continue;
      }
      if (byte <= 0x20) continue;
      if (depth === 0) {
        if (!OPENING.has(byte)) continue;
        isObject = byte !== OPENING_BRACKET;
        depth = 1;
        from = at + 1;
        continue;
      }
      if (byte === COLON && isObject && depth === 1 && member === undefined) {
        record.add(chunk.subarray(from, at));
        member = nameOf(record.take(recordLine));
        from = at + 1;
        hasValue = false;
        continue;
      }
      const isEnd = CLOSING.has(byte) && depth === recordDepth;
      if ((byte === COMMA && depth === recordDepth) || isEnd) {
        record.add(chunk.subarray(from, at));
        const read = record.take(recordLine, member);
        if (hasValue) yield read;
        hasValue = false;
        from = at + 1;
        if (isEnd) {
          depth -= 1;
          recordDepth = 1;
        }
        if (depth <= 1 && byte === COMMA) member = undefined;
        // After a list of a member, nothing but the comma before the next member remains.
        if (isEnd && depth === 1) hasValue = false;
        continue;
      }
      if (!hasValue) {
        hasValue = true;
        recordLine = line;
        if (byte === OPENING_BRACKET && isObject && depth === 1 && member !== undefined) {
          depth = 2;
          recordDepth = 2;
          hasValue = false;
          from = at + 1;
          continue;
        }
      }
      if (byte === QUOTE) inString = true;
      else if (OPENING.has(byte)) depth += 1;
      else if (CLOSING.has(byte)) depth -= 1;
    }
    record.add(chunk.subarray(from));
  }
  if (depth === 0) return;
  if (hasValue && !inString && depth === recordDepth) yield record.take(recordLine, member);
  yield { line, problem: "the document ends in the middle of it" };
}

function nameOf(record: RawRecord): string {
  if (!("bytes" in record)) return "";
  try {
    return String(JSON.parse(record.bytes.toString("utf8")));
  } catch {
    return "";
  }
}
