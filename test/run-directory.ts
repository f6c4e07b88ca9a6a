import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leftovers } from "./leftovers.js";

/** The variables from which `os.tmpdir()` reads the folder: the first on Windows, the last elsewhere. */
const VARIABLES = ["TEMP", "TMP", "TMPDIR"];

/** The rights of a folder for temporary files: every user creates files in it, and removes only their own. */
const SHARED_AND_STICKY = 0o1777;

/**
 * Creates the folder for the temporary files of all tests, and removes it after the last one.
 *
 * The run fails and names what the tests left in the folder. A folder for this run alone makes the check independent of
 * other processes.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "collet-tests-"));
  chmodSync(folder, SHARED_AND_STICKY);
  for (const name of VARIABLES) process.env[name] = folder;
  return () => {
    const left = leftovers(folder);
    rmSync(folder, { recursive: true, force: true });
    if (left.length === 0) return;
    // The runner prints an error of a teardown, and exits with 0 all the same.
    process.exitCode = 1;
    throw new Error(`The tests left these in the temporary folder:\n${left.join("\n")}`);
  };
}
