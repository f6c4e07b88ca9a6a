import { LineFeeds } from "./line-feeds.js";
import { MarkedBytes, type MarkedRead } from "./marked-bytes.js";
import { type RipgrepRecord, type RipgrepText, textOf } from "./ripgrep-record.js";

const OPENING =
  /^\{"type":"(match|context)","data":\{"path":(\{"(?:text|bytes)":"(?:[^"\\]|\\.)*"\}),"lines":\{"(text|bytes)":"/;

// Neither mark can occur inside a JSON string, where a backslash would precede the quote.
const POSITION = {
  mark: Buffer.from('},"line_number":'),
  numbers: /^\},"line_number":(\d{1,20}),"absolute_offset":(\d{1,20}),/,
};
const SPAN = {
  mark: Buffer.from('},"start":'),
  numbers: /^\},"start":(\d{1,20}),"end":(\d{1,20})\}/,
};
const SPAN_OPENING = /^(?:"submatches":\[|,)\{"match":\{"(text|bytes)":"/;

/** The matched parts that a reader returns of an oversized record, instead of its beginning. */
export type OversizedParts = "of-one-line" | "of-several-lines";

/**
 * An oversized record, read piece by piece: reduced to its beginning, or divided into its matched parts, each of which
 * is a record.
 */
export class OversizedRecord {
  readonly #parts: OversizedParts | undefined;
  readonly #start: MarkedBytes;
  #record: RipgrepRecord | undefined;
  #hasStarted = false;
  #span = new MarkedBytes(SPAN);
  #opening: Buffer = Buffer.alloc(0);
  #lineFeeds: LineFeeds | undefined;

  constructor(parts: OversizedParts | undefined) {
    this.#parts = parts;
    this.#start = new MarkedBytes({
      ...POSITION,
      ...(parts === "of-several-lines" && { onBytes: (bytes) => this.#countLines(bytes) }),
    });
  }

  /** Reads the next bytes; yields the parts completed by them. */
  *add(bytes: Buffer): Generator<RipgrepRecord, void, undefined> {
    let rest = bytes;
    if (!this.#hasStarted) {
      const read = this.#start.add(rest);
      if (read === undefined) return;
      this.#hasStarted = true;
      this.#record = beginningOf(read);
      rest = read.rest;
    }
    const whole = this.#record;
    if (whole === undefined || !this.#isDivided(whole)) return;
    for (let read = this.#span.add(rest); read !== undefined; read = this.#span.add(rest)) {
      rest = read.rest;
      this.#span = new MarkedBytes(SPAN);
      const part = this.#part(whole, read);
      if (part !== undefined) yield part;
    }
  }

  /** Returns the beginning of a record that is not divided; `undefined` otherwise. */
  record(): RipgrepRecord | undefined {
    return this.#record === undefined || this.#isDivided(this.#record) ? undefined : this.#record;
  }

  #isDivided({ kind }: RipgrepRecord): boolean {
    return this.#parts !== undefined && kind === "match";
  }

  #part(whole: RipgrepRecord, { head, numbers }: MarkedRead): RipgrepRecord | undefined {
    const [start, end] = numbers;
    const json = head.toString("utf8");
    const [opening, form = "text"] = SPAN_OPENING.exec(json) ?? [];
    const feeds = this.#lineFeeds === undefined ? 0 : this.#lineFeeds.before(start);
    if (opening === undefined || start === end || feeds === undefined) return undefined;
    return {
      kind: whole.kind,
      path: whole.path,
      ...beginningOfText(json.slice(opening.length), form),
      line: whole.line + feeds,
      offset: whole.offset + start,
      isPart: true,
    };
  }

  #countLines(bytes: Buffer): void {
    if (this.#lineFeeds !== undefined) {
      this.#lineFeeds.add(bytes);
      return;
    }
    this.#opening = Buffer.concat([this.#opening, bytes]);
    const found = OPENING.exec(this.#opening.toString("latin1"));
    if (found === null) return;
    this.#lineFeeds = new LineFeeds(found[3] ?? "");
    this.#lineFeeds.add(this.#opening.subarray(found[0].length));
    this.#opening = Buffer.alloc(0);
  }
}

function beginningOf({ head, numbers: [line, offset] }: MarkedRead): RipgrepRecord | undefined {
  const json = head.toString("utf8");
  const found = OPENING.exec(json);
  if (found === null) return undefined;
  const [opening, kind, path, form = "text"] = found;
  return {
    kind: kind as "match" | "context",
    path: textOf(JSON.parse(path ?? "") as RipgrepText),
    line,
    offset,
    ...beginningOfText(json.slice(opening.length), form),
  };
}

function beginningOfText(start: string, form: string): Pick<RipgrepRecord, "text" | "bytes"> {
  if (form === "text") return { text: truncateJsonString(start), bytes: undefined };
  const bytes = truncateBase64(start);
  return { text: bytes.toString("utf8"), bytes };
}

/** Returns the value of a JSON string whose end may be missing. */
function truncateJsonString(escaped: string): string {
  const whole = /^(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/.exec(escaped)?.[0] ?? "";
  const text = JSON.parse(`"${whole}"`) as string;
  // The last character may be incomplete.
  return escaped[whole.length] === '"' ? text : text.replace(/\uFFFD$/, "");
}

function truncateBase64(encoded: string): Buffer {
  const whole = /^[A-Za-z0-9+/]*/.exec(encoded)?.[0] ?? "";
  return Buffer.from(
    encoded[whole.length] === undefined ? whole.slice(0, whole.length - (whole.length % 4)) : whole,
    "base64",
  );
}
