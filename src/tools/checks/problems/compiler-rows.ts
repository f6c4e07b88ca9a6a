import { byRow } from "./by-row.js";
import { type ProblemParser, positionOf, ruleOf } from "./check-problem.js";

/** The flag that GCC and Clang print after a warning. */
const FLAG = / \[(-W[\w=+-]+)\]$/;

/**
 * Parses `m.c:1:33: error: ...`, GCC's format, which many compilers use; and `file:line:column: message` without a
 * severity.
 */
export const parseCompilerRows: ProblemParser = byRow(
  {
    pattern:
      /^((?:[A-Za-z]:[\\/])?[^\s:][^:]*):(\d+):(?:(\d+):)? (?:(fatal error|error|warning|note|info): )(.*)$/,
    problem: ([, file = "", line, column, severity, said = ""]) => {
      if (severity === "note" || severity === "info") return undefined;
      const flag = FLAG.exec(said);
      return {
        file,
        ...positionOf(line, column),
        message: flag === null ? said : said.slice(0, flag.index),
        rule: ruleOf(flag?.[1]),
        severity: severity === "warning" ? "warning" : "error",
      };
    },
  },
  {
    // Without a severity the name must have an extension: a time of day has two colons as well.
    pattern: /^((?:[A-Za-z]:[\\/])?[^\s:][^:]*\.\w+):(\d+):(\d+):? (\S.*)$/,
    problem: ([, file = "", line, column, message = ""]) => ({
      file,
      ...positionOf(line, column),
      message,
      severity: "error",
    }),
  },
);
