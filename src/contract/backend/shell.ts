import type { CommandConfinement, ShellLanguage } from "../policy/index.js";

/** The limits of a command that runs without a question, as the runtime passes them to a shell. */
export interface ShellConfinement extends CommandConfinement {
  /** Absolute folders in which untrusted programs may be stored: `programs` are never run from them. */
  readonly roots: readonly string[];
  /**
   * Returns the secret files and folders that the command must not read, as real paths; may omit some in a
   * large tree.
   */
  readonly secretPaths?: () => Promise<readonly string[]>;
}

/** A command to run. */
export interface ShellRequest {
  readonly command: string;
  /** The language of the command: one of {@link Shell.languages}. Default: the first of them. */
  readonly language?: ShellLanguage | undefined;
  /**
   * The path must be real (a result of `FileSystem.resolve`); if it now leads elsewhere, a symlink was
   * swapped in, and the command is not started (`changed-since-approval`).
   */
  readonly cwd: string;
  /** Stops the command and everything it started. */
  readonly signal: AbortSignal;
  /** Milliseconds until the command is stopped; none by default. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds without output after which the command is stopped; none by default. */
  readonly inactivityTimeoutMs?: number | undefined;
  /**
   * Set for a command that runs without a question: the shell runs it in an environment that the workspace
   * cannot influence, and may deny it writing, the network and secret files. Never set for an approved
   * command.
   */
  readonly confinement?: ShellConfinement;
  /** Variables in addition to those that the backend passes through. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * The standard input of the command, which then ends; only for a shell that {@link Shell.takesInput}.
   * Default: none.
   */
  readonly input?: Uint8Array;
  /**
   * Called when the command runs, with a function that writes to its standard input, which then stays open until the
   * command ends; only for a shell that {@link Shell.takesInput}. Not combined with `input`.
   */
  readonly onInputOpen?: (write: (bytes: Uint8Array) => void) => void;
  /** Called once when the command runs; not called if it could not be started. */
  readonly onStart?: () => void;
  /** Called for every chunk of output, in order of arrival; the bytes may be reused afterwards. */
  readonly onOutput: (chunk: Uint8Array, stream: "stdout" | "stderr") => void;
}

/** A program to run directly, without a shell. */
export interface ProgramRequest
  extends Pick<ShellRequest, "cwd" | "signal" | "timeoutMs" | "confinement" | "environment" | "onOutput"> {
  /** Real and absolute. */
  readonly program: string;
  /** Default: none. */
  readonly parameters?: readonly string[];
  /** The standard input of the program, which then ends. */
  readonly input: string;
}

/** The end of a command. */
export interface ShellOutcome {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal?: string;
  /** `inactivity`: the command produced no output for too long. */
  readonly reason: "exit" | "timeout" | "inactivity" | "abort";
  readonly durationMs: number;
  /** The sandbox that isolated the command, if any: `bubblewrap`, `sandbox-exec`. */
  readonly sandbox?: string;
}

/**
 * The process port of a backend.
 *
 * A command gets its own process group, and no standard input unless the request has some. `run` resolves
 * once the command has ended, even when a grandchild still holds its output open; after a timeout or an abort
 * none of its processes is left running. It rejects only with a `ToolError` (`shell-missing`, `spawn-failed`,
 * `sandbox-unavailable`; for the cwd `not-found`, `not-a-directory` and `changed-since-approval`).
 */
export interface Shell {
  run(request: ShellRequest): Promise<ShellOutcome>;
  /**
   * Languages that a request may name. The first is that of a request without a language, and of every judged command whose
   * tool names none; with `powershell`, tools that require it are offered. Default: only `posix`.
   */
  readonly languages?: readonly ShellLanguage[] | undefined;
  /**
   * Sentences for the model about the shell, added to the description of each tool that runs its commands: which program it is,
   * and how paths are written. Default: none, for a bash.
   */
  readonly description?: string | undefined;
  /** Whether `run` passes `input` to the command. Default: false. */
  readonly takesInput?: boolean;
  /**
   * Whether every command runs in a sandbox or not at all: it can change only the folders of the workspace, has no network,
   * and reads no secret file if its confinement has `sandboxed`. Default: false.
   */
  readonly confinesCommands?: boolean;
  /**
   * Runs a program as `run` runs a command: in its own process group, in the same environment and sandbox,
   * and with no process left afterwards. If `onOutput` throws, the program is stopped and the promise
   * rejects; otherwise it rejects as `run` does, or with `not-executable` for a file that the system cannot
   * run. Absent if the backend has no files that could be programs.
   */
  runProgram?(request: ProgramRequest): Promise<ShellOutcome>;
  /**
   * Converts a path from the notation of the shell to that of the file system: `/c/Users` of Git Bash is
   * `C:\\Users`. Absent where both notations are the same.
   */
  nativePath?(path: string): string;
  /**
   * Kills everything that this shell runs, without a message, and starts nothing more once `withinMs`
   * milliseconds have passed without another call, even if this process is suspended by then. 0 kills now;
   * `undefined` removes the limit. Absent if the backend cannot guarantee that.
   */
  endUnlessRenewed?(withinMs: number | undefined): void;
}
