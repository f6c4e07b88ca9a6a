import type { CommandConfinement } from "../policy/index.js";

/** The limits of a command that nobody was asked about, as the runtime hands them to a shell. */
export interface ShellConfinement extends CommandConfinement {
  /** Absolute folders in which anybody may have put programs: none of those is run for `programs`. */
  readonly roots: readonly string[];
  /** Finds the secret files and folders that the command must not read, as real paths; may leave out some of a large tree. */
  readonly secretPaths?: () => Promise<readonly string[]>;
}

/** A command to run. */
export interface ShellRequest {
  readonly command: string;
  /**
   * The path must be real (as `FileSystem.resolve` gives it): when it leads elsewhere by now, a symlink was swapped in, and
   * the command is not started (`changed-since-approval`).
   */
  readonly cwd: string;
  /** Ends the command and everything it started. */
  readonly signal: AbortSignal;
  /** Milliseconds until the command is ended; none by default. */
  readonly timeoutMs?: number;
  /** Milliseconds without output after which the command is ended; none by default. */
  readonly inactivityTimeoutMs?: number;
  /**
   * Set for a command that nobody was asked about: a shell runs such a command in an environment that nothing in the workspace
   * can shape, and may keep it from writing, from the network and from secret files. Never set for one that was approved.
   */
  readonly confinement?: ShellConfinement;
  /** Variables on top of what the backend lets through. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What the command reads on its standard input, which then ends; only for a shell that {@link Shell.takesInput}. Default: none. */
  readonly input?: Uint8Array;
  /** Called once, when the command runs; not for one that could not be started. */
  readonly onStart?: () => void;
  /** Called for every piece of output, as it comes, in order; the bytes may be reused afterwards. */
  readonly onOutput: (chunk: Uint8Array, stream: "stdout" | "stderr") => void;
}

/** A program to run by itself, without a shell around it. */
export interface ProgramRequest
  extends Pick<ShellRequest, "cwd" | "signal" | "timeoutMs" | "confinement" | "environment" | "onOutput"> {
  /** Real and absolute. */
  readonly program: string;
  /** Default: none. */
  readonly parameters?: readonly string[];
  /** What it reads on its standard input, which then ends. */
  readonly input: string;
}

/** How a command ended. */
export interface ShellOutcome {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal?: string;
  /** `inactivity`: it was silent for too long. */
  readonly reason: "exit" | "timeout" | "inactivity" | "abort";
  readonly durationMs: number;
  /** What kept the command from the rest of the machine, where something did: `bubblewrap`, `sandbox-exec`. */
  readonly sandbox?: string;
}

/**
 * The process port of a backend.
 *
 * A command gets its own process group, and no standard input unless the request has some. `run` resolves once the command itself has ended, also
 * when a grandchild still holds its output; after a timeout or an abort nothing of it is left running.
 * It rejects with a `ToolError` (`shell-missing`, `spawn-failed`, `sandbox-unavailable`; for the cwd `not-found`, `not-a-directory` and
 * `changed-since-approval`) only.
 */
export interface Shell {
  run(request: ShellRequest): Promise<ShellOutcome>;
  /** Whether `run` passes `input` on. Absent: it does not. */
  readonly takesInput?: boolean;
  /**
   * Runs a program as `run` runs a command: in a process group of its own, in the same environment and sandbox, and nothing of
   * it stays. What `onOutput` throws ends the program, and rejects; otherwise it rejects as `run` does, or with
   * `not-executable` for a file that the system does not run. Absent where there are no files that could be programs.
   */
  runProgram?(request: ProgramRequest): Promise<ShellOutcome>;
  /**
   * A path that somebody wrote as the shell does, as the file system has it: `/c/Users` of Git Bash is `C:\\Users`.
   * Absent where both write paths alike.
   */
  nativePath?(path: string): string;
  /**
   * Kills everything that this shell runs, without a word, and starts nothing more once `withinMs` milliseconds have gone by
   * without another call: also when this process is stopped by then. 0 does it now, `undefined` takes the limit away. Absent
   * where that cannot be kept.
   */
  endUnlessRenewed?(withinMs: number | undefined): void;
}
