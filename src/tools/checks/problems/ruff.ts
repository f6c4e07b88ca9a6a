import { byRow } from "./by-row.js";
import { type FoundProblem, type ProblemParser, placeOf, ruleOf } from "./check-problem.js";

/** `F401`, `invalid-syntax`, and behind it whether a fix is known. */
const RULE_AND_MESSAGE = /^([A-Z]+\d+|[a-z]+(?:-[a-z]+)*):? (?:\[\*\] |\[-\] )?(\S.*)$/;

/** The place below the message, in Ruff's long form. */
const ARROW = /^ *--> (\S.*?\.(?:pyi?|ipynb)):(\d+):(\d+)$/;

/** Ruff's forms `concise` (flake8's as well): `a.py:1:8: F401 [*] ...`. */
export const parseRuffRows: ProblemParser = byRow({
  pattern:
    /^(\S.*?\.(?:pyi?|ipynb)):(?:cell \d+:)?(\d+):(\d+): ([A-Z]+\d+|[a-z]+(?:-[a-z]+)+|SyntaxError):? (?:\[\*\] |\[-\] )?(.*)$/,
  problem: ([, file = "", line, column, rule, message = ""]) => ({
    file,
    ...placeOf(line, column),
    message,
    ...ruleOf(rule),
    severity: "error",
  }),
});

/** Ruff's long form: rule and message, then `  --> a.py:1:8`. */
export const parseRuffFull: ProblemParser = (rows) =>
  rows.flatMap((text, row): FoundProblem[] => {
    const [, file, line, column] = ARROW.exec(text) ?? [];
    const said = RULE_AND_MESSAGE.exec(rows[row - 1] ?? "");
    if (file === undefined || said === null) return [];
    const [, rule, message = ""] = said;
    return [
      {
        row: row - 1,
        endRow: row,
        file,
        ...placeOf(line, column),
        message,
        ...ruleOf(rule),
        severity: "error",
      },
    ];
  });
