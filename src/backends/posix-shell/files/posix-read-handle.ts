import type { Buffer } from "node:buffer";
import type { FileStat, ReadHandle } from "../../../contract/index.js";
import { fileFailure } from "../../failure/index.js";
import { type ScriptRunner, word } from "../script/index.js";

/** Unit of the parts of a larger file: 'dd' skips whole blocks. */
const BLOCK_BYTES = 65_536;

/** Blocks that are fetched at once, where the machine has no limit. */
const BLOCKS_PER_PART = 64;

/** Smaller unit where the output of the machine is limited. */
const SMALL_BLOCK_BYTES = 1_024;

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
    if (this.#isInline) this.#part = { start: 0, bytes: opened.content };
  }

  get isWritable(): boolean {
    return this.opened.isWritable;
  }

  /** Whether the content came with the message that opened the file. */
  get #isInline(): boolean {
    return this.stat.size <= this.runner.maxContentBytes;
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    if (this.#isClosed) throw fileFailure("closed", this.opened.path);
    let part = this.#part;
    const isHeld = part !== undefined && position >= part.start && position < part.start + part.bytes.length;
    if (!this.#isInline && !isHeld) part = await this.#fetch(position);
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
    const most = this.runner.maxContentBytes;
    const isLimited = this.runner.transport.maxOutputBytes !== undefined;
    const block = isLimited ? SMALL_BLOCK_BYTES : BLOCK_BYTES;
    const count = isLimited ? Math.floor(most / SMALL_BLOCK_BYTES) : BLOCKS_PER_PART;
    const first = Math.floor(position / block);
    const same = `same "$f" ${stat.identity} || fail changed`;
    const script = `${at}
f=${word(`./${name}`)}
${same}
dd if="$f" bs=${block} skip=${first} count=${count} 2>/dev/null || fail "other:the file could not be read"
${same}`;
    const body = await this.runner.run(script, { path });
    this.#part = { start: first * block, bytes: body };
    return this.#part;
  }
}
