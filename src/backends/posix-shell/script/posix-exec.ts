/** Options of one command that {@link PosixExec} runs. */
export interface PosixExecOptions {
  /** Bytes for the standard input of the command, which then ends. Empty where the host declared `input: false`. */
  readonly stdin: Uint8Array;
  /** Ends the command. */
  readonly signal: AbortSignal;
  /** Receives standard output as it arrives. A function that cannot stream returns the output instead. */
  readonly onStdout: (chunk: Uint8Array) => void;
  /** Receives standard error as it arrives. */
  readonly onStderr: (chunk: Uint8Array) => void;
  /** Whether this is a command of a tool, whose output should be passed as it arrives. Otherwise, it is an operation on files. */
  readonly isCommand: boolean;
}

/** Output of a command that was not streamed. Texts are UTF-8. */
export interface PosixExecResult {
  readonly stdout?: Uint8Array | string | undefined;
  readonly stderr?: Uint8Array | string | undefined;
  /** Exit status of the command line; needed only together with `isTruncated`. */
  readonly exitCode?: number | null | undefined;
  /** Whether a limit of `exec` removed a part of the output. A truncated answer to an operation on files is `connection-lost`. */
  readonly isTruncated?: boolean | undefined;
}

/**
 * Runs a command line on the machine and resolves when it has ended, whatever its exit status: that is a part of the
 * output. Rejects if the machine cannot be reached.
 *
 * The command is one line of ASCII without line breaks, for the shell of the user there: `sh`, `bash`, `zsh`, `fish`, `csh`.
 */
export type PosixExec = (command: string, options: PosixExecOptions) => Promise<PosixExecResult | undefined>;

/** The properties of an {@link PosixExec}. */
export interface PosixTransport {
  readonly exec: PosixExec;
  /** Whether the command receives standard input. */
  readonly takesInput: boolean;
  /** `text`: the output is a text, in which bytes that are not UTF-8 are lost. */
  readonly output: "bytes" | "text";
  /** Bytes of output that `exec` returns at most. */
  readonly maxOutputBytes?: number | undefined;
  /** Whether aborting a command ends it with everything that it started. */
  readonly endsProcesses: boolean;
  /** Milliseconds for one operation. */
  readonly timeoutMs: number;
}
