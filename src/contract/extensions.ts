import type { ShellOutcome, ShellRequest } from "./shell.js";

/** A module to import. */
export interface ModuleRequest {
  /** Real and absolute. */
  readonly path: string;
  /** Names the content: another version of a file is another module, the same version is imported once. */
  readonly version: string;
  /** Milliseconds that the import may take. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A program to run by itself, without a shell. */
export interface ProgramRequest
  extends Pick<ShellRequest, "cwd" | "signal" | "timeoutMs" | "environment" | "onOutput"> {
  /** Real and absolute. */
  readonly program: string;
  /** Default: none. */
  readonly parameters?: readonly string[];
  /** What it reads on its standard input, which then ends. */
  readonly input: string;
}

/**
 * The port through which tools come from outside: modules of this process, and programs of the backend's machine.
 *
 * Files are found and read through `FileSystem`; here they are only run.
 */
export interface Extensions {
  /**
   * Imports a module into this process, once it was seen to load elsewhere: one that never ends loading, ends its process or
   * cannot be read must not take the host with it.
   *
   * Rejects with a `ToolError`: `import-failed`, `import-hangs`, `import-exits` or `typescript-not-supported`.
   */
  importModule(request: ModuleRequest): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Runs a program as `Shell.run` runs a command: in a process group of its own, in the same environment and sandbox, and
   * nothing of it stays. What `onOutput` throws ends the program, and rejects.
   *
   * Otherwise rejects with a `ToolError` only: `not-executable`, and those of `Shell.run`.
   */
  runProgram(request: ProgramRequest): Promise<ShellOutcome>;
}
