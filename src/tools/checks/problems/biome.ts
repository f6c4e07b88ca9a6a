import { type FoundProblem, type ProblemParser, positionOf } from "./check-problem.js";

/** `x.js:1:1 lint/suspicious/noDebugger  FIXABLE  ━━━━━`; without a position for a problem of the whole file. */
const HEADER =
  /^(\S.*?)(?::(\d+):(\d+))? ((?:lint|assist|suppressions|syntax|plugin)(?:\/[\w-]+)*|parse|format|organizeImports)(?: +[A-Z]+)* +━{3,}$/;

/** The message, below the header. */
const MESSAGE = /^ {2}([×✖!⚠ℹi]) (.*)$/;

/** Rows after a header that may contain the message. */
const MESSAGE_WITHIN = 3;

/** Parses Biome's default format: a header with position and rule, the message below. */
export const parseBiome: ProblemParser = (rows) =>
  rows.flatMap((text, row): FoundProblem[] => {
    const header = HEADER.exec(text);
    if (header === null) return [];
    const [, file = "", line, column, rule = ""] = header;
    for (let next = row + 1; next <= row + MESSAGE_WITHIN; next += 1) {
      const said = MESSAGE.exec(rows[next] ?? "");
      if (said === null) continue;
      const [, mark = "", message = ""] = said;
      const severity = "×✖".includes(mark) ? "error" : "warning";
      return [{ row, endRow: next, file, ...positionOf(line, column), message, rule, severity }];
    }
    return [];
  });
