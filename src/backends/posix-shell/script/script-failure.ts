import { ToolError } from "../../../contract/index.js";
import { changedSinceApproval, type FailureReason, fileFailure } from "../../failure/index.js";

const REASONS = new Set<string>([
  "missing",
  "exists",
  "not-permitted",
  "read-only-volume",
  "below-a-file",
  "not-a-directory",
  "is-a-directory",
  "special-file",
  "too-many-symlinks",
  "not-empty",
  "into-itself",
  "not-a-symlink",
  "name-too-long",
  "volume-full",
  "too-many-open-files",
] satisfies FailureReason[]);

/** Longest complaint of a program that a message quotes. */
const MAX_COMPLAINT_CHARACTERS = 300;

/** Returns the error for the result of a script that is not `ok`. */
export function scriptFailure(result: string, path: string): ToolError {
  if (REASONS.has(result)) return fileFailure(result as FailureReason, path);
  if (result === "symlink") return changedSinceApproval(path, "it is now a symbolic link");
  if (result === "changed") return changedSinceApproval(path, "it now leads to something else");
  if (result.startsWith("moved:"))
    return changedSinceApproval(path, `it now leads to '${result.slice("moved:".length)}'`);
  if (result === "other-volume")
    return new ToolError(`'${path}' is on another volume, to which nothing can be renamed.`, {
      code: "io-error",
      absolutePath: path,
      // The code by which a move is recognised that must copy.
      cause: { code: "EXDEV" },
    });
  const complaint = result.replace(/^other:/, "").slice(0, MAX_COMPLAINT_CHARACTERS);
  return new ToolError(`The machine could not work on '${path}': ${complaint}.`, {
    code: "io-error",
    absolutePath: path,
  });
}

/** Returns the error for an answer that is not complete. */
export function connectionLost(problem: string): ToolError {
  return new ToolError(
    `The connection to the machine failed during an operation: ${problem}. Whether the operation was carried out is not known.`,
    { code: "connection-lost", retryable: true },
  );
}
