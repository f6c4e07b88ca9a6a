import type { Readable, Writable } from "node:stream";
import type { Command } from "commander";

/** What a command reads and writes; `isTTY` where somebody sits in front of it. */
export interface CommandLineStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Where relative paths start, absolute. */
  readonly cwd: string;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
  /** Aborts the signal, for Ctrl-C where it comes as a key. */
  readonly interrupt: () => void;
}

/** A subcommand of the program. */
export interface Subcommand {
  /** Adds itself to the program; when it ran, it gives its exit code to `end`. */
  addTo(program: Command, options: SubcommandOptions): void;
}

/** What a subcommand works with. */
export interface SubcommandOptions {
  readonly streams: CommandLineStreams;
  readonly end: (exitCode: number) => void;
}
