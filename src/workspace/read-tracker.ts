import { type FileStat, ToolError, type ToolSession } from "../contract/index.js";
import { contentHash } from "./content-hash.js";
import type { ByteRun } from "./line-collector.js";

/**
 * What becomes of a change to a file that the session has read: `if-read` refuses when what was read is different now,
 * `require-read` also when the session never read the file, `off` never.
 */
export type StalenessPolicy = "off" | "if-read" | "require-read";

/** What a session knows of a file: all of it, or some stretches. */
type ReadRecord =
  | { readonly type: "whole"; readonly hash: string | Promise<string> }
  | {
      readonly type: "parts";
      /** As the file was when it was read. */
      readonly stat: FileStat;
      readonly parts: readonly ReadPart[];
    };

interface ReadPart {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly runs: readonly { readonly position: number; readonly length: number }[];
  /** Of the bytes of all runs together. */
  readonly hash: Promise<string>;
}

/** A file as it is now, as much of it as a check asks for. */
export interface CurrentFile {
  readonly stat: FileStat;
  hash(): Promise<string>;
  /** Gives fewer bytes than asked for at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** Windows remembered of one file; older ones are forgotten first. */
const MAX_PARTS = 64;

const RECORDS = Symbol("collet.read-records");

/** What one session has read, kept in its memory and compared by content, never by time. */
export class ReadTracker {
  readonly #records: Map<string, ReadRecord>;

  constructor(session: Pick<ToolSession, "memory">) {
    let records = session.memory.get(RECORDS) as Map<string, ReadRecord> | undefined;
    if (records === undefined) {
      records = new Map();
      session.memory.set(RECORDS, records);
    }
    this.#records = records;
  }

  /** The session knows all of a file: it read or wrote it. */
  recordWhole(path: string, hash: string | Promise<string>): void {
    this.#records.set(path, { type: "whole", hash });
  }

  /**
   * The session knows some lines of a file too big to be read at once.
   *
   * @param runs - the bytes that were given; without them, only the file's facts can tell later whether it changed
   */
  recordWindow(
    path: string,
    stat: FileStat,
    lines: { readonly firstLine: number; readonly lastLine: number },
    runs: readonly ByteRun[] | undefined,
  ): void {
    if (runs === undefined) {
      this.#records.set(path, { type: "parts", stat, parts: [] });
      return;
    }
    const known = this.#records.get(path);
    const earlier = known?.type === "parts" && sameStat(known.stat, stat) ? known.parts : [];
    const part: ReadPart = {
      ...lines,
      runs: runs.map(({ position, bytes }) => ({ position, length: bytes.byteLength })),
      hash: contentHash(concatenate(runs.map(({ bytes }) => bytes))),
    };
    this.#records.set(path, { type: "parts", stat, parts: [...earlier, part].slice(-MAX_PARTS) });
  }

  /** Whether the session has read the file. */
  knows(path: string): boolean {
    return this.#records.has(path);
  }

  /** Nothing is known of the file any more. */
  forget(path: string): void {
    this.#records.delete(path);
  }

  /**
   * Throws `stale-file` when what the session read of a file is different now, naming the lines where they are known, and
   * `not-read` when it must have read it and has not.
   *
   * @param rule - `replacesAll`: the change takes away all of the file, also what was never read
   */
  async requireFresh(
    path: string,
    current: CurrentFile,
    rule: { readonly policy: StalenessPolicy; readonly replacesAll: boolean },
  ): Promise<void> {
    if (rule.policy === "off") return;
    const record = this.#records.get(path);
    if (record === undefined) {
      if (rule.policy === "if-read") return;
      throw new ToolError(`'${path}' was not read in this session. Read it first, then repeat the change.`, {
        code: "not-read",
        absolutePath: path,
      });
    }
    if (record.type === "whole") {
      if ((await record.hash) !== (await current.hash())) throw stale(path, []);
      return;
    }
    const changed: ReadPart[] = [];
    for (const part of record.parts) {
      const pieces: Uint8Array[] = [];
      for (const { position, length } of part.runs) pieces.push(await current.read(position, length));
      if ((await contentHash(concatenate(pieces))) !== (await part.hash)) changed.push(part);
    }
    // To replace a file whole also takes away what was never read of it, so there the file itself must be the same.
    const mustBeSame = rule.replacesAll || record.parts.length === 0;
    const otherwiseChanged = mustBeSame && !sameStat(record.stat, current.stat);
    if (changed.length > 0 || otherwiseChanged) throw stale(path, changed);
  }
}

function stale(path: string, changed: readonly ReadPart[]): ToolError {
  const where =
    changed.length === 0
      ? ""
      : ` Of what was read, lines ${changed.map((part) => `${part.firstLine}-${part.lastLine}`).join(", ")} are different now.`;
  return new ToolError(
    `'${path}' was changed by somebody else since it was read in this session.${where} Nothing was written. Read it again, then repeat the change.`,
    { code: "stale-file", absolutePath: path },
  );
}

function sameStat(left: FileStat, right: FileStat): boolean {
  return (
    left.identity === right.identity && left.size === right.size && left.modifiedAtMs === right.modifiedAtMs
  );
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((total, piece) => total + piece.byteLength, 0));
  let position = 0;
  for (const piece of pieces) {
    joined.set(piece, position);
    position += piece.byteLength;
  }
  return joined;
}
