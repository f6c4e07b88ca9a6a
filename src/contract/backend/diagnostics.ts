import type { ToolSession } from "../session/index.js";

/** One thing that a language server has to say about a file. */
export interface Diagnostic {
  /** Absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  readonly severity: "error" | "warning" | "information" | "hint";
  /** Bounded; may have several lines. */
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
  /** `false`: the time was over before every server had answered, or not every file was looked at, so there may be more. */
  readonly complete: boolean;
  /** The servers that know these files, whether or not they answered in time; empty where none does. */
  readonly servers: readonly string[];
  /** What could not be asked, with the reason and the remedy, for the model or a tired person. */
  readonly problems: readonly string[];
}

/** What a change of files did. */
export interface ChangeReport extends DiagnosticsReport {
  /**
   * Errors of other files that were not reported for them before: what the change broke elsewhere. Of changes that are
   * looked at together, one report has them. By path, then line, then column.
   */
  readonly elsewhere: readonly Diagnostic[];
}

/** How long to wait, and who may be asked. */
export interface DiagnosticsRequest {
  readonly signal: AbortSignal;
  /** Milliseconds to wait for answers at the most; starting a server and asking somebody about it count. */
  readonly budgetMs: number;
  /** The folders that a project is looked for in, absolute: no server is started for a file outside of them. */
  readonly roots: readonly string[];
  /** A refusal holds for this session and for those that work for it. */
  readonly session: ToolSession;
  /** Asked before a server is started for the first time: it runs code of the project. The command, for a person to read. */
  readonly mayStart: (command: string) => Promise<boolean>;
}

/**
 * What compilers and linters say about files, from language servers that run beside the session.
 *
 * Never throws and never takes longer than its budget: a server that dies, floods or is silent costs its own answers.
 */
export interface Diagnostics {
  /** Tells the servers that files changed on disk (or are gone), and gives what they then say of these and of all others. */
  afterChange(paths: readonly string[], request: DiagnosticsRequest): Promise<ChangeReport>;
  /** What the servers say of files and of what is in folders, or of everything they know without `paths`. */
  current(paths: readonly string[] | undefined, request: DiagnosticsRequest): Promise<DiagnosticsReport>;
  /** Tells the servers that run of files that were read, so that what they say of them is known when they are changed. */
  afterRead?(paths: readonly string[]): void;
}

/** Diagnostics as a running tool asks for them: the runtime adds the session, its roots, the call's signal and who is asked. */
export interface CallDiagnostics {
  /** See {@link Diagnostics.current}; real paths. */
  current(
    paths: readonly string[] | undefined,
    options: Pick<DiagnosticsRequest, "budgetMs">,
  ): Promise<DiagnosticsReport>;
}
