import { type ErrorCode, ToolError } from "../../contract/index.js";

interface ErrnoMeaning {
  readonly code: ErrorCode;
  readonly message: (path: string) => string;
  readonly retryable?: boolean;
}

const accessDenied: ErrnoMeaning = {
  code: "access-denied",
  message: (path) =>
    `Permission denied: '${path}'. The operating system does not let this user do that here.`,
};

const outOfSpace: ErrnoMeaning = {
  code: "no-space",
  message: (path) => `No space left for '${path}'. Free some disk space or quota, then try again.`,
};

const tooManyOpenFiles: ErrnoMeaning = {
  code: "io-error",
  message: (path) =>
    `Too many open files while working on '${path}'. Try again when other work has finished.`,
  retryable: true,
};

const MEANINGS = new Map<string, ErrnoMeaning>([
  // Seed 000 fixes this text.
  ["ENOENT", { code: "not-found", message: (path) => `ENOENT: no such file or directory '${path}'` }],
  ["EEXIST", { code: "already-exists", message: (path) => `'${path}' already exists.` }],
  ["EACCES", accessDenied],
  ["EPERM", accessDenied],
  [
    "EROFS",
    {
      code: "access-denied",
      message: (path) => `'${path}' is on a read-only file system and cannot be changed.`,
    },
  ],
  [
    "ENOTDIR",
    {
      code: "not-a-directory",
      message: (path) => `Not a directory: a part of '${path}' is a file, so nothing can be below it.`,
    },
  ],
  ["EISDIR", { code: "not-a-file", message: (path) => `'${path}' is a directory, not a file.` }],
  [
    "ELOOP",
    {
      code: "symlink-loop",
      message: (path) => `The symbolic links on the way to '${path}' lead in a circle or are too many.`,
    },
  ],
  ["ENOSPC", outOfSpace],
  ["EDQUOT", outOfSpace],
  [
    "ENXIO",
    { code: "special-file", message: (path) => `'${path}' is a device or socket, not a regular file.` },
  ],
  [
    "ENAMETOOLONG",
    {
      code: "invalid-path",
      message: (path) => `The name is too long for the file system: '${path.slice(0, 200)}'.`,
    },
  ],
  ["ENOTEMPTY", { code: "io-error", message: (path) => `The directory '${path}' is not empty.` }],
  ["EMFILE", tooManyOpenFiles],
  ["ENFILE", tooManyOpenFiles],
]);

/** The `errno` name of a system error, `ENOENT` for example. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}

/**
 * Turns a failed system call into the `ToolError` that the file system port promises.
 *
 * @param path - what the error is about, absolute; never the `/proc/self/fd` spelling that was used for the call
 */
export function fileError(error: unknown, path: string): ToolError {
  if (ToolError.isInstance(error)) return error;
  const errno = errnoOf(error);
  const meaning = errno === undefined ? undefined : MEANINGS.get(errno);
  if (meaning !== undefined) {
    return new ToolError(meaning.message(path), {
      code: meaning.code,
      absolutePath: path,
      cause: error,
      ...(meaning.retryable === undefined ? {} : { retryable: meaning.retryable }),
    });
  }
  return new ToolError(`The file system reported ${errno ?? "an unknown error"} for '${path}'.`, {
    code: "io-error",
    absolutePath: path,
    cause: error,
  });
}

/** What was approved and what is there now are not the same object. */
export function changedSinceApproval(path: string, found: string): ToolError {
  return new ToolError(
    `'${path}' changed while the call was being prepared: ${found}. Nothing was touched. Look at the path again, then repeat the call.`,
    { code: "changed-since-approval", absolutePath: path, retryable: true },
  );
}
