import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckProblem } from "../../../src/tools/checks/problems/check-problem.js";
import { parseProblems } from "../../../src/tools/checks/problems/parse-problems.js";
import { startStopwatch } from "../../processor-time.js";
import { OUTPUTS } from "./tool-outputs.js";

const FOLDER = "/work/project";

/** `file:line:column severity rule message`, which keeps a table readable. */
function shown({ file, line, column, severity, rule, message }: CheckProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return `${place} ${severity} ${rule ?? "-"} ${message}`;
}

describe("problems in the output of a tool", () => {
  it.each(Object.entries(OUTPUTS))(
    "parses the problems in the output of %s",
    (_tool, { output, problems }) => {
      expect(parseProblems(output, FOLDER).map(shown)).toEqual(problems);
    },
  );

  it("parses the output of several tools that one script runs, in order", () => {
    const output = ["> eslint . && tsc", OUTPUTS["eslint stylish"]?.output, OUTPUTS.tsc?.output].join("\n");
    expect(parseProblems(output, FOLDER).map(shown)).toEqual([
      ...(OUTPUTS["eslint stylish"]?.problems ?? []),
      ...(OUTPUTS.tsc?.problems ?? []),
    ]);
  });

  it("returns each problem once, however often it is printed", () => {
    const twice = `${OUTPUTS.tsc?.output}\n${OUTPUTS.tsc?.output}`;
    expect(parseProblems(twice, FOLDER).map(shown)).toEqual(OUTPUTS.tsc?.problems);
  });

  it("limits a message to 500 characters without splitting a character", () => {
    const [problem] = parseProblems(`a.ts(1,1): error TS1: ${"😀".repeat(480)}`, FOLDER);
    expect(problem?.message.length).toBeLessThanOrEqual(500);
    // Throws for half of a surrogate pair.
    expect(encodeURIComponent(problem?.message ?? "")).not.toBe("");
    expect(problem?.message.endsWith("…")).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["prose", "All good.\n12:30:45 done\nsee http://localhost:8080/a:1:2\n✓ 12 tests"],
    ["a stack", "    at run (node:internal/process:1:2)\n    at file.js:1:2"],
    ["a torn JSON row", '[{"filePath":"/a.js","messages":[{"ruleId":'],
    [
      "JSON of another shape",
      '[{"filePath":1,"messages":{}}]\n{"file": "a.py", "line": "x"}\n{"reason":"compiler-message","message":7}',
    ],
  ])("finds no problems in %s", (_what, output) => {
    expect(parseProblems(output, FOLDER)).toEqual([]);
  });

  it("never throws on any text, and returns numeric positions", () => {
    const piece = fc.constantFrom(
      ...Object.values(OUTPUTS).flatMap(({ output }) => output.split("\n")),
      "::error file=::",
      "[{",
      "E   ",
      "___ x ___",
      " FAIL  ",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (rows) => {
        for (const { file, line, column } of parseProblems(rows.join("\n"), FOLDER)) {
          expect(file).not.toBe("");
          for (const number of [line, column])
            expect(number === undefined || Number.isInteger(number)).toBe(true);
        }
      }),
    );
  });

  it.each([
    ["blanks", ` 1:1 error ${" ".repeat(900)}x`],
    ["stories of Rust that never end", "error: x\n --> a.rs:1:1"],
    ["colons", ":".repeat(900)],
    ["words", `a${":1".repeat(400)}`],
    ["headers of Pytest", `${"_".repeat(300)} a`],
    ["frames", ` FAIL  a\n at ${"(".repeat(900)}`],
  ])("parses a megabyte of %s within two seconds of processor time", (_what, unit) => {
    const output = `${unit}\n`.repeat(Math.ceil(1_048_576 / (unit.length + 1)));
    const elapsedMs = startStopwatch();
    parseProblems(output, FOLDER);
    expect(elapsedMs()).toBeLessThan(2_000);
  });
});
