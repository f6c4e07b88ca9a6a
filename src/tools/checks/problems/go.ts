import { byRow } from "./by-row.js";
import { type FoundProblem, type ProblemParser, placeOf } from "./check-problem.js";

/** What `go vet` and `go build` say: `./main.go:5:2: undefined: x`, with `vet: ` before it where it does not compile. */
export const parseGo: ProblemParser = byRow({
  pattern: /^(?:vet: )?(\S.*?\.go):(\d+):(?:(\d+):)? (\S.*)$/,
  problem: ([, file = "", line, column, message = ""]) => ({
    file,
    ...placeOf(line, column),
    message,
    severity: "error",
  }),
});

/** `--- FAIL: TestAdd (0.00s)`, with what the test logged below it, further in. */
const FAILED = /^( *)--- FAIL: (\S+) \([\d.]+s\)$/;

const LOGGED = /^( +)(\S.*?\.go):(\d+): (.*)$/;

/** Tests that failed: each thing they logged. */
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
    found.push({ row, file, ...placeOf(line), message: `${test.name}: ${said}`, severity: "error" });
  }
  return found;
};
