import type { FoundProblem, ProblemParser } from "./check-problem.js";

const FILE = /^\[warn\] (\S.*\.\w+)$/;

/** Parses `prettier --check`: the files that are not formatted, between its first and its last sentence. */
export const parsePrettier: ProblemParser = (rows) => {
  if (!rows.includes("Checking formatting...")) return [];
  return rows.flatMap((text, row): FoundProblem[] => {
    const file = FILE.exec(text)?.[1];
    return file === undefined ? [] : [{ row, file, message: "is not formatted", severity: "error" }];
  });
};
