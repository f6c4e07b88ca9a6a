import type { ToolResult } from "../contract/index.js";

/** Exit codes of the command line, following sysexits and shells: 130 is 128 plus SIGINT. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  /** The command line itself was wrong. */
  usage: 2,
  /** The call was rejected, or no approver was available. */
  refused: 3,
  interrupted: 130,
} as const;

/** Returns the exit code for the result of a call. */
export function exitCodeOf(result: ToolResult): number {
  switch (result.status) {
    case "done":
      return EXIT_CODES.done;
    case "rejected-by-user":
    case "blocked-on-user":
      return EXIT_CODES.refused;
    case "cancelled":
      return EXIT_CODES.interrupted;
    case "error":
      return result.error.errorCode === "permission-denied" ? EXIT_CODES.refused : EXIT_CODES.failed;
  }
}

/** A mistake of the user in an argument; the command line prints its message and ends with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
