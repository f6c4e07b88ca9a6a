import type { ErrorCode } from "./error-code.js";

// Registered globally, so that two copies of the package in one process recognise each other's errors.
const MARKER = Symbol.for("collet.tool-error");

/** State of one path after a change that is neither complete nor undone. */
export interface PathOutcome {
  /** Absolute. */
  readonly path: string;
  /**
   * - `old`: as it was before the change.
   * - `new`: as intended after the change.
   * - `set-aside`: absent under its name; its content is stored beside it under the name `keptAs`.
   * - `partly-changed`: neither `old` nor `new`, for example a file that is partly overwritten.
   * - `changed`: another process has changed it meanwhile.
   * - `unknown`: the file system did not answer.
   */
  readonly state: "old" | "new" | "set-aside" | "partly-changed" | "changed" | "unknown";
  /** Name of the temporary file, in the folder of the path, that holds the content. */
  readonly keptAs?: string;
}

/** Options of a {@link ToolError} besides its message. */
export interface ToolErrorOptions {
  /** Machine-readable reason; an {@link ErrorCode} or a code of the tool. */
  readonly code?: ErrorCode | (string & {}) | undefined;
  /** The file that the error is about, absolute. */
  readonly absolutePath?: string | undefined;
  /** Whether the same call may succeed on a retry. */
  readonly retryable?: boolean | undefined;
  /** With the codes `half-done` and `connection-lost`: the state of each path of the change. */
  readonly outcomes?: readonly PathOutcome[];
  /** The error that caused this one; not shown to the model. */
  readonly cause?: unknown;
}

/**
 * An error that a tool throws to report a failure to the model.
 *
 * The message becomes `error.message` of the result unchanged, so write it for the model: what was expected,
 * what was received, and what to do now. Any other thrown value is reported too, with the code `tool-failed`.
 *
 * @example
 * throw new ToolError("The branch 'topic' does not exist. List the branches first.", { code: "unknown-branch" });
 */
export class ToolError extends Error {
  /** Machine-readable reason. Default `tool-failed`. */
  readonly code: string;
  /** The file that the error is about. */
  readonly absolutePath?: string;
  /** Whether the same call may succeed on a retry. */
  readonly retryable?: boolean;
  /** With the codes `half-done` and `connection-lost`: the state of each path of the change. */
  readonly outcomes?: readonly PathOutcome[];
  readonly [MARKER] = true;

  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ToolError";
    this.code = options.code ?? "tool-failed";
    if (options.absolutePath !== undefined) this.absolutePath = options.absolutePath;
    if (options.retryable !== undefined) this.retryable = options.retryable;
    if (options.outcomes !== undefined) this.outcomes = options.outcomes;
  }

  /** Returns whether a value is a `ToolError`, including one of another copy of this package. */
  static isInstance(value: unknown): value is ToolError {
    try {
      return typeof value === "object" && value !== null && MARKER in value;
    } catch {
      // A revoked proxy throws on every access.
      return false;
    }
  }
}
