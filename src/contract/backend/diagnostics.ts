import type { ToolSession } from "../session/index.js";

/** One finding of a language server about a file. */
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
  /** Origin of the finding: `typescript`, `eslint`. */
  readonly source?: string;
}

/** Known diagnostics of files. */
export interface DiagnosticsReport {
  /** By path, then line, then column. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * `false` if the time ran out before every server had answered, or if not every file was checked: there may
   * be more.
   */
  readonly complete: boolean;
  /** The servers that handle these files, whether or not they answered in time; empty if there are none. */
  readonly servers: readonly string[];
  /** The servers that could not be used, with the reason and the remedy, worded for the model or a person. */
  readonly problems: readonly string[];
}

/** Diagnostics after a change of files. */
export interface ChangeReport extends DiagnosticsReport {
  /**
   * Errors of other files that were not reported for them before: errors that the change caused elsewhere.
   * When changes are checked together, one report holds these errors. Sorted by path, then line, then column.
   */
  readonly elsewhere: readonly Diagnostic[];
  /** Errors of other files whose errors before the change are not known: they may be older. Sorted in the same way. */
  readonly unclear?: readonly Diagnostic[];
}

/** Time limit and permissions of a request for diagnostics. */
export interface DiagnosticsRequest {
  readonly signal: AbortSignal;
  /**
   * Maximum milliseconds to wait for answers, including the time to start a server and to ask the approver
   * about it.
   */
  readonly budgetMs: number;
  /** The folders in which projects are searched, absolute: no server is started for a file outside them. */
  readonly roots: readonly string[];
  /** A refusal is valid for this session and for its subagents. */
  readonly session: ToolSession;
  /**
   * Called before a server is started for the first time, because it runs code of the project. Receives the
   * command, for a person to read, and the answer of an earlier process.
   */
  readonly mayStart: (command: string, kept?: KeptAnswer) => Promise<boolean>;
  /**
   * Returns whether the rules, or the answer of an earlier process, allow a server to start without a question; never asks.
   * Default: none is allowed.
   */
  readonly isAllowed?: (command: string, kept?: KeptAnswer) => Promise<boolean>;
}

/**
 * The approver's answer to a question that is asked once for a project, as a backend keeps it for later processes.
 *
 * It replaces only the question: a rule that denies has precedence. Never rejects; an answer that cannot be read or
 * stored is asked for again.
 */
export interface KeptAnswer {
  /** Returns whether the approver said yes in this or an earlier process. Called before a question and before `keep`. */
  isKept(): Promise<boolean>;
  /** Keeps a yes of the approver. */
  keep(): Promise<void>;
}

/**
 * Findings of compilers and linters, from language servers that run beside the session.
 *
 * Never throws and never exceeds its budget: a server that dies, floods or is silent costs only its own
 * answers.
 */
export interface Diagnostics {
  /**
   * Reports to the servers that files changed on disk (or were removed), and returns their findings about
   * these and all other files.
   */
  afterChange(paths: readonly string[], request: DiagnosticsRequest): Promise<ChangeReport>;
  /** Returns the findings about files and about files in folders, or all known findings without `paths`. */
  current(paths: readonly string[] | undefined, request: DiagnosticsRequest): Promise<DiagnosticsReport>;
  /**
   * Reports to the servers that files were read, so that their findings are known before the files change. A server
   * that does not run is started if it may start without a question.
   */
  afterRead?(paths: readonly string[], warming?: WarmingRequest): void;
}

/** Permissions of a server that is started because a file was read. */
export interface WarmingRequest extends Pick<DiagnosticsRequest, "roots" | "session"> {
  /** Returns whether the rules, or the answer of an earlier process, allow a server to start; never asks. */
  readonly isAllowed: (command: string, kept?: KeptAnswer) => Promise<boolean>;
}

/**
 * Diagnostics as a running tool requests them: the runtime adds the session, its roots, the call's signal and
 * the approver.
 */
export interface CallDiagnostics {
  /** See {@link Diagnostics.current}; takes real paths. */
  current(
    paths: readonly string[] | undefined,
    options: Pick<DiagnosticsRequest, "budgetMs">,
  ): Promise<DiagnosticsReport>;
}

/** An error of syntax in a text. */
export interface SyntaxFinding {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** Bounded, in one line: `missing ")"`. */
  readonly message: string;
}

/** The port that parses texts to find errors of syntax. It runs no code of the project. */
export interface SyntaxCheck {
  /**
   * Returns the first errors of a text, in the order of the text; empty if it has none. Resolves to `undefined` if there is no
   * parser for the file, or if the text is too long to be parsed in time.
   *
   * @param path - the path of the file, whose name determines the language
   */
  errors(path: string, text: string, signal: AbortSignal): Promise<readonly SyntaxFinding[] | undefined>;
}
