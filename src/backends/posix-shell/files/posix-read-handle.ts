import type { Buffer } from "node:buffer";
import type { FileStat, ReadHandle } from "../../../contract/index.js";
import { fileFailure } from "../../failure/index.js";
import { type ScriptRunner, word } from "../script/index.js";

/** Largest file whose content comes with the message that opens it. */
export const INLINE_BYTES = 262_144;

/** Unit of the parts of a larger file: 'dd' skips whole blocks. */
const BLOCK_BYTES = 65_536;

/** Blocks that are fetched at once. */
const BLOCKS_PER_PART = 64;

/** A file under its name in a directory. */
export interface OpenedName {
  /** First line of each script. */
  readonly at: string;
  readonly path: string;
  readonly name: string;
  readonly stat: FileStat;
}

/** A file as it was when it was opened. */
interface OpenedFile extends OpenedName {
  /** All of it, where it is small. */
  readonly content: Buffer;
  /** Whether it was opened for both, and this user may write it. */
  readonly isWritable: boolean;
}

/**
 * A file open for reading. A small one is a snapshot. Of a larger one, parts are fetched when they are read, and only
 * while its name leads to the same file.
 */
export class PosixReadHandle implements ReadHandle {
  readonly stat: FileStat;
  readonly isSnapshot = true;
  #part: { readonly start: number; readonly bytes: Buffer } | undefined;
  #isClosed = false;

  constructor(
    private readonly runner: ScriptRunner,
    private readonly opened: OpenedFile,
  ) {
    this.stat = opened.stat;
    if (opened.stat.size <= INLINE_BYTES) this.#part = { start: 0, bytes: opened.content };
  }

  get isWritable(): boolean {
    return this.opened.isWritable;
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    if (this.#isClosed) throw fileFailure("closed", this.opened.path);
    const isInline = this.stat.size <= INLINE_BYTES;
    let part = this.#part;
    const isHeld = part !== undefined && position >= part.start && position < part.start + part.bytes.length;
    if (!isInline && !isHeld) part = await this.#fetch(position);
    const from = position - (part?.start ?? 0);
    const bytes = part?.bytes.subarray(from, from + buffer.byteLength) ?? new Uint8Array(0);
    buffer.set(bytes);
    return bytes.byteLength;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#part = undefined;
  }

  async #fetch(position: number) {
    const { at, path, name, stat } = this.opened;
    const first = Math.floor(position / BLOCK_BYTES);
    const same = `same "$f" ${stat.identity} || fail changed`;
    const script = `${at}
f=${word(`./${name}`)}
${same}
dd if="$f" bs=${BLOCK_BYTES} skip=${first} count=${BLOCKS_PER_PART} 2>/dev/null || fail "other:the file could not be read"
${same}`;
    const body = await this.runner.run(script, { path });
    this.#part = { start: first * BLOCK_BYTES, bytes: body };
    return this.#part;
  }
}
