import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { existingStateFolder, findStateFolder } from "../file-locks/index.js";

const PRIVATE_MODE = 0o600;

/** Milliseconds after which a kept answer is removed (a year), so that the folder stays small. */
const KEPT_MS = 31_536_000_000;

/** Largest number of kept answers; beyond it, no further ones are kept. */
const MAX_KEPT = 10_000;

/**
 * The kept answers "yes" of one kind, in a folder of the state directory.
 *
 * An answer is an empty file. Its name is a signature that the caller makes with the secret of the approval requests.
 */
export class KeptAnswerFiles {
  readonly #folderName: string;
  readonly #stateDirectory: string | undefined;

  constructor(folderName: string, stateDirectory?: string) {
    this.#folderName = folderName;
    this.#stateDirectory = stateDirectory;
  }

  /** Returns whether an answer is kept. Rejects if it is not there. */
  async has(name: string): Promise<boolean> {
    const folder = existingStateFolder(this.#folderName, this.#stateDirectory);
    if (folder === undefined) return false;
    const { mtimeMs } = await stat(join(folder, name));
    return Date.now() - mtimeMs < KEPT_MS;
  }

  /** Keeps an answer. */
  async add(name: string): Promise<void> {
    const folder = findStateFolder(this.#folderName, this.#stateDirectory);
    if (folder.type === "none") return;
    const names = await readdir(folder.path);
    for (const each of names.length < MAX_KEPT ? [] : names) {
      const file = join(folder.path, each);
      if (Date.now() - (await stat(file)).mtimeMs >= KEPT_MS) await rm(file, { force: true });
    }
    if (names.length >= MAX_KEPT && (await readdir(folder.path)).length >= MAX_KEPT) return;
    // An older answer gets the time of this one.
    const file = await open(join(folder.path, name), "w", PRIVATE_MODE);
    try {
      const now = new Date();
      await file.utimes(now, now);
    } finally {
      await file.close();
    }
  }
}
