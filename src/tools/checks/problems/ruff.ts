import { byRow } from "./by-row.js";
import { type FoundProblem, type ProblemParser, positionOf, ruleOf } from "./check-problem.js";

/** `F401`, `invalid-syntax`, and after it whether a fix is available. */
const RULE_AND_MESSAGE = /^([A-Z]+\d+|[a-z]+(?:-[a-z]+)*):? (?:\[\*\] |\[-\] )?(\S.*)$/;

/** The position below the message, in Ruff's `full` format. */
const ARROW = /^ *--> (\S.*?\.(?:pyi?|ipynb)):(\d+):(\d+)$/;

/** Parses Ruff's `concise` format (also flake8's): `a.py:1:8: F401 [*] ...`. */
export const parseRuffRows: ProblemParser = byRow({
  pattern:
    /^(\S.*?\.(?:pyi?|ipynb)):(?:cell \d+:)?(\d+):(\d+): ([A-Z]+\d+|[a-z]+(?:-[a-z]+)+|SyntaxError):? (?:\[\*\] |\[-\] )?(.*)$/,
  problem: ([, file = "", line, column, rule, message = ""]) => ({
    file,
    ...positionOf(line, column),
    message,
    rule: ruleOf(rule),
    severity: "error",
  }),
});

/** Parses Ruff's `full` format: rule and message, then `  --> a.py:1:8`. */
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
        ...positionOf(line, column),
        message,
        rule: ruleOf(rule),
        severity: "error",
      },
    ];
  });
