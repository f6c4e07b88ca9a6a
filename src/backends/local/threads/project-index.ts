import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ThreadMatch } from "../../../contract/index.js";
import { createYield, type Yield } from "../../../values/index.js";
import { countHeld, excerptsOf, MAX_PIECE_CHARACTERS, ThreadIndex } from "../../threads/index.js";
import { errnoOf } from "../file-error.js";
import { KnownThread } from "./known-thread.js";
import { THREAD_FILE } from "./thread-folder.js";
import { type ReadFileState, readThreadLines, type ThreadLine } from "./thread-lines.js";
import { readRecord } from "./thread-record.js";

/** Bytes of one project's threads that are searched for words: the most recently changed ones. */
const MAX_INDEXED_BYTES = 33_554_432;

/** Entries are indexed together up to this many UTF-16 code units, because a topic often spans several. */
const PIECE_CHARACTERS = 8_192;

/** A range of a thread's file. */
interface FileRange {
  readonly offset: number;
  readonly length: number;
  /** UTF-16 code units into the text, if a single entry makes several pieces. */
  readonly start: number;
}

interface ThreadFileState {
  readonly path: string;
  readonly size: number;
  readonly modifiedAtMs: number;
  readonly inode: number;
}

/**
 * The threads of one project as known to this process: read at the first search, later only the additions.
 * Yields to the event loop every few milliseconds.
 */
export class ProjectIndex {
  readonly #folder: string;
  readonly #project: string;
  #index: Promise<ThreadIndex<FileRange>> | undefined;
  #known = new Map<string, KnownThread>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string, project: string) {
    this.#folder = folder;
    this.#project = project;
  }

  /** Runs one search at a time, because each extends the index. */
  find(query: string, limit: number, signal: AbortSignal): Promise<readonly ThreadMatch[]> {
    const run = this.#turn.then(() => this.#find(query, limit, signal));
    this.#turn = run.catch(() => {});
    return run;
  }

  async #find(query: string, limit: number, signal: AbortSignal): Promise<readonly ThreadMatch[]> {
    const pause = createYield(signal);
    const files = await this.#newestFirst(pause);
    if (query.trim() === "") {
      const matches: ThreadMatch[] = [];
      for (const file of files) {
        if (matches.length >= limit) break;
        await this.#readOn(file, pause);
        const summary = this.#known.get(file.path)?.summary(this.#project);
        if (summary !== undefined) matches.push({ ...summary, excerpts: [] });
      }
      return matches;
    }
    let bytes = 0;
    for (const file of files) {
      // A single file that is too large must not hide all the others.
      if (bytes + file.size > MAX_INDEXED_BYTES) continue;
      bytes += file.size;
      await this.#readOn(file, pause);
    }
    const matches: ThreadMatch[] = [];
    for (const { thread, pieces } of await (await this.#engine()).search(query, pause)) {
      if (matches.length >= limit) break;
      const summary = this.#known.get(thread)?.summary(this.#project);
      if (summary === undefined) continue;
      matches.push({ ...summary, excerpts: await excerptsIn(thread, pieces) });
      await pause();
    }
    return matches;
  }

  #engine(): Promise<ThreadIndex<FileRange>> {
    this.#index ??= ThreadIndex.create<FileRange>();
    return this.#index;
  }

  async #newestFirst(pause: Yield): Promise<readonly ThreadFileState[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => THREAD_FILE.test(name));
    const files: ThreadFileState[] = [];
    for (const name of names) {
      const path = join(this.#folder, name);
      // Other entries, such as a link or a pipe, are not threads.
      const found = await lstat(path).catch(() => undefined);
      if (found?.isFile() === true)
        files.push({ path, size: found.size, modifiedAtMs: found.mtimeMs, inode: found.ino });
      await pause();
    }
    const there = new Map(files.map((file) => [file.path, file]));
    const isAsBefore = [...this.#known].every(([path, { state }]) => isContinued(there.get(path), state));
    if (!isAsBefore) this.#forget();
    return files.sort(
      (left, right) => right.modifiedAtMs - left.modifiedAtMs || (left.path < right.path ? -1 : 1),
    );
  }

  /** Discards everything when a file was removed or rewritten: that is a manual change. */
  #forget(): void {
    this.#known = new Map();
    this.#index = undefined;
  }

  async #readOn(file: ThreadFileState, pause: Yield): Promise<void> {
    const before = this.#known.get(file.path)?.state;
    if (before !== undefined && file.size === before.offset + before.unfinishedBytes) return;
    const known = this.#known.get(file.path) ?? new KnownThread();
    const pieces = new PieceCollector(file.path, await this.#engine());
    this.#known.set(file.path, known);
    let isBegun = false;
    const takeLine = async (line: ThreadLine) => {
      isBegun = true;
      known.take(line);
      await pieces.take(line, pause);
    };
    try {
      known.reached(await readThreadLines(file.path, known.state.offset, takeLine, pause));
    } catch (error) {
      const hasTaken = isBegun || before !== undefined;
      if (hasTaken) this.#forget();
      else this.#known.delete(file.path);
      // A file that cannot be opened, or is gone by now, must not affect the others.
      if (!hasTaken && errnoOf(error) !== undefined) return;
      throw error;
    }
    pieces.flush();
  }
}

/** Returns whether a file is unchanged or was only extended since it was read; a rewritten one is neither. */
function isContinued(file: ThreadFileState | undefined, read: ReadFileState): boolean {
  if (file === undefined || file.inode !== read.inode) return false;
  const readBytes = read.offset + read.unfinishedBytes;
  return file.size > readBytes || (file.size === readBytes && file.modifiedAtMs === read.modifiedAtMs);
}

/** Joins short entries, and divides long ones into pieces. */
class PieceCollector {
  readonly #thread: string;
  readonly #index: ThreadIndex<FileRange>;
  #texts: string[] = [];
  #characters = 0;
  #offset = 0;
  #end = 0;

  constructor(thread: string, index: ThreadIndex<FileRange>) {
    this.#thread = thread;
    this.#index = index;
  }

  async take({ record, offset, length }: ThreadLine, pause: Yield): Promise<void> {
    if (record === undefined) return;
    if (record.type === "thread") {
      this.#index.add(this.#thread, record.header.title, { offset, length, start: 0 });
      return;
    }
    const { text } = record.entry;
    if (text.length > PIECE_CHARACTERS) {
      this.flush();
      for (let start = 0; start < text.length; start += MAX_PIECE_CHARACTERS) {
        this.#index.add(this.#thread, text.slice(start, start + MAX_PIECE_CHARACTERS), {
          offset,
          length,
          start,
        });
        await pause();
      }
      return;
    }
    if (this.#texts.length === 0) this.#offset = offset;
    this.#texts.push(text);
    this.#characters += text.length;
    this.#end = offset + length;
    if (this.#characters >= PIECE_CHARACTERS) this.flush();
  }

  flush(): void {
    if (this.#texts.length === 0) return;
    this.#index.add(this.#thread, this.#texts.join("\n"), {
      offset: this.#offset,
      length: this.#end - this.#offset,
      start: 0,
    });
    this.#texts = [];
    this.#characters = 0;
  }
}

async function excerptsIn(
  path: string,
  pieces: readonly { readonly position: FileRange; readonly words: readonly string[] }[],
): Promise<readonly string[]> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return [];
  try {
    const found: Parameters<typeof excerptsOf>[0] extends Iterable<infer Each> ? Each[] : never = [];
    for (const { position, words } of pieces) {
      const bytes = Buffer.alloc(position.length);
      const { bytesRead } = await file.read(bytes, 0, position.length, position.offset);
      for (const line of bytes.subarray(0, bytesRead).toString("utf8").split("\n")) {
        const record = readRecord(line);
        if (record?.type !== "entry") continue;
        const text = record.entry.text.slice(position.start, position.start + MAX_PIECE_CHARACTERS);
        if (countHeld(text, words) > 0) found.push({ role: record.entry.role, text, words });
      }
      if (found.length >= 6) break;
    }
    // Entries with more of the words are more relevant.
    const held = ({ text, words }: (typeof found)[number]) => countHeld(text, words);
    return excerptsOf(found.sort((left, right) => held(right) - held(left)));
  } finally {
    await file.close();
  }
}
