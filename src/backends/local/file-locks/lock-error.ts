import { isAbsolute } from "node:path";
import { ToolError } from "../../../contract/index.js";
import { inSeconds } from "../../../text/index.js";
import { errnoOf } from "../file-error.js";

/** Returns the error for a wait that the caller's signal ended. */
export function lockCancelled(key: string): ToolError {
  return new ToolError(`The call was cancelled while it waited for the lock on ${nameOf(key)}.`, {
    code: "cancelled",
    ...pathOf(key),
  });
}

/** Returns the error for a lock that was not free within the longest wait. */
export function fileLocked(key: string, waitedMs: number): ToolError {
  return new ToolError(
    `Could not get the lock on ${nameOf(key)}: another process or call has been changing it for more than ${inSeconds(waitedMs)}. Nothing was changed. Wait for that work to finish or stop it, then try again.`,
    { code: "file-locked", retryable: true, ...pathOf(key) },
  );
}

/** Returns the error for a lock that the system did not let this process create. */
export function lockFailed(key: string, directory: string, error: unknown): ToolError {
  const errno = errnoOf(error);
  return new ToolError(
    `The lock on ${nameOf(key)} could not be created in '${directory}' (${errno ?? String(error)}). Nothing was changed. Free space and grant write permission there, or set COLLET_STATE_DIRECTORY to another directory, then try again.`,
    {
      code: errno === "ENOSPC" || errno === "EDQUOT" ? "no-space" : "io-error",
      cause: error,
      ...pathOf(key),
    },
  );
}

// A file with several hard links is locked by its identity, which would mean nothing to a reader.
function nameOf(key: string): string {
  return isAbsolute(key) ? `'${key}'` : "a file with several hard links";
}

function pathOf(key: string): { readonly absolutePath?: string } {
  return isAbsolute(key) ? { absolutePath: key } : {};
}
