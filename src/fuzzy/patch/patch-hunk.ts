/** One line of a hunk. */
export interface HunkLine {
  /** Whether the line is kept, removed or added. */
  readonly kind: "context" | "remove" | "add";
  readonly text: string;
  /** Whether the patch has this context line without the blank that marks it. */
  readonly isUnmarked?: boolean;
}

/** One change of a patch: the lines to find and their replacement. */
export interface PatchHunk {
  /** Lines that restrict the search, outermost first (`@@ class A`, `@@ def f`). */
  readonly anchors: readonly string[];
  readonly lines: readonly HunkLine[];
  /** Start line (from 1) according to the hunk; decides between equal places and never overrides the text. */
  readonly startLine?: number;
  /** Whether the hunk ends the file. */
  readonly atEndOfFile?: boolean;
  /** The last line before, or after the change, has no line end (`\ No newline at end of file`). */
  readonly oldEndsOpen?: boolean;
  readonly newEndsOpen?: boolean;
}

/** An error of a patch that cannot be parsed. */
export interface PatchSyntaxError {
  readonly ok: false;
  /** The problem, its line in the patch, and the expected text. */
  readonly message: string;
  /** Line of the patch, from 1. */
  readonly line: number;
}
