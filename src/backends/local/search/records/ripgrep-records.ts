import { isSummary, workIn } from "../summary/ripgrep-summary.js";
import type { SearchWork } from "../summary/search-threads.js";
import { type OversizedParts, OversizedRecord } from "./oversized-record.js";
import { type RipgrepRecord, type RipgrepText, textOf } from "./ripgrep-record.js";

/**
 * Bytes of one record that are held in memory. A record of a minified file contains its single line, and
 * every match in it, and can be larger than the file.
 */
const MAX_RECORD_BYTES = 1_048_576;

const NEWLINE = 10;

/**
 * A reader that splits the output of `rg --json` into records, and buffers at most {@link MAX_RECORD_BYTES}.
 */
export class RipgrepRecordReader {
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #oversized: OversizedRecord | undefined;
  #work: SearchWork | undefined;

  /** @param parts - divides an oversized record into its matched parts */
  constructor(private readonly parts?: OversizedParts) {}

  /** The work of the search, once its summary has been read. */
  get work(): SearchWork | undefined {
    return this.#work;
  }

  /** Reads the next bytes of output; yields the records completed by them. Iterate to the end before the next chunk. */
  *push(chunk: Buffer): Generator<RipgrepRecord, void, undefined> {
    let bytes = chunk;
    if (this.#oversized !== undefined) {
      const end = bytes.indexOf(NEWLINE);
      yield* this.#oversized.add(end < 0 ? bytes : bytes.subarray(0, end));
      if (end < 0) return;
      const record = this.#oversized.record();
      if (record !== undefined) yield record;
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
        if (record !== undefined) yield record;
        else if (isSummary(line)) this.#work = workIn(line);
      }
    }
    const rest = bytes.subarray(end);
    if (rest.length > 0) {
      this.#pending.push(rest);
      this.#pendingBytes += rest.length;
    }
    if (this.#pendingBytes > MAX_RECORD_BYTES) {
      this.#oversized = new OversizedRecord(this.parts);
      for (const piece of this.#pending) yield* this.#oversized.add(piece);
      this.#pending = [];
      this.#pendingBytes = 0;
    }
  }
}

function parseRecord(line: string): RipgrepRecord | undefined {
  // Begin and end records need not be parsed.
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
