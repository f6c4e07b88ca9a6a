import { statSync } from "node:fs";
import { describeThrown, ignoreRejection } from "../../contract/index.js";

/**
 * Checks that a folder exists on this machine. Without the check, every call of a runtime whose working directory is
 * misspelled would fail.
 *
 * @throws RangeError that names the option and the path
 */
export function requireLocalFolder(option: string, path: string): void {
  const problem = folderProblem(path);
  if (problem === undefined) return;
  throw new RangeError(`${option} is ${JSON.stringify(path)}, which ${problem}. Pass an existing folder.`);
}

function folderProblem(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "does not exist";
    return stats.isDirectory() ? undefined : "is not a folder";
  } catch (thrown) {
    ignoreRejection(thrown);
    return `cannot be read (${describeThrown(thrown)})`;
  }
}
