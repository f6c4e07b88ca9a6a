/** Part of a record in bytes; `problem` if it was omitted. */
export type RawRecord =
  | { readonly line: number; readonly bytes: Buffer; readonly member?: string }
  | { readonly line: number; readonly problem: string };

/** Largest record that is read, in bytes. The largest of the measured transcripts, a whole session, has 4.2 MB. */
const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** Bytes of one record that arrive in parts; keeps none of a record that is too large. */
export class RecordBytes {
  #parts: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_RECORD_BYTES) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  /** Returns the record and begins the next one. */
  take(line: number, member?: string): RawRecord {
    const length = this.#length;
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    if (length > MAX_RECORD_BYTES) return { line, problem: tooLarge(length) };
    return member === undefined ? { line, bytes } : { line, bytes, member };
  }
}

function tooLarge(length: number): string {
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  return `it has ${megabytes(length)} MB, and at most ${megabytes(MAX_RECORD_BYTES)} MB are read`;
}
