import type { ShellOutcome } from "../../contract/index.js";

/** The signal numbers that POSIX defines; others differ between systems. */
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};

/** Returns the exit code as a shell would report it: 128 plus the signal's number for a command that a signal ended. */
export function exitCodeOf({ exitCode, signal }: Pick<ShellOutcome, "exitCode" | "signal">): number {
  return exitCode ?? 128 + (SIGNAL_NUMBERS[signal ?? ""] ?? 0);
}
