import { constants } from "node:os";
import { describeThrown, ToolError } from "../../contract/index.js";
import { type FailureReason, fileFailure } from "../failure/index.js";

const REASONS = new Map<string, FailureReason>([
  ["ENOENT", "missing"],
  ["EEXIST", "exists"],
  ["EACCES", "not-permitted"],
  ["EPERM", "not-permitted"],
  ["EROFS", "read-only-volume"],
  ["ENOTDIR", "below-a-file"],
  ["EISDIR", "is-a-directory"],
  ["ELOOP", "too-many-symlinks"],
  ["ENOSPC", "volume-full"],
  ["EDQUOT", "volume-full"],
  ["ENXIO", "special-file"],
  ["ENAMETOOLONG", "name-too-long"],
  ["ENOTEMPTY", "not-empty"],
  ["EMFILE", "too-many-open-files"],
  ["ENFILE", "too-many-open-files"],
]);

/** Start of the code of an error that Node has no name for, such as `EDQUOT` and `ESTALE`. */
const UNNAMED_START = "Unknown system error";

const NAMES_BY_NUMBER = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]));

/** Returns the `errno` name of a system error, for example `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  const { code, errno } = (error ?? {}) as { readonly code?: unknown; readonly errno?: unknown };
  if (typeof code !== "string") return undefined;
  if (!code.startsWith(UNNAMED_START)) return code;
  return NAMES_BY_NUMBER.get(Math.abs(Number(errno))) ?? code;
}

/** Returns whether the permissions of Deno refused a system call: its error has no `errno`. */
function isDenied(error: unknown): boolean {
  return error instanceof Error && error.name === "NotCapable";
}

/**
 * Converts a failed system call into the `ToolError` that the file system port promises.
 *
 * @param path - the absolute path that the caller used; never the `/proc/self/fd` path of the system call
 */
export function fileError(error: unknown, path: string): ToolError {
  if (ToolError.isInstance(error)) return error;
  const errno = errnoOf(error);
  const reason = errno === undefined ? undefined : REASONS.get(errno);
  if (reason !== undefined) return fileFailure(reason, path, { cause: error });
  if (isDenied(error)) {
    return new ToolError(`Deno does not permit access to '${path}': ${describeThrown(error)}.`, {
      code: "access-denied",
      absolutePath: path,
      cause: error,
    });
  }
  return new ToolError(`The file system reported ${errno ?? describeThrown(error)} for '${path}'.`, {
    code: "io-error",
    absolutePath: path,
    cause: error,
  });
}
