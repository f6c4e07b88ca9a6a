import { fstatSync, readSync } from "node:fs";
import { fileError } from "../file-error.js";
import { closeQuietly } from "../system-calls.js";
import type { RipgrepRecord } from "./records/ripgrep-record.js";
import type { RunningSearch } from "./ripgrep-search.js";

/** Largest UTF-16 file, in bytes, that is decoded to compare its lines; lines of a larger one are omitted. */
const MAX_DECODED_BYTES = 8_388_608;

const BYTE_ORDER_MARKS = [
  { encoding: "utf-8", mark: Buffer.from([0xef, 0xbb, 0xbf]) },
  { encoding: "utf-16le", mark: Buffer.from([0xff, 0xfe]) },
  { encoding: "utf-16be", mark: Buffer.from([0xfe, 0xff]) },
] as const;

const LONGEST_MARK = 3;

/**
 * A comparison of lines that ripgrep printed with a file that was opened below the start of the search.
 *
 * ripgrep opens files by their paths. If a folder was replaced by a symlink meanwhile, it reads other files
 * under the same names. Lines that the opened file contains as well are not secret; all other lines are
 * dropped.
 */
export class LineProof {
  readonly #descriptor: number | undefined;
  /** Offset at which ripgrep starts counting bytes. */
  readonly #start: number;
  /** The text as ripgrep reads it, if that differs from the bytes of the file. */
  readonly #decoded: Buffer | undefined;

  private constructor(descriptor: number | undefined) {
    this.#descriptor = descriptor;
    const head = descriptor === undefined ? Buffer.alloc(0) : bytesAt(descriptor, 0, LONGEST_MARK);
    const found = BYTE_ORDER_MARKS.find(({ mark }) => head.subarray(0, mark.length).equals(mark));
    this.#start = found?.mark.length ?? 0;
    if (descriptor !== undefined && found !== undefined && found.encoding !== "utf-8") {
      this.#decoded = decode(descriptor, found);
    }
  }

  /** Opens the file of records. */
  static of(printed: string, search: Pick<RunningSearch, "open">): LineProof {
    return new LineProof(search.open(printed));
  }

  /** Returns whether the file contains a record as ripgrep printed it. */
  stands({ offset, text, bytes = Buffer.from(text) }: RipgrepRecord): boolean {
    if (this.#descriptor === undefined) return false;
    const there =
      this.#decoded?.subarray(offset, offset + bytes.length) ??
      bytesAt(this.#descriptor, this.#start + offset, bytes.length);
    return there.equals(bytes);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeQuietly(this.#descriptor);
  }
}

function bytesAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readOnce(descriptor, bytes.subarray(filled), position + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function readOnce(descriptor: number, buffer: Buffer, position: number): number {
  try {
    return readSync(descriptor, buffer, 0, buffer.byteLength, position);
  } catch (error) {
    throw fileError(error, "a file that was found");
  }
}

function decode(descriptor: number, { encoding, mark }: (typeof BYTE_ORDER_MARKS)[number]): Buffer {
  const size = Math.min(fstatSync(descriptor).size, MAX_DECODED_BYTES);
  const bytes = bytesAt(descriptor, mark.length, size);
  return Buffer.from(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes));
}
