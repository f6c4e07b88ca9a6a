import { type FoundProblem, type ProblemParser, placeOf } from "./check-problem.js";
import { ownFrame } from "./stack-frame.js";

/** `FAIL ./a.test.js`, with the name of a project before it and the time behind it. */
const FILE = /^(?:PASS|FAIL) (?:[^./\s]+ )?(\S+)(?: \([\d.]+ m?s\))?$/;

const TEST = /^ {2}● (.+)$/;

/** What was expected and what came, below an `expect`. */
const COMPARED = /^ {4}((?:Expected|Received)[^:]*: .*)$/;

/** Jest's failures: the test, what it said, and where. */
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
    // A note on the console looks like a failure, but says where it came from and not what went wrong.
    if (said === undefined || test.startsWith("Console")) continue;
    const compared = story.flatMap((each) => COMPARED.exec(each)?.[1] ?? []).slice(0, 2);
    const frame = ownFrame(story);
    const problem: FoundProblem = {
      row,
      endRow: end - 1,
      file: frame?.file ?? file,
      ...placeOf(frame?.line, frame?.column),
      message: [`${test}: ${said.trim()}`, ...compared].join("; "),
      severity: "error",
    };
    // The summary of a long run tells each failure again.
    const key = `${problem.file}:${problem.line}:${problem.message}`;
    if (!found.has(key)) found.set(key, problem);
  }
  return [...found.values()];
};
