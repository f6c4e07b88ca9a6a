import { type FoundProblem, type ProblemParser, positionOf } from "./check-problem.js";
import { ownFrame } from "./stack-frame.js";

/** `FAIL ./a.test.js`, with the project's name before it and the time after it. */
const FILE = /^(?:PASS|FAIL) (?:[^./\s]+ )?(\S+)(?: \([\d.]+ m?s\))?$/;

const TEST = /^ {2}● (.+)$/;

/** Expected and received values, below an `expect`. */
const COMPARED = /^ {4}((?:Expected|Received)[^:]*: .*)$/;

/** Parses Jest's failures: the test, its message, and the position. */
export const parseJest: ProblemParser = (rows) => {
  const found = new Map<string, FoundProblem>();
  let file: string | undefined;
  for (const [row, text] of rows.entries()) {
    file = FILE.exec(text)?.[1] ?? file;
    const test = TEST.exec(text)?.[1];
    if (test === undefined || file === undefined) continue;
    let end = row + 1;
    while (end < rows.length && !TEST.test(rows[end] ?? "") && !/^\S/.test(rows[end] ?? "")) end += 1;
    const story = rows.slice(row + 1, end);
    const said = story.find((each) => each.trim() !== "");
    // Console output looks like a failure, but has an origin instead of an error.
    if (said === undefined || test.startsWith("Console")) continue;
    const compared = story.flatMap((each) => COMPARED.exec(each)?.[1] ?? []).slice(0, 2);
    const frame = ownFrame(story);
    const problem: FoundProblem = {
      row,
      endRow: end - 1,
      file: frame?.file ?? file,
      ...positionOf(frame?.line, frame?.column),
      message: [`${test}: ${said.trim()}`, ...compared].join("; "),
      severity: "error",
    };
    // The summary of a long run repeats each failure.
    const key = `${problem.file}:${problem.line}:${problem.message}`;
    if (!found.has(key)) found.set(key, problem);
  }
  return [...found.values()];
};
