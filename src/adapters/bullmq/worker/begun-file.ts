import {
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
import { shortName } from "../wire/index.js";
import type { BegunStore } from "./begun-jobs.js";

/** Folder in the state directory. */
const FOLDER_NAME = "fleet";

/** Milliseconds after which a file that nobody writes to is of no use: a week, and a job is valid for seconds. */
const STALE_MS = 604_800_000;

/** Milliseconds that a line is kept beyond the time of its job, for clocks that are wrong. A day. */
const KEPT_MS = 86_400_000;

/** The file in which the workers of one state directory note the jobs of a workspace that they begin: one JSON list a line. */
export class BegunFile implements BegunStore {
  readonly #path: string;
  #descriptor: number | undefined;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Opens the file of a workspace. Gives nothing where there is no place for it, and then only the memory of the worker counts.
   *
   * @param place - what tells the workspace from that of the same name in another Redis
   */
  static async open(
    stateDirectory: string | undefined,
    place: readonly string[],
  ): Promise<BegunFile | undefined> {
    // Hosts have no use for the local backend.
    const { findStateFolder } = await import("../../../backends/local/index.js");
    const folder = findStateFolder(FOLDER_NAME, stateDirectory);
    if (folder.type === "none") return undefined;
    sweep(folder.path);
    return new BegunFile(join(folder.path, `${shortName(...place)}.begun`));
  }

  read(): readonly (readonly [string, number, number])[] {
    let text: string;
    try {
      text = readFileSync(this.#path, "utf8");
    } catch {
      return [];
    }
    const oldest = Date.now() - KEPT_MS;
    const lines = text.split("\n");
    const kept = lines.flatMap((line) => {
      const entry = entryOf(line);
      return entry === undefined || entry[1] < oldest ? [] : [entry];
    });
    if (lines.length > 2 * kept.length + 1_000) this.#rewrite(kept);
    return kept;
  }

  write(jobId: string, notAfter: number, sentAt: number): void {
    try {
      // At once and not in the background: what is not noted must not begin.
      this.#descriptor ??= openSync(this.#path, "a", 0o600);
      writeSync(this.#descriptor, `${JSON.stringify([jobId, Math.round(notAfter), Math.round(sentAt)])}\n`);
    } catch {
      // A full disk: the memory of this worker and Redis still know it.
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #rewrite(entries: readonly (readonly [string, number, number])[]): void {
    try {
      const next = `${this.#path}.${process.pid}.new`;
      writeFileSync(next, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""), { mode: 0o600 });
      renameSync(next, this.#path);
    } catch {
      // It stays as long as it is.
    }
  }
}

function entryOf(line: string): readonly [string, number, number] | undefined {
  try {
    const [jobId, notAfter, sentAt] = JSON.parse(line) as readonly unknown[];
    return typeof jobId === "string" && typeof notAfter === "number" && typeof sentAt === "number"
      ? [jobId, notAfter, sentAt]
      : undefined;
  } catch {
    // A line that a kill cut short, or none.
    return undefined;
  }
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    try {
      if (Date.now() - statSync(path).mtimeMs > STALE_MS) rmSync(path);
    } catch {
      // Another worker was faster.
    }
  }
}
