/** One problem that a compiler, a linter or a test reports about a file. */
export interface CheckProblem {
  /** Relative to the folder of the check if it is inside; otherwise as the tool wrote it. */
  readonly file: string;
  /** 1-based; absent for a problem of the whole file. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  readonly message: string;
  /** The rule or error number, as the tool writes it. */
  readonly rule?: string;
  readonly severity: "error" | "warning";
}

/** A problem and the rows of the output that describe it: other parsers skip these rows. */
export interface FoundProblem extends CheckProblem {
  /** 0-based. */
  readonly row: number;
  /** 0-based, inclusive. Default: `row`. */
  readonly endRow?: number;
}

/** Finds the problems of one kind of tool in rows of plain output. Pure; never throws. */
export type ProblemParser = (rows: readonly string[]) => readonly FoundProblem[];

/** Returns the position of a problem from the groups of a regular expression. */
export function positionOf(line: string | undefined, column?: string): { line?: number; column?: number } {
  return {
    ...(line !== undefined && { line: Number(line) }),
    ...(column !== undefined && { column: Number(column) }),
  };
}

/** Returns the rule of a problem, where there is one. */
export function ruleOf(rule: string | null | undefined): { rule?: string } {
  return rule === undefined || rule === null || rule === "" ? {} : { rule };
}
