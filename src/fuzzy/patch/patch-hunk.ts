/** One line of a hunk. */
export interface HunkLine {
  /** Whether the line stays, goes or comes. */
  readonly kind: "context" | "remove" | "add";
  readonly text: string;
}

/** One change of a patch: lines to find and what becomes of them. */
export interface PatchHunk {
  /** Lines that narrow down where to look, outermost first (`@@ class A`, `@@ def f`). */
  readonly anchors: readonly string[];
  readonly lines: readonly HunkLine[];
  /** Line (from 1) the hunk says it starts at; it breaks ties and never overrides the text. */
  readonly startLine?: number;
  /** The hunk ends the file. */
  readonly atEndOfFile?: boolean;
  /** The last line before, or after the change, has no line end (`\ No newline at end of file`). */
  readonly oldEndsOpen?: boolean;
  readonly newEndsOpen?: boolean;
}

/** A patch that cannot be read. */
export interface PatchSyntaxError {
  readonly ok: false;
  /** What is wrong, at which line of the patch, and what was expected. */
  readonly message: string;
  /** Line of the patch, from 1. */
  readonly line: number;
}
