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

/** A problem as a parser reads it, where each unknown detail may be undefined. */
export interface ParsedProblem extends Pick<CheckProblem, "file" | "message" | "severity"> {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly rule?: string | undefined;
}

/** A parsed problem and the rows of the output that describe it: other parsers skip these rows. */
export interface FoundProblem extends ParsedProblem {
  /** 0-based. */
  readonly row: number;
  /** 0-based, inclusive. Default: `row`. */
  readonly endRow?: number;
}

/** Finds the problems of one kind of tool in rows of plain output. Pure; never throws. */
export type ProblemParser = (rows: readonly string[]) => readonly FoundProblem[];

/** Returns the position of a problem from the groups of a regular expression. */
export function positionOf(
  line: string | undefined,
  column?: string,
): Pick<ParsedProblem, "line" | "column"> {
  return { line: numberOf(line), column: numberOf(column) };
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the rule of a problem, where there is one. */
export function ruleOf(rule: string | null | undefined): string | undefined {
  return rule === null || rule === "" ? undefined : rule;
}
