import { ToolError } from "../../../../contract/index.js";
import { errnoOf } from "../../file-error.js";

/** What the reason of the system for not starting a program means, and what helps. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: "it is not executable. Make it so: chmod +x",
  EFTYPE:
    "the system does not know its format. Begin it with a #! line, or give a program built for this machine",
  EINVAL: "the system does not run such a file by itself. Give a program built for this machine",
  ENOENT: "the interpreter of its first line is not installed, or the file is gone",
  ENOEXEC:
    "the system does not know its format. Begin it with a #! line, or give a program built for this machine",
  UNKNOWN: "the system does not run such a file by itself. Give a program built for this machine",
};

/** The `ToolError` for a program that could not be started, `not-executable` where that is the file's own doing. */
export function programFailure(error: unknown, path: string): unknown {
  if (!ToolError.isInstance(error) || error.code !== "spawn-failed") return error;
  const meaning = MEANINGS[errnoOf(error.cause) ?? ""];
  if (meaning === undefined) return error;
  return new ToolError(`The program could not be started: ${meaning}.`, {
    code: "not-executable",
    absolutePath: path,
    cause: error,
  });
}
