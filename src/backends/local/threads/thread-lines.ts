import { close, constants, fstat, open, read } from "node:fs";
import { promisify } from "node:util";
import { ToolError } from "../../../contract/index.js";
import type { Yield } from "../../../values/index.js";
import { MAX_ENTRY_CHARACTERS } from "../../threads/index.js";
import { readRecord, type ThreadRecord } from "./thread-record.js";

const calls = {
  open: promisify(open),
  fstat: promisify(fstat),
  read: promisify(read),
  close: promisify(close),
};

/** Bytes read at once. */
const BLOCK_BYTES = 262_144;

/** Largest line: an entry of control characters takes six bytes for each; Collet writes no longer lines. */
const MAX_LINE_BYTES = 6 * MAX_ENTRY_CHARACTERS + 65_536;

const LINE_END = 0x0a;

/** A line of a thread's file: a record, or the torn rest of one. */
export interface ThreadLine {
  readonly record: ThreadRecord | undefined;
  /** Offset in the file, and number of bytes without the line break. */
  readonly offset: number;
  readonly length: number;
}

/** State of a file after it was read. */
export interface ReadFileState {
  readonly inode: number;
  readonly modifiedAtMs: number;
  /** End of the last complete line. */
  readonly offset: number;
  /** Bytes after that: a line that is being written, or torn. */
  readonly unfinishedBytes: number;
}

/**
 * Reads the lines of a thread's file from an offset. Memory is bounded by the longest line; empty lines are
 * skipped. A last line without a line break counts if it is a complete record.
 */
export async function readThreadLines(
  path: string,
  from: number,
  onLine: (line: ThreadLine) => void | Promise<void>,
  pause: Yield,
): Promise<ReadFileState> {
  // Non-blocking: a pipe with this name may never have a writer.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = await calls.open(path, flags);
  try {
    if (!(await calls.fstat(descriptor)).isFile()) {
      throw new ToolError(`'${path}' is not a file, so it cannot contain a thread. Remove it.`, {
        code: "not-a-file",
        absolutePath: path,
      });
    }
    const lines = new LineSplitter(from);
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    for (let position = from; ; ) {
      const { bytesRead } = await calls.read(descriptor, block, 0, BLOCK_BYTES, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      for (const { bytes, offset, length } of lines.split(block.subarray(0, bytesRead))) {
        if (length === 0) continue;
        await onLine({ record: bytes && readRecord(bytes.toString("utf8")), offset, length });
        await pause();
      }
    }
    // Queried after reading: an earlier time might not match the content.
    const { ino, mtimeMs } = await calls.fstat(descriptor);
    const rest = lines.rest();
    const record = rest.bytes.length === 0 ? undefined : readRecord(rest.bytes.toString("utf8"));
    if (record === undefined) {
      return { inode: ino, modifiedAtMs: mtimeMs, offset: rest.offset, unfinishedBytes: rest.length };
    }
    await onLine({ record, offset: rest.offset, length: rest.length });
    return { inode: ino, modifiedAtMs: mtimeMs, offset: rest.offset + rest.length, unfinishedBytes: 0 };
  } finally {
    await calls.close(descriptor).catch(() => {});
  }
}

interface Line {
  /** Absent for a line that is too long for a record. */
  readonly bytes: Buffer | undefined;
  readonly offset: number;
  readonly length: number;
}

/** Joins lines that arrive in blocks. */
class LineSplitter {
  #parts: Buffer[] = [];
  #length = 0;
  #offset: number;

  constructor(offset: number) {
    this.#offset = offset;
  }

  *split(block: Buffer): Generator<Line> {
    let start = 0;
    for (let end = block.indexOf(LINE_END); end !== -1; end = block.indexOf(LINE_END, start)) {
      this.#add(block.subarray(start, end));
      yield this.#take();
      this.#offset += 1;
      start = end + 1;
    }
    // Copied, because the block is reused.
    this.#add(Buffer.from(block.subarray(start)));
  }

  rest(): { readonly bytes: Buffer; readonly offset: number; readonly length: number } {
    return { bytes: Buffer.concat(this.#parts), offset: this.#offset, length: this.#length };
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES) this.#parts = [];
    else this.#parts.push(part);
  }

  #take(): Line {
    const bytes = this.#length > MAX_LINE_BYTES ? undefined : Buffer.concat(this.#parts);
    const line = { bytes, offset: this.#offset, length: this.#length };
    this.#offset += this.#length;
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
