const MARKER = Symbol.for("collet.judge-again");

/**
 * Thrown by an executor that has not run a call, because the files are not as they were expected when the call was judged: its
 * rules ask about it there. The runtime judges the call by the files and starts it again.
 */
export class JudgeAgain extends Error {
  override readonly name = "JudgeAgain";
  readonly [MARKER] = true;

  constructor() {
    super("The call has not run: it must be judged by the files.");
  }

  /** Returns whether a value is such an error, also one of another copy of this package. */
  static isInstance(value: unknown): value is JudgeAgain {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
