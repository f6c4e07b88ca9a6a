import { type FoundProblem, type ProblemParser, placeOf } from "./check-problem.js";
import { ownFrame } from "./stack-frame.js";

/** ` FAIL  src/a.test.ts > adder > adds up`, with the name of a project before it, or for a whole file `[ src/b.test.ts ]`. */
const FAILED = /^ FAIL {2}(?:\|[^|]*\| )?(\S+)(?: > (.*)| \[ .* \])?$/;

/** Ends the story of one failure. */
const END = /^⎯{5,}/;

/** Vitest's failures: the test, what it said, and where. */
export const parseVitest: ProblemParser = (rows) => {
  const found: FoundProblem[] = [];
  for (let row = 0; row < rows.length; row += 1) {
    const failed = FAILED.exec(rows[row] ?? "");
    if (failed === null) continue;
    let start = row + 1;
    // Failures that are alike are named together, above the one error.
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
        // The frame of the error, where it is in the test's own file; else the place counts and the name says the rest.
        file: frame?.file ?? file,
        ...placeOf(frame?.line, frame?.column),
        message: test === undefined ? said.trim() : `${test}: ${said.trim()}`,
        severity: "error",
      });
    }
    row = end - 1;
  }
  return found;
};
