import { byRow } from "./by-row.js";
import { type FoundProblem, type ProblemParser, positionOf, ruleOf } from "./check-problem.js";
import { itemsOf, jsonRow, membersOf, numberIn, textIn } from "./json-rows.js";

/** A problem below the name of its file: `  1:1  error  Unexpected 'debugger' statement  no-debugger`. */
const STYLISH = /^ +(\d+):(\d+) +(error|warning) +(\S.*)$/;

/** A rule, optionally with its plug-in. */
const STYLISH_RULE = /^@?[\w-]+(?:\/[\w-]+)*$/;

/** Parses ESLint's default format: a file with its problems below it. */
export const parseEslintStylish: ProblemParser = (rows) => {
  const found: FoundProblem[] = [];
  let file = "";
  for (const [row, text] of rows.entries()) {
    const match = STYLISH.exec(text);
    if (match === null) {
      if (/^\S/.test(text)) file = text;
      continue;
    }
    if (file === "") continue;
    const [, line, column, severity, said = ""] = match;
    // A rule follows at least two spaces at the end; a file that cannot be parsed has no rule.
    const gap = said.lastIndexOf("  ");
    const rule = gap === -1 ? "" : said.slice(gap + 2);
    const named = STYLISH_RULE.test(rule);
    found.push({
      row,
      file,
      ...positionOf(line, column),
      message: named ? said.slice(0, gap) : said,
      rule: ruleOf(named ? rule : undefined),
      severity: severity === "warning" ? "warning" : "error",
    });
  }
  return found;
};

/**
 * Parses the formats `unix` (`a.js:1:1: ... [Error/no-debugger]`) and `compact` (`a.js: line 1, col 1, Error - ...
 * (no-debugger)`).
 */
export const parseEslintRows: ProblemParser = byRow(
  {
    pattern: /^(\S.*?):(\d+):(\d+): (.*) \[(Error|Warning)(?:\/(\S+))?\]$/,
    problem: ([, file = "", line, column, message = "", severity, rule]) => ({
      file,
      ...positionOf(line, column),
      message,
      rule: ruleOf(rule),
      severity: severity === "Warning" ? "warning" : "error",
    }),
  },
  {
    pattern: /^(\S.*?): line (\d+), col (\d+), (Error|Warning) - (.*?)(?: \(([^()\s]+)\))?$/,
    problem: ([, file = "", line, column, severity, message = "", rule]) => ({
      file,
      ...positionOf(line, column),
      message,
      rule: ruleOf(rule),
      severity: severity === "Warning" ? "warning" : "error",
    }),
  },
);

/** Parses ESLint's `json` format: one row with a list of files. */
export const parseEslintJson: ProblemParser = (rows) =>
  rows.flatMap((text, row) =>
    itemsOf(jsonRow(text, '[{"filePath":')).flatMap((result) => {
      const { filePath, messages } = membersOf(result);
      const file = textIn(filePath);
      if (file === undefined) return [];
      return itemsOf(messages).flatMap((entry): FoundProblem[] => {
        const { message, line, column, ruleId, severity } = membersOf(entry);
        const said = textIn(message);
        if (said === undefined) return [];
        return [
          {
            row,
            file,
            line: numberIn(line),
            column: numberIn(column),
            message: said,
            rule: ruleOf(textIn(ruleId)),
            severity: severity === 1 ? "warning" : "error",
          },
        ];
      });
    }),
  );
