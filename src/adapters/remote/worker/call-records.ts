import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../../values/index.js";

/** Milliseconds after which a record is obsolete: a day. A host connects again within seconds, or is gone. */
const STALE_MS = 86_400_000;

/** File that identifies the folder: another machine, or a new container, has another one. */
const ID_FILE = "id";

/** Ends of the names of records, and of those that are being written. */
const RECORD = ".call";
const UNFINISHED = ".call.new";

/** A path that a call may change, and its state before the call. */
export interface RecordedPath {
  readonly path: string;
  /** Identifies the state of the file; absent if there was none. */
  readonly state?: string;
  /** Whether the file could not be looked at. */
  readonly isUnknown?: boolean;
}

/** Content of the record of a call. */
export interface RecordedCall {
  readonly paths: readonly RecordedPath[];
  /** Whether it may change other paths as well. */
  readonly isPartial: boolean;
  readonly changed: ReadonlySet<string>;
  readonly end?: Readonly<Record<string, unknown>>;
}

/**
 * Records, in files of the worker's machine, which calls of a host have begun, what they changed, and how they ended. They outlive the
 * worker, and are removed when the host has read the result.
 *
 * Nothing is synced to the disk: after a crash of the machine the folder may have forgotten calls, but then the host cannot rely on
 * what it finds otherwise either.
 */
export class CallRecords {
  readonly id: string;
  readonly #folder: string;
  readonly #open = new Map<string, number>();

  private constructor(folder: string, id: string) {
    this.#folder = folder;
    this.id = id;
  }

  /** Opens a folder that only this user can write. Returns undefined where it cannot be used. */
  static open(folder: string): CallRecords | undefined {
    try {
      const path = join(folder, ID_FILE);
      try {
        writeFileSync(path, randomUUID(), { flag: "wx", mode: 0o600 });
      } catch {
        // Another worker was first.
      }
      removeStale(folder);
      return new CallRecords(folder, readFileSync(path, "utf8"));
    } catch {
      return undefined;
    }
  }

  /**
   * Records that a call begins. The record is complete when this returns; a worker that is killed before leaves none, and the call has
   * not begun.
   *
   * @throws Error if it cannot be written; then there is no record
   */
  begin(host: string, call: string, before: Pick<RecordedCall, "paths" | "isPartial">): void {
    const name = nameOf(host, call);
    const unfinished = join(this.#folder, nameOf(host, call, UNFINISHED));
    const file = openSync(unfinished, "w", 0o600);
    try {
      writeFileSync(file, `${JSON.stringify(before)}\n`);
      renameSync(unfinished, join(this.#folder, name));
    } catch (error) {
      closeSync(file);
      rmSync(unfinished, { force: true });
      throw error;
    }
    this.#open.set(name, file);
  }

  changed(host: string, call: string, paths: readonly string[]): void {
    this.#append(host, call, { changed: paths });
  }

  end(host: string, call: string, end: object): void {
    this.#append(host, call, { end });
    const name = nameOf(host, call);
    const file = this.#open.get(name);
    this.#open.delete(name);
    if (file !== undefined) closeSync(file);
  }

  /** Forgets a call whose result the host has read. */
  forget(host: string, call: string): void {
    rmSync(join(this.#folder, nameOf(host, call)), { force: true });
  }

  /**
   * Returns what an earlier worker recorded; undefined if the call had not begun.
   *
   * @throws Error if the record cannot be read
   */
  read(host: string, call: string): RecordedCall | undefined {
    let text: string;
    try {
      text = readFileSync(join(this.#folder, nameOf(host, call)), "utf8");
    } catch (error) {
      if (isRecord(error) && error.code === "ENOENT") return undefined;
      throw error;
    }
    const found = {
      isPartial: false,
      paths: [] as RecordedPath[],
      changed: new Set<string>(),
      end: undefined as unknown,
    };
    for (const line of text.split("\n")) {
      const entry = parsed(line);
      if (Array.isArray(entry.paths)) found.paths.push(...(entry.paths as RecordedPath[]));
      if (entry.isPartial === true) found.isPartial = true;
      if (Array.isArray(entry.changed)) for (const path of entry.changed) found.changed.add(String(path));
      found.end ??= entry.end;
    }
    const { paths, isPartial, changed, end } = found;
    return { paths, isPartial, changed, ...(isRecord(end) && { end }) };
  }

  #append(host: string, call: string, entry: object): void {
    const name = nameOf(host, call);
    const line = `${JSON.stringify(entry)}\n`;
    try {
      const file = this.#open.get(name);
      if (file === undefined) appendFileSync(join(this.#folder, name), line, { mode: 0o600 });
      else writeSync(file, line);
    } catch {
      // The disk may be full. The state of the files still tells what happened.
    }
  }
}

/** Returns the name of a file: both parts have characters of names only, which their readers checked. */
function nameOf(host: string, call: string, end = RECORD): string {
  return `${host}.${call}${end}`;
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const entry: unknown = JSON.parse(line);
    return isRecord(entry) ? entry : {};
  } catch {
    // The line was cut by a kill.
    return {};
  }
}

function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    try {
      const isCall = name.endsWith(RECORD) || name.endsWith(UNFINISHED);
      if (isCall && Date.now() - statSync(path).mtimeMs > STALE_MS) rmSync(path);
    } catch {
      // Another worker was faster.
    }
  }
}
