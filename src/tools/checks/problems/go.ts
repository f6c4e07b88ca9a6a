import { byRow } from "./by-row.js";
import { type FoundProblem, type ProblemParser, positionOf } from "./check-problem.js";

/**
 * Parses the output of `go vet` and `go build`: `./main.go:5:2: undefined: x`, with the prefix `vet: ` where the code
 * does not compile.
 */
export const parseGo: ProblemParser = byRow({
  pattern: /^(?:vet: )?(\S.*?\.go):(\d+):(?:(\d+):)? (\S.*)$/,
  problem: ([, file = "", line, column, message = ""]) => ({
    file,
    ...positionOf(line, column),
    message,
    severity: "error",
  }),
});

/** `--- FAIL: TestAdd (0.00s)`, with the log of the test below it, indented further. */
const FAILED = /^( *)--- FAIL: (\S+) \([\d.]+s\)$/;

const LOGGED = /^( +)(\S.*?\.go):(\d+): (.*)$/;

/** Parses failed tests: each log message is a problem. */
export const parseGoTest: ProblemParser = (rows) => {
  const found: FoundProblem[] = [];
  let test: { readonly name: string; readonly depth: number } | undefined;
  for (const [row, text] of rows.entries()) {
    const failed = FAILED.exec(text);
    if (failed !== null) {
      test = { name: failed[2] ?? "", depth: (failed[1] ?? "").length };
      continue;
    }
    const logged = LOGGED.exec(text);
    if (logged === null || test === undefined || (logged[1] ?? "").length <= test.depth) {
      if (/^\S/.test(text)) test = undefined;
      continue;
    }
    const [, , file = "", line, said = ""] = logged;
    found.push({ row, file, ...positionOf(line), message: `${test.name}: ${said}`, severity: "error" });
  }
  return found;
};
