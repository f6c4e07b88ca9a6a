import { type FileStat, type FileSystem, ToolError, type ToolSession } from "../../contract/index.js";
import { joinBytes, pathFolding } from "../../values/index.js";
import type { ByteRun } from "../reading/index.js";
import { inWords } from "./changed-lines.js";
import type { CurrentFile } from "./current-file.js";
import { KnownContent } from "./known-content.js";

/**
 * Policy for changes of files that the session has read: `if-read` refuses when the content differs from what was read,
 * `require-read` also when the session never read the file, `never` never refuses.
 *
 * A removal or a move does not require that the file was read.
 */
export type StalenessPolicy = (typeof STALENESS_POLICIES)[number];

/** Every {@link StalenessPolicy}. */
export const STALENESS_POLICIES = ["never", "if-read", "require-read"] as const;

/** A session's knowledge of a file: all of it, or some windows. */
export type ReadRecord =
  | { readonly type: "whole"; readonly content: KnownContent }
  | {
      readonly type: "parts";
      /** Stat of the file when it was read. */
      readonly stat: FileStat;
      readonly parts: readonly ReadPart[];
    };

/** Some lines of a file, with the positions of their bytes. */
export interface ReadPart {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly runs: readonly { readonly position: number; readonly length: number }[];
  /** The bytes of all runs together. */
  readonly content: KnownContent;
}

/** Windows remembered of one file; the oldest are forgotten first. */
const MAX_PARTS = 64;

/** Windows named in an error message. */
const MAX_NAMED_PARTS = 5;

/**
 * Bytes of content that a session keeps to report which lines changed; of the content read longest ago only the hash is
 * kept.
 */
const MAX_KEPT_BYTES = 16_777_216;

const RECORDS = Symbol("collet.read-records");

/** The read records of a session by path, the latest last. */
interface ReadRecords {
  /** The key is the path, folded on a volume that ignores letter case. */
  readonly byPath: Map<string, KnownFile>;
  keptBytes: number;
  /** The records in `byPath` that a follower has not seen; absent without one. */
  unseen?: Map<string, KnownFile>;
  /** Whether every key was made with knowledge of the volume. */
  isFolded: boolean;
}

interface KnownFile {
  readonly path: string;
  readonly record: ReadRecord;
}

/** The files that one session has read, kept in its memory and compared by content, never by time. */
export class ReadTracker {
  readonly #records: ReadRecords;
  readonly #fold: (path: string) => string;
  readonly #knowsVolume: boolean;

  /** @param files - the volume of the files: if it ignores letter case, each spelling of a path means the same record */
  constructor(session: Pick<ToolSession, "memory">, files?: Pick<FileSystem, "caseSensitive">) {
    this.#fold = pathFolding(files);
    this.#knowsVolume = files !== undefined;
    let records = session.memory.get(RECORDS) as ReadRecords | undefined;
    if (records === undefined) {
      records = { byPath: new Map(), keptBytes: 0, isFolded: true };
      session.memory.set(RECORDS, records);
    }
    this.#records = records;
    if (!this.#knowsVolume || records.isFolded) return;
    records.isFolded = true;
    // Records that were restored without knowledge of the volume. Not for each call: a session reads thousands of files.
    for (const [key, { path, record }] of [...records.byPath]) {
      if (key !== path || this.#fold(path) === path) continue;
      records.byPath.delete(key);
      records.byPath.set(this.#fold(path), { path, record });
    }
  }

  /**
   * Records all of a file, which the session read or wrote. Takes ownership of the content, within the memory limit.
   */
  recordWhole(path: string, content: KnownContent): void {
    this.#set(path, { type: "whole", content });
    this.#makeRoom(path);
  }

  /**
   * Records some lines of a file that is too large to read at once.
   *
   * @param runs - the bytes of the window; without them, only the file's stat can show later whether it changed
   */
  recordWindow(
    path: string,
    stat: FileStat,
    lines: { readonly firstLine: number; readonly lastLine: number },
    runs: readonly ByteRun[] | undefined,
  ): void {
    if (runs === undefined) {
      this.#set(path, { type: "parts", stat, parts: [] });
      return;
    }
    const known = this.#find(path);
    const earlier = known?.type === "parts" && sameStat(known.stat, stat) ? known.parts : [];
    const part: ReadPart = {
      firstLine: lines.firstLine,
      lastLine: lines.lastLine,
      runs: runs.map(({ position, bytes }) => ({ position, length: bytes.byteLength })),
      content: new KnownContent(joinBytes(runs.map(({ bytes }) => bytes))),
    };
    // Reading the same lines again adds no knowledge of the file.
    const others = earlier.filter((each) => !isSameRange(each, part)).slice(1 - MAX_PARTS);
    this.#set(path, { type: "parts", stat, parts: [...others, part] });
    this.#makeRoom(path);
  }

  /** All records by path, the latest last. */
  records(): Iterable<readonly [string, ReadRecord]> {
    return [...this.#records.byPath.values()].map(({ path, record }) => [path, record] as const);
  }

  /**
   * The records that their follower has not seen, oldest first: it deletes those that it has. The first use returns all. A session
   * reads thousands of files, so the follower must not look through {@link records} after each.
   */
  get unseen(): Map<string, KnownFile> {
    this.#records.unseen ??= new Map(this.#records.byPath);
    return this.#records.unseen;
  }

  /** Restores a record of another session. */
  restore(path: string, record: ReadRecord): void {
    this.#set(path, record);
  }

  /** Returns whether the session has read the file. */
  knows(path: string): boolean {
    return this.#records.byPath.has(this.#fold(path));
  }

  /** Returns the content of a file as the session read it last; `undefined` if it read only parts, or if the bytes were dropped. */
  wholeBytes(path: string): Uint8Array | undefined {
    const record = this.#find(path);
    return record?.type === "whole" ? record.content.bytes : undefined;
  }

  /** Returns the files below a folder that the session has read. */
  knownBelow(folder: string, separator: string): readonly string[] {
    const start = this.#fold(folder.endsWith(separator) ? folder : folder + separator);
    return [...this.#records.byPath].filter(([key]) => key.startsWith(start)).map(([, { path }]) => path);
  }

  /** Removes the record of a file. */
  forget(path: string): void {
    const record = this.#find(path);
    if (record === undefined) return;
    this.#records.keptBytes -= keptBytes(record);
    this.#records.byPath.delete(this.#fold(path));
    this.#records.unseen?.delete(this.#fold(path));
  }

  /** Moves the record of a file to its new path. */
  move(from: string, to: string): void {
    const record = this.#find(from);
    this.forget(from);
    if (record === undefined) this.forget(to);
    else this.#set(to, record);
  }

  /**
   * Throws `stale-file` when a file differs from what the session read, naming the lines where they are known, and
   * `not-read` when the session was required to read it and has not.
   *
   * @param rule - `replacesAll`: the change replaces all of the file, even lines that were never read
   */
  async requireFresh(
    path: string,
    current: CurrentFile,
    rule: { readonly policy: StalenessPolicy; readonly replacesAll: boolean },
  ): Promise<void> {
    if (rule.policy === "never") return;
    const record = this.#find(path);
    if (record === undefined) {
      if (rule.policy === "if-read") return;
      throw new ToolError(`'${path}' was not read in this session. Read it first, then repeat the change.`, {
        code: "not-read",
        absolutePath: path,
      });
    }
    if (record.type === "whole") {
      const { content } = record;
      const { bytes } = current;
      // A file that is too large to hold was never read completely, so it must have changed.
      if (bytes === undefined || !(await content.isSame(bytes)))
        throw stale(path, content.differenceTo(bytes));
      return;
    }
    const changed: ReadPart[] = [];
    for (const part of record.parts) {
      const pieces: Uint8Array[] = [];
      for (const { position, length } of part.runs) pieces.push(await current.read(position, length));
      if (!(await part.content.isSame(joinBytes(pieces)))) changed.push(part);
    }
    // Replacing a whole file also removes lines that were never read, so the file itself must be the same.
    const mustBeSame = rule.replacesAll || record.parts.length === 0;
    const otherwiseChanged = mustBeSame && !sameStat(record.stat, current.stat);
    if (changed.length > 0 || otherwiseChanged) throw stale(path, namedParts(changed));
  }

  #find(path: string): ReadRecord | undefined {
    return this.#records.byPath.get(this.#fold(path))?.record;
  }

  #set(path: string, record: ReadRecord): void {
    this.forget(path);
    if (!this.#knowsVolume) this.#records.isFolded = false;
    this.#records.byPath.set(this.#fold(path), { path, record });
    this.#records.unseen?.set(this.#fold(path), { path, record });
    this.#records.keptBytes += keptBytes(record);
  }

  /** Drops bytes, first those of what was read longest ago. */
  #makeRoom(keptPath: string): void {
    for (const { path, record } of this.#records.byPath.values()) {
      if (this.#records.keptBytes <= MAX_KEPT_BYTES) return;
      if (path === keptPath) continue;
      this.#records.keptBytes -= keptBytes(record);
      for (const content of contentsOf(record)) content.dropBytes();
    }
  }
}

function isSameRange(one: ReadPart, other: ReadPart): boolean {
  return one.firstLine === other.firstLine && one.lastLine === other.lastLine;
}

function contentsOf(record: ReadRecord): readonly KnownContent[] {
  return record.type === "whole" ? [record.content] : record.parts.map(({ content }) => content);
}

function keptBytes(record: ReadRecord): number {
  return contentsOf(record).reduce((total, content) => total + content.keptBytes, 0);
}

function namedParts(changed: readonly ReadPart[]): string {
  if (changed.length === 0) return "";
  const named = changed.slice(0, MAX_NAMED_PARTS);
  const ranges = named.map(({ firstLine, lastLine }) => ({ first: firstLine, last: lastLine }));
  return `: in the lines that were read, ${inWords(ranges, changed.length - named.length)} have changed`;
}

function stale(path: string, where: string): ToolError {
  return new ToolError(
    `'${path}' has changed since you read it${where}. Nothing was written. Read it again, then repeat the change.`,
    { code: "stale-file", absolutePath: path },
  );
}

function sameStat(left: FileStat, right: FileStat): boolean {
  return (
    left.identity === right.identity && left.size === right.size && left.modifiedAtMs === right.modifiedAtMs
  );
}
