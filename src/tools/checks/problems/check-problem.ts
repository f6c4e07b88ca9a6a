/** One thing that a compiler, a linter or a test has to say about a file. */
export interface CheckProblem {
  /** Relative to the folder of the check where it lies below it; otherwise as the tool wrote it. */
  readonly file: string;
  /** 1-based; absent where the tool speaks of the whole file. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  readonly message: string;
  /** The rule or error number, as the tool writes it. */
  readonly rule?: string;
  readonly severity: "error" | "warning";
}

/** A problem and the rows of the output that tell of it: no other parser gets them. */
export interface FoundProblem extends CheckProblem {
  /** 0-based. */
  readonly row: number;
  /** 0-based, inclusive. Default: `row`. */
  readonly endRow?: number;
}

/** Finds the problems that one kind of tool tells of in rows of plain output. Pure; never throws. */
export type ProblemParser = (rows: readonly string[]) => readonly FoundProblem[];

/** The place of a problem, as regular expressions give it: text or nothing. */
export function placeOf(line: string | undefined, column?: string): { line?: number; column?: number } {
  return {
    ...(line !== undefined && { line: Number(line) }),
    ...(column !== undefined && { column: Number(column) }),
  };
}

/** The rule of a problem, where there is one. */
export function ruleOf(rule: string | null | undefined): { rule?: string } {
  return rule === undefined || rule === null || rule === "" ? {} : { rule };
}
