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

/** Milliseconds after the last write at which a file is obsolete: a week, while a job is valid for seconds. */
const STALE_MS = 604_800_000;

/** Milliseconds that a line is kept after its job's latest start, as a margin for wrong clocks: one day. */
const KEPT_MS = 86_400_000;

/** File in which the workers of one state directory record the started jobs of a workspace: one JSON array per line. */
export class BegunFile implements BegunStore {
  readonly #path: string;
  #descriptor: number | undefined;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Opens the file of a workspace. Returns undefined if the file cannot be created; then only the worker's memory counts.
   *
   * @param identifier - identifier of the Redis server, to distinguish workspaces of the same name
   */
  static async open(
    stateDirectory: string | undefined,
    identifier: readonly string[],
  ): Promise<BegunFile | undefined> {
    // Hosts do not need the local backend.
    const { findStateFolder } = await import("../../../backends/local/index.js");
    const folder = findStateFolder(FOLDER_NAME, stateDirectory);
    if (folder.type === "none") return undefined;
    sweep(folder.path);
    return new BegunFile(join(folder.path, `${shortName(...identifier)}.begun`));
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
      // Synchronous: a job must not start before it is recorded.
      this.#descriptor ??= openSync(this.#path, "a", 0o600);
      writeSync(this.#descriptor, `${JSON.stringify([jobId, Math.round(notAfter), Math.round(sentAt)])}\n`);
    } catch {
      // The disk may be full; the memory of this worker and Redis still know the job.
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
      // The file keeps its old content.
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
    // The line is malformed, for example truncated by a kill.
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
