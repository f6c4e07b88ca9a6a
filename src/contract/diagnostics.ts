/** One thing that a language server has to say about a file. */
export interface Diagnostic {
  /** Absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  /** The rule or error number, as the server writes it. */
  readonly code?: string;
  /** What says so: `typescript`, `eslint`. */
  readonly source?: string;
}

/** What is known about files. */
export interface DiagnosticsReport {
  /** By path, then line, then column. */
  readonly diagnostics: readonly Diagnostic[];
  /** `false`: the time was over before every server had answered, so more may come. */
  readonly complete: boolean;
  /** The servers that were asked; empty where none knows these files. */
  readonly servers: readonly string[];
  /** Servers that could not be asked, with the reason, for the model or a tired person. */
  readonly problems: readonly string[];
}

/** How long to wait, and who may be asked. */
export interface DiagnosticsRequest {
  readonly signal: AbortSignal;
  /** Milliseconds to wait for answers at the most; starting a server counts. */
  readonly budgetMs: number;
  /** Asked before a server is started for the first time: it runs code of the project. */
  readonly mayStart: (command: string) => Promise<boolean>;
}

/**
 * What compilers and linters say about files, from language servers that run beside the session.
 *
 * Never throws and never takes longer than its budget: a server that dies, floods or is silent costs its own answers.
 */
export interface Diagnostics {
  /** Tells the servers that files changed on disk (or are gone), and gives what they then say of these and all other files. */
  afterChange(paths: readonly string[], request: DiagnosticsRequest): Promise<DiagnosticsReport>;
  /** What the servers say of files, or of everything they know without `paths`. */
  current(paths: readonly string[] | undefined, request: DiagnosticsRequest): Promise<DiagnosticsReport>;
}
