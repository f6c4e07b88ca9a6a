import { ToolError } from "../../../../contract/index.js";
import { errnoOf } from "../../file-error.js";

/** Meaning and remedy of the system's error codes for a program that cannot start. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: "it is not executable. Make it executable with chmod +x",
  EFTYPE:
    "the system does not know its format. Start it with a #! line, or use a program built for this machine",
  EINVAL: "the system cannot run this type of file directly. Use a program built for this machine",
  ENOENT: "the interpreter of its first line is not installed, or the file is gone",
  ENOEXEC:
    "the system does not know its format. Start it with a #! line, or use a program built for this machine",
  UNKNOWN: "the system cannot run this type of file directly. Use a program built for this machine",
};

/**
 * Returns the `ToolError` for a program that could not be started; `not-executable` if the file itself is the
 * cause.
 */
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
