/** One match or context record of `rg --json`. */
export interface RipgrepRecord {
  readonly kind: "match" | "context";
  /** Path as ripgrep prints it. */
  readonly path: string;
  /** 1-based number of the first line of the text. */
  readonly line: number;
  /**
   * One line with its line break, or several for a match across lines; truncated if the record was too large.
   */
  readonly text: string;
  /**
   * Offset of the text in the file, in bytes, as ripgrep reads it: without a byte order mark, UTF-16 as
   * UTF-8.
   */
  readonly offset: number;
  /** The bytes of a text that is not UTF-8. */
  readonly bytes?: Buffer | undefined;
  /** Positions of the matches, in bytes of the record's lines; absent if the record was too large. */
  readonly spans?: readonly { readonly start: number; readonly end: number }[];
}

/**
 * Bytes of one record that are held in memory. A record of a minified file contains its single line, and
 * every match in it, and can be larger than the file.
 */
const MAX_RECORD_BYTES = 1_048_576;

/** Bytes of text kept of a record that is too large. */
const KEPT_TEXT_BYTES = 65_536;

const NEWLINE = 10;
// Cannot occur inside a JSON string, where a backslash would precede the quote.
const LINE_NUMBER = Buffer.from('},"line_number":');
const POSITION = /^\},"line_number":(\d{1,20}),"absolute_offset":(\d{1,20}),/;
/** Bytes of the longest text that `POSITION` matches. */
const LONGEST_POSITION = 80;

/**
 * A reader that splits the output of `rg --json` into records, and buffers at most {@link MAX_RECORD_BYTES}.
 */
export class RipgrepRecordReader {
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #oversized: OversizedRecord | undefined;

  /** Reads the next bytes of output; returns the records completed by them. */
  push(chunk: Buffer): RipgrepRecord[] {
    const records: RipgrepRecord[] = [];
    let bytes = chunk;
    if (this.#oversized !== undefined) {
      const end = bytes.indexOf(NEWLINE);
      this.#oversized.add(end < 0 ? bytes : bytes.subarray(0, end));
      if (end < 0) return records;
      const record = this.#oversized.record();
      if (record !== undefined) records.push(record);
      this.#oversized = undefined;
      bytes = bytes.subarray(end + 1);
    }
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const complete = Buffer.concat([...this.#pending, bytes.subarray(0, end)]);
      this.#pending = [];
      this.#pendingBytes = 0;
      for (const line of complete.toString("utf8").split("\n")) {
        const record = parseRecord(line);
        if (record !== undefined) records.push(record);
      }
    }
    const rest = bytes.subarray(end);
    if (rest.length > 0) {
      this.#pending.push(rest);
      this.#pendingBytes += rest.length;
    }
    if (this.#pendingBytes > MAX_RECORD_BYTES) {
      this.#oversized = new OversizedRecord();
      for (const piece of this.#pending) this.#oversized.add(piece);
      this.#pending = [];
      this.#pendingBytes = 0;
    }
    return records;
  }
}

function parseRecord(line: string): RipgrepRecord | undefined {
  // Begin, end and summary records need not be parsed.
  if (!line.startsWith('{"type":"match"') && !line.startsWith('{"type":"context"')) return undefined;
  const { type, data } = JSON.parse(line) as {
    readonly type: "match" | "context";
    readonly data: {
      readonly path: RipgrepText;
      readonly lines: RipgrepText;
      readonly line_number: number;
      readonly absolute_offset: number;
      readonly submatches: readonly { readonly start: number; readonly end: number }[];
    };
  };
  return {
    kind: type,
    path: textOf(data.path),
    line: data.line_number,
    offset: data.absolute_offset,
    text: textOf(data.lines),
    ...("bytes" in data.lines && { bytes: Buffer.from(data.lines.bytes, "base64") }),
    spans: data.submatches,
  };
}

/** Text in ripgrep's form; text that is not UTF-8 is in base64. */
type RipgrepText = { readonly text: string } | { readonly bytes: string };

function textOf(value: RipgrepText): string {
  return "text" in value ? value.text : Buffer.from(value.bytes, "base64").toString("utf8");
}

/** An oversized record, reduced to its beginning and, once they have arrived, its line number and offset. */
class OversizedRecord {
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  #position: { readonly line: number; readonly offset: number } | undefined;

  add(bytes: Buffer): void {
    const room = KEPT_TEXT_BYTES - this.#head.length;
    if (room > 0) this.#head = Buffer.concat([this.#head, bytes.subarray(0, room)]);
    if (this.#position !== undefined) return;
    const searched = Buffer.concat([this.#tail, bytes]);
    const found = searched.indexOf(LINE_NUMBER);
    const numbers =
      found < 0 ? null : POSITION.exec(searched.toString("latin1", found, found + LONGEST_POSITION));
    if (numbers !== null) this.#position = { line: Number(numbers[1]), offset: Number(numbers[2]) };
    // The mark or the digits may be split by the end of this chunk.
    else this.#tail = searched.subarray(found >= 0 ? found : -LONGEST_POSITION);
  }

  record(): RipgrepRecord | undefined {
    const head = this.#head.toString("utf8");
    const found =
      /^\{"type":"(match|context)","data":\{"path":(\{"(?:text|bytes)":"(?:[^"\\]|\\.)*"\}),"lines":\{"(text|bytes)":"/.exec(
        head,
      );
    if (found === null || this.#position === undefined) return undefined;
    const [opening, kind, path, form] = found;
    const start = head.slice(opening.length);
    const bytes = form === "text" ? undefined : truncateBase64(start);
    return {
      kind: kind as "match" | "context",
      path: textOf(JSON.parse(path ?? "") as RipgrepText),
      ...this.#position,
      text: bytes?.toString("utf8") ?? truncateJsonString(start),
      bytes,
    };
  }
}

/** Returns the value of a JSON string whose end is missing. */
function truncateJsonString(escaped: string): string {
  const whole = /^(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/.exec(escaped)?.[0] ?? "";
  // The last character may be incomplete.
  return (JSON.parse(`"${whole}"`) as string).replace(/\uFFFD$/, "");
}

function truncateBase64(encoded: string): Buffer {
  const whole = /^[A-Za-z0-9+/]*/.exec(encoded)?.[0] ?? "";
  return Buffer.from(whole.slice(0, whole.length - (whole.length % 4)), "base64");
}
