import { type ShellRequest, ToolError } from "../../../../contract/index.js";
import { errnoOf } from "../../file-error.js";

/** Returns the `ToolError` for a command that could not be started. */
export function spawnFailure(error: unknown, request: Pick<ShellRequest, "command">): ToolError {
  if (ToolError.isInstance(error)) return error;
  const errno = errnoOf(error);
  if (errno === "E2BIG") {
    const bytes = Buffer.byteLength(request.command);
    return new ToolError(
      `The command is too long for the operating system (${bytes} bytes; the usual limit is 131072). Write it into a file and run that.`,
      { code: "spawn-failed", cause: error },
    );
  }
  if (errno === "ERR_INVALID_ARG_VALUE") {
    return new ToolError(
      "The command, its directory or its environment contains a NUL character, which cannot be passed to a program. Write it as an escape, for example \\0.",
      { code: "spawn-failed", cause: error },
    );
  }
  const busy = errno === "EAGAIN" || errno === "EMFILE" || errno === "ENFILE" || errno === "ENOMEM";
  return new ToolError(
    busy
      ? `The command could not be started: the system is out of processes, files or memory (${errno}). Try again when other work has finished.`
      : `The command could not be started (${errno ?? String(error)}).`,
    { code: "spawn-failed", cause: error, ...(busy ? { retryable: true } : {}) },
  );
}
