import type { ApprovalAnswer } from "../policy/index.js";
import type { ToolResult } from "./tool-result.js";

// Registered globally, as the marker of a `ToolError` is.
const MARKER = Symbol.for("collet.paused-call");

/**
 * The end of a tool that made calls itself, some of which wait for the user's approval.
 *
 * A tool throws it when it cannot continue before those calls have their answers. The result of the tool's call has the
 * status `blocked-on-user`, carries the waiting results in `calls` and the state in `paused`, and `resume` starts the
 * tool again with `context.resumed`. The state must be plain JSON and contain everything that the tool needs to continue,
 * perhaps in another process, without repeating a call that has ended.
 *
 * @example
 * const results = await runtime.executeBatch(calls, { within: context });
 * const waiting = results.filter(({ status }) => status === "blocked-on-user");
 * if (waiting.length > 0) throw new PausedCall(waiting, { results });
 */
export class PausedCall extends Error {
  readonly calls: readonly ToolResult[];
  readonly state: unknown;
  readonly [MARKER] = true;

  constructor(calls: readonly ToolResult[], state: unknown) {
    super("The call waits for the user's approval of calls that it made.");
    this.name = "PausedCall";
    this.calls = calls;
    this.state = state;
  }

  /** Returns whether a value is a `PausedCall`, including one of another copy of this package. */
  static isInstance(value: unknown): value is PausedCall {
    try {
      return typeof value === "object" && value !== null && MARKER in value;
    } catch {
      // A revoked proxy throws on every access.
      return false;
    }
  }
}

/** The state with which `resume` starts a paused call again. */
export interface ResumedCall {
  /** The state that the tool stored when it paused. */
  readonly state: unknown;
  /** The results that waited for an approval, as the tool stored them. */
  readonly calls: readonly ToolResult[];
  /** The answers to them, by call id; a call without an answer still waits. */
  readonly answers: Readonly<Record<string, boolean | ApprovalAnswer>>;
}
