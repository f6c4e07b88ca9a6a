import { type ErrorCode, ToolError } from "../../contract/index.js";

interface FailureMeaning {
  readonly code: ErrorCode;
  readonly message: (path: string) => string;
  readonly retryable?: boolean;
}

const MEANINGS = {
  // The Amp specification fixes this text.
  missing: { code: "not-found", message: (path) => `ENOENT: no such file or directory '${path}'.` },
  exists: { code: "already-exists", message: (path) => `'${path}' already exists.` },
  "not-permitted": {
    code: "access-denied",
    message: (path) =>
      `Permission denied: '${path}'. The operating system does not let this user do that here.`,
  },
  "read-only-volume": {
    code: "access-denied",
    message: (path) => `'${path}' is on a read-only file system and cannot be changed.`,
  },
  "below-a-file": {
    code: "not-a-directory",
    message: (path) => `Not a directory: a part of '${path}' is a file, so nothing can be below it.`,
  },
  "not-a-directory": { code: "not-a-directory", message: (path) => `'${path}' is not a directory.` },
  "is-a-directory": { code: "not-a-file", message: (path) => `'${path}' is a directory, not a file.` },
  "special-file": {
    code: "special-file",
    message: (path) => `'${path}' is a FIFO, socket or device, not a regular file. It was not opened.`,
  },
  "too-many-symlinks": {
    code: "symlink-loop",
    message: (path) => `Too many symbolic links on the way to '${path}', or they form a loop.`,
  },
  "not-empty": { code: "io-error", message: (path) => `The directory '${path}' is not empty.` },
  "into-itself": {
    code: "io-error",
    message: (path) =>
      `A directory cannot be moved into itself: '${path}' is inside the directory that would move.`,
  },
  "not-a-symlink": { code: "io-error", message: (path) => `'${path}' is not a symbolic link.` },
  "name-too-long": {
    code: "invalid-path",
    message: (path) => `The name is too long for the file system: '${path.slice(0, 200)}'.`,
  },
  "volume-full": {
    code: "no-space",
    message: (path) => `No space left for '${path}'. Free some disk space or quota, then try again.`,
  },
  "memory-full": {
    code: "no-space",
    message: (path) =>
      `No space left for '${path}': the files held in memory have reached their limit. Remove some, or raise maxBytes.`,
  },
  "too-many-open-files": {
    code: "io-error",
    message: (path) =>
      `Too many open files while working on '${path}'. Try again when other work has finished.`,
    retryable: true,
  },
  closed: { code: "io-error", message: (path) => `'${path}' was used after it had been closed.` },
} as const satisfies Record<string, FailureMeaning>;

/** Reason why a file operation failed, the same for every backend. */
export type FailureReason = keyof typeof MEANINGS;

/**
 * Returns the `ToolError` that the file system port promises for a failure.
 *
 * @param path - the absolute path that the caller used
 */
export function fileFailure(
  reason: FailureReason,
  path: string,
  { cause }: { readonly cause?: unknown } = {},
): ToolError {
  const { code, message, retryable }: FailureMeaning = MEANINGS[reason];
  return new ToolError(message(path), {
    code,
    absolutePath: path,
    cause,
    retryable,
  });
}

/** Returns the error for a path whose current object is not the approved one. */
export function changedSinceApproval(path: string, found: string): ToolError {
  return new ToolError(
    `'${path}' changed while the call was being prepared: ${found}. Nothing was touched. Check the path, then repeat the call.`,
    { code: "changed-since-approval", absolutePath: path, retryable: true },
  );
}

/** Returns the error for a rename whose target is a directory handle of another backend. */
export function foreignDirectory(path: string): ToolError {
  return new ToolError(`'${path}' belongs to another backend, so nothing can be moved into it.`, {
    code: "not-supported",
    absolutePath: path,
  });
}
