import type { ToolResult } from "../contract/index.js";

/** How the command line ends, as sysexits and shells have it: 130 is 128 plus SIGINT. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  /** The command line itself was wrong. */
  usage: 2,
  /** Somebody said no, or nobody could be asked. */
  refused: 3,
  interrupted: 130,
} as const;

/** The exit code that tells how a call ended. */
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
