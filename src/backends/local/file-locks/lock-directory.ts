import { createHash } from "node:crypto";
import { join } from "node:path";
import { sweepAbandoned } from "./abandoned-lock.js";
import { LockDirectoryCalls } from "./lock-directory-calls.js";
import { openStateFolder } from "./state-directory.js";

const LOCKS_FOLDER = "locks";

/** The directory of all locks: made, found safe and swept when it is constructed. */
export class LockDirectory {
  readonly path: string;
  readonly calls = new LockDirectoryCalls();
  readonly #stateDirectory: string | undefined;

  /** @throws ToolError `access-denied` when there is no safe place for it */
  constructor(stateDirectory: string | undefined) {
    this.#stateDirectory = stateDirectory;
    this.path = openStateFolder(LOCKS_FOLDER, stateDirectory);
    sweepAbandoned(this.path);
  }

  /** Where the lock of a file is. */
  lockPathOf(key: string): string {
    return join(this.path, `${createHash("sha256").update(key).digest("hex")}.lock`);
  }

  /**
   * Makes the directory again after somebody removed it, by the same rules.
   *
   * @returns false when it can only be made in another place by now: then this one is of no use any more
   */
  makeAgain(): boolean {
    return openStateFolder(LOCKS_FOLDER, this.#stateDirectory) === this.path;
  }
}
