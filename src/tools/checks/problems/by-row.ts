import type { FoundProblem, ParsedProblem, ProblemParser } from "./check-problem.js";

/** A format with one problem per row. */
export interface RowForm {
  readonly pattern: RegExp;
  /** Returns `undefined` for a row that has the format but is not a problem. */
  readonly problem: (match: RegExpExecArray) => ParsedProblem | undefined;
}

/** Creates a parser for tools that print each problem in one row; the first matching format counts. */
export function byRow(...forms: readonly RowForm[]): ProblemParser {
  return (rows) =>
    rows.flatMap((text, row): FoundProblem[] => {
      for (const { pattern, problem } of forms) {
        const match = pattern.exec(text);
        if (match === null) continue;
        const found = problem(match);
        return found === undefined ? [] : [{ ...found, row }];
      }
      return [];
    });
}
