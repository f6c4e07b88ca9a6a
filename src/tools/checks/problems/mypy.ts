import { byRow } from "./by-row.js";
import { type FoundProblem, type ProblemParser, positionOf, ruleOf } from "./check-problem.js";
import { jsonRow, membersOf, numberIn, textIn } from "./json-rows.js";

/** A rule follows two spaces at the end. */
const RULE = / {2}\[([\w-]+)\]$/;

/**
 * Parses `a.py:4: error: Incompatible return value type  [return-value]`, with columns and end positions if configured.
 */
export const parseMypyRows: ProblemParser = byRow({
  pattern: /^(\S.*?\.pyi?):(\d+)(?::(\d+))?(?::\d+:\d+)?: (error|warning): (.*)$/,
  problem: ([, file = "", line, column, severity, said = ""]) => {
    const rule = RULE.exec(said);
    return {
      file,
      ...positionOf(line, column),
      message: rule === null ? said : said.slice(0, rule.index),
      rule: ruleOf(rule?.[1]),
      severity: severity === "warning" ? "warning" : "error",
    };
  },
});

/** Parses mypy's `--output json`: one object per row, columns from 0. */
export const parseMypyJson: ProblemParser = (rows) =>
  rows.flatMap((text, row): FoundProblem[] => {
    const { file, line, column, message, code, severity } = membersOf(jsonRow(text, '{"file": "'));
    const path = textIn(file);
    const said = textIn(message);
    if (path === undefined || said === undefined || severity === "note") return [];
    const at = numberIn(column);
    return [
      {
        row,
        file: path,
        line: numberIn(line),
        // mypy counts columns from 0.
        column: at === undefined ? undefined : at + 1,
        message: said,
        rule: ruleOf(textIn(code)),
        severity: severity === "warning" ? "warning" : "error",
      },
    ];
  });
