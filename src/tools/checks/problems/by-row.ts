import type { CheckProblem, FoundProblem, ProblemParser } from "./check-problem.js";

/** A form in which a tool says a problem in one row. */
export interface RowForm {
  readonly pattern: RegExp;
  /** Nothing for a row that has the form and is no problem. */
  readonly problem: (match: RegExpExecArray) => CheckProblem | undefined;
}

/** Makes a parser for tools that say each problem in one row; the first form that fits counts. */
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
