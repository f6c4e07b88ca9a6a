import type { Readable, Writable } from "node:stream";
import type { Command } from "commander";

/** A stream that a command writes to. Node sets the members on a terminal. */
export interface OutputStream extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Returns whether the terminal shows colours, by the environment (`NO_COLOR`, `FORCE_COLOR`, `TERM`). */
  hasColors?(): boolean;
}

/** The streams of a command; `isTTY` is set on a terminal. */
export interface CommandLineStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** The absolute path that relative paths start at. */
  readonly cwd: string;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
  /** Aborts the signal when the terminal reports Ctrl-C as a key. */
  readonly interrupt: () => void;
  /** Calls a function when the reader of `stdout` has closed it. Without a function the process ends at once. */
  readonly onOutputClosed?: (listener: () => void) => void;
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
