/** Facts about a path, as the file systems of just-bash return them. */
export interface JustBashStat {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly isSymbolicLink: boolean;
  readonly mode: number;
  readonly size: number;
  readonly mtime: Date;
  readonly dev?: number | bigint;
  readonly ino?: number | bigint;
  readonly identity?: string;
}

/** The part of the file system of just-bash (`IFileSystem`) that is used. */
export interface JustBashFiles {
  readFileBuffer(path: string): Promise<Uint8Array>;
  writeFile(path: string, content: Uint8Array): Promise<void>;
  lstat(path: string): Promise<JustBashStat>;
  mkdir(path: string): Promise<void>;
  readdir(path: string): Promise<string[]>;
  rm(path: string): Promise<void>;
  mv(from: string, to: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  readlink(path: string): Promise<string>;
  realpath(path: string): Promise<string>;
}

/** The part of the options of `Bash.exec` that is used. */
export interface JustBashExecOptions {
  /** Working folder of the command. */
  cwd?: string;
  /** Environment variables of the command. */
  env?: Record<string, string>;
  /** Whether `env` replaces the variables of the session, instead of extending them. */
  replaceEnv?: boolean;
  /** Standard input of the command. */
  stdin?: string;
  /** Whether each character of `stdin` is one byte (`"bytes"`). */
  stdinKind?: "text" | "bytes";
  /** Whether blanks at the start of lines are kept. */
  rawScript?: boolean;
  /** Ends the command. */
  signal?: AbortSignal;
}

/** The part of the result of `Bash.exec` that is used. */
export interface JustBashExecResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly stdoutKind?: "text" | "bytes";
}

/** A `Bash` of just-bash: commands and files in this process. */
export interface JustBashSession {
  readonly fs: JustBashFiles;
  exec(command: string, options?: JustBashExecOptions): Promise<JustBashExecResult>;
  getEnv(): Record<string, string>;
}

/** A `Sandbox` of just-bash. */
export interface JustBashSandbox {
  readonly bashEnvInstance: JustBashSession;
}
