import { type FoundProblem, type ProblemParser, positionOf } from "./check-problem.js";
import { ownFrame } from "./stack-frame.js";

/**
 * ` FAIL  src/a.test.ts > adder > adds up`, with the project's name before it; for a whole file `[ src/b.test.ts ]`.
 */
const FAILED = /^ FAIL {2}(?:\|[^|]*\| )?(\S+)(?: > (.*)| \[ .* \])?$/;

/** The end of the report of one failure. */
const END = /^⎯{5,}/;

/** Parses Vitest's failures: the test, its message, and the position. */
export const parseVitest: ProblemParser = (rows) => {
  const found: FoundProblem[] = [];
  for (let row = 0; row < rows.length; row += 1) {
    const failed = FAILED.exec(rows[row] ?? "");
    if (failed === null) continue;
    let start = row + 1;
    // Equal failures are listed together, above the one error.
    while (FAILED.test(rows[start] ?? "")) start += 1;
    let end = start;
    while (end < rows.length && !END.test(rows[end] ?? "") && !FAILED.test(rows[end] ?? "")) end += 1;
    const story = rows.slice(start, end);
    const said = story.find((text) => text.trim() !== "") ?? "failed";
    const frame = ownFrame(story);
    for (let named = row; named < start; named += 1) {
      const [, file = "", test] = FAILED.exec(rows[named] ?? "") ?? [];
      found.push({
        row: named,
        endRow: end - 1,
        // The frame of the error if it is in the test's own file; otherwise the position in the test's file.
        file: frame?.file ?? file,
        ...positionOf(frame?.line, frame?.column),
        message: test === undefined ? said.trim() : `${test}: ${said.trim()}`,
        severity: "error",
      });
    }
    row = end - 1;
  }
  return found;
};
