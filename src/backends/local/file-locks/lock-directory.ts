import { createHash } from "node:crypto";
import { join } from "node:path";
import { sweepAbandoned } from "./abandoned-lock.js";
import { LockDirectoryCalls } from "./lock-directory-calls.js";
import { openStateFolder } from "./state-directory.js";

const LOCKS_FOLDER = "locks";

/** The directory of all locks, created, checked and swept in the constructor. */
export class LockDirectory {
  readonly path: string;
  readonly calls = new LockDirectoryCalls();
  readonly #stateDirectory: string | undefined;

  /** @throws ToolError `access-denied` if there is no safe directory for it */
  constructor(stateDirectory: string | undefined) {
    this.#stateDirectory = stateDirectory;
    this.path = openStateFolder(LOCKS_FOLDER, stateDirectory);
    sweepAbandoned(this.path);
  }

  /** Returns the path of a file's lock. */
  lockPathOf(key: string): string {
    return join(this.path, `${createHash("sha256").update(key).digest("hex")}.lock`);
  }

  /**
   * Creates the directory again after it was removed, by the same rules.
   *
   * @returns false if only another directory can be created now, so that this one is unusable
   */
  makeAgain(): boolean {
    return openStateFolder(LOCKS_FOLDER, this.#stateDirectory) === this.path;
  }
}
