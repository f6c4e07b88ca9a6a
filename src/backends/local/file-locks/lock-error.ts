import { isAbsolute } from "node:path";
import { ToolError } from "../../../contract/index.js";
import { errnoOf } from "../file-error.js";

/** The caller's signal ended the wait for a lock. */
export function lockCancelled(key: string): ToolError {
  return new ToolError(`The call was cancelled while it waited for the lock of ${nameOf(key)}.`, {
    code: "cancelled",
    ...pathOf(key),
  });
}

/** The lock was not free for as long as a call waits. */
export function fileLocked(key: string, waitedMs: number): ToolError {
  return new ToolError(
    `Could not get the lock of ${nameOf(key)}: another process or call has been changing it for more than ${waitedMs / 1_000} seconds. Nothing was changed. Wait for that work to finish or stop it, then try again.`,
    { code: "file-locked", retryable: true, ...pathOf(key) },
  );
}

/** The system did not let the lock be made. */
export function lockFailed(key: string, directory: string, error: unknown): ToolError {
  const errno = errnoOf(error);
  return new ToolError(
    `The lock of ${nameOf(key)} could not be made in '${directory}' (${errno ?? String(error)}). Nothing was changed. Make room and rights there, or set COLLET_STATE_DIRECTORY to another directory, then try again.`,
    {
      code: errno === "ENOSPC" || errno === "EDQUOT" ? "no-space" : "io-error",
      cause: error,
      ...pathOf(key),
    },
  );
}

// A file with several hard links is locked by its identity, which would tell a reader nothing.
function nameOf(key: string): string {
  return isAbsolute(key) ? `'${key}'` : "a file with several hard links";
}

function pathOf(key: string): { readonly absolutePath?: string } {
  return isAbsolute(key) ? { absolutePath: key } : {};
}
