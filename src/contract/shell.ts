/** A command to run. */
export interface ShellRequest {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Ends the command and everything it started. */
  readonly signal: AbortSignal;
  /** Milliseconds until the command is ended; none by default. */
  readonly timeoutMs?: number;
  /** Variables on top of what the backend lets through. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called for every piece of output, as it comes; the bytes may be reused afterwards. */
  readonly onOutput: (chunk: Uint8Array, stream: "stdout" | "stderr") => void;
}

/** How a command ended. */
export interface ShellOutcome {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal?: string;
  readonly reason: "exit" | "timeout" | "abort";
  readonly durationMs: number;
}

/**
 * The process port of a backend.
 *
 * A command gets its own process group and no standard input. `run` resolves once the command itself has ended, also
 * when a grandchild still holds its output; after a timeout or an abort nothing of it is left running.
 * It rejects with a `ToolError` (`shell-missing`, `spawn-failed`, `not-found` for a missing cwd) only.
 */
export interface Shell {
  run(request: ShellRequest): Promise<ShellOutcome>;
}
