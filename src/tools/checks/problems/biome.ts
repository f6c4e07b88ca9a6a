import { type FoundProblem, type ProblemParser, placeOf } from "./check-problem.js";

/** `x.js:1:1 lint/suspicious/noDebugger  FIXABLE  ━━━━━`; for what is about the whole file without a place. */
const HEADER =
  /^(\S.*?)(?::(\d+):(\d+))? ((?:lint|assist|suppressions|syntax|plugin)(?:\/[\w-]+)*|parse|format|organizeImports)(?: +[A-Z]+)* +━{3,}$/;

/** What it is, below the header. */
const MESSAGE = /^ {2}([×✖!⚠ℹi]) (.*)$/;

/** Rows below a header in which the message stands. */
const MESSAGE_WITHIN = 3;

/** Biome's own form: a header with place and rule, the message below. */
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
      return [{ row, endRow: next, file, ...placeOf(line, column), message, rule, severity }];
    }
    return [];
  });
