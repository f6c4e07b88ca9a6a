import type { Readable, Writable } from "node:stream";
import type { Command } from "commander";

/** The streams of a command; `isTTY` is set on a terminal. */
export interface CommandLineStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** The absolute path that relative paths start at. */
  readonly cwd: string;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
  /** Aborts the signal when the terminal reports Ctrl-C as a key. */
  readonly interrupt: () => void;
}

/** A subcommand of the program. */
export interface Subcommand {
  /** Adds the subcommand to the program; when it ran, it passes its exit code to `end`. */
  addTo(program: Command, options: SubcommandOptions): void;
}

/** Options of a subcommand. */
export interface SubcommandOptions {
  readonly streams: CommandLineStreams;
  readonly end: (exitCode: number) => void;
}
