import { byRow, type RowForm } from "./by-row.js";
import { type ProblemParser, positionOf } from "./check-problem.js";

const problem: RowForm["problem"] = ([, file = "", line, column, severity, rule = "", message = ""]) => ({
  file,
  ...positionOf(line, column),
  message,
  rule,
  severity: severity === "warning" ? "warning" : "error",
});

/**
 * Parses `a.ts(1,14): error TS2322: ...`, and with `--pretty` `a.ts:1:14 - error TS2322: ...`; also vue-tsc and astro.
 */
export const parseTsc: ProblemParser = byRow(
  { pattern: /^(\S.*?)\((\d+),(\d+)\): (error|warning) (TS\d+): (.*)$/, problem },
  { pattern: /^(\S.*?):(\d+):(\d+) - (error|warning) (TS\d+): (.*)$/, problem },
);
