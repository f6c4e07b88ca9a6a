import { closeQuietly, fsync } from "../system-calls.js";

/**
 * Time at which the content of changed files is written to the disk.
 *
 * - `"full"`: each file before it gets its name, and its folder before the call ends. After a power failure each file has its old
 *   or its new content.
 * - `"batch"`: before the call ends, together with the changes of other calls in the same folder. After a power failure a file that
 *   a call was changing at that moment can be empty or incomplete.
 * - `"rename"`: when the system writes it, often 30 seconds later. After a power failure the changes of this time can be lost, and
 *   their files can be empty or incomplete.
 *
 * A kill of the process is covered in every case: the content that it wrote is in the memory of the system.
 */
export type Durability = "full" | "batch" | "rename";

/** The values of {@link Durability}. */
export const DURABILITIES = ["full", "batch", "rename"] as const satisfies readonly Durability[];

/** Written files that stay open until their folder is synced; above this number, files are synced at once. */
const MAX_OPEN_FILES = 128;

/** Time after which the files of a folder that is not synced, because the change failed, are synced and closed. */
const LEFT_OPEN_MS = 2_000;

/** An open folder, which is released after its sync. */
export interface OpenedFolder {
  readonly number: number;
  release(): void;
}

/** A sync of a folder that has not started yet. */
interface Round {
  readonly done: Promise<void>;
}

/** Makes written files and folders durable, as a {@link Durability} promises. */
export class FileSyncs {
  readonly #durability: Durability;
  readonly #sync: (descriptor: number) => Promise<void>;
  // By the path of the folder.
  readonly #files = new Map<string, number[]>();
  readonly #rounds = new Map<string, Round>();
  readonly #running = new Map<string, Promise<unknown>>();
  #openFiles = 0;

  /** @param sync - syncs an open descriptor */
  constructor(durability: Durability = "full", sync: (descriptor: number) => Promise<void> = fsync) {
    this.#durability = durability;
    this.#sync = sync;
  }

  /** Syncs an open file, unless nothing is synced. */
  async file(descriptor: number): Promise<void> {
    if (this.#durability !== "rename") await this.#sync(descriptor);
  }

  /**
   * Returns whether a new file in a folder may be synced with its folder: then the caller hands its descriptor to {@link keep}
   * instead of closing it.
   */
  mayWait(): boolean {
    return this.#durability === "batch" && this.#openFiles < MAX_OPEN_FILES;
  }

  /** Keeps a written file open until its folder is synced, and closes it then. */
  keep(descriptor: number, folder: string): void {
    this.#openFiles += 1;
    const files = this.#files.get(folder);
    if (files !== undefined) {
      files.push(descriptor);
      return;
    }
    this.#files.set(folder, [descriptor]);
    setTimeout(() => void this.#finishFiles(folder).catch(() => {}), LEFT_OPEN_MS).unref();
  }

  /**
   * Syncs the files that were written in a folder, then the folder. Calls of the same turn of the event loop share one sync.
   *
   * @param open - opens the folder; `undefined` where it cannot be synced
   */
  async folder(folder: string, open: () => OpenedFolder | undefined): Promise<void> {
    if (this.#durability === "rename") return;
    if (this.#durability === "full") return this.#syncFolder(open);
    const waiting = this.#rounds.get(folder);
    if (waiting !== undefined) return waiting.done;
    const done = this.#runRound(folder, open);
    this.#rounds.set(folder, { done });
    return done;
  }

  async #runRound(folder: string, open: () => OpenedFolder | undefined): Promise<void> {
    const before = this.#running.get(folder);
    // The folder is synced after every change whose call joins until then.
    await before;
    await new Promise(setImmediate);
    this.#rounds.delete(folder);
    const running = this.#finishFiles(folder).then(() => this.#syncFolder(open));
    const settled = running.catch(() => {});
    this.#running.set(folder, settled);
    try {
      await running;
    } finally {
      if (this.#running.get(folder) === settled) this.#running.delete(folder);
    }
  }

  async #finishFiles(folder: string): Promise<void> {
    const files = this.#files.get(folder) ?? [];
    this.#files.delete(folder);
    const outcomes = await Promise.allSettled(files.map((descriptor) => this.#sync(descriptor)));
    for (const descriptor of files) closeQuietly(descriptor);
    this.#openFiles -= files.length;
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  async #syncFolder(open: () => OpenedFolder | undefined): Promise<void> {
    const opened = open();
    if (opened === undefined) return;
    try {
      await this.#sync(opened.number);
    } finally {
      opened.release();
    }
  }
}
