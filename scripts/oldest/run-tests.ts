import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Results of one test file. */
export interface FileResult {
  /** Path below `test`, with `/`. */
  readonly path: string;
  readonly passed: number;
  readonly skipped: number;
  /** Titles of the failed tests with the first line of their message, or the reason why the file could not be loaded. */
  readonly failures: readonly string[];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Longest run, in milliseconds: a version of a library may never end a test. */
const TIMEOUT_MS = 5 * 60_000;

/** Runs test files of a copy of the repository, and returns the result of each. */
export function runTests(folder: string, paths: readonly string[]): readonly FileResult[] {
  const report = join(folder, "report.json");
  const program = join(folder, "node_modules/vitest/vitest.mjs");
  const files = paths.map((path) => `test/${path}`);
  const options = [
    "run",
    "--root",
    folder,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const { stderr, stdout } = spawnSync(process.execPath, [program, ...options, ...files], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    timeout: TIMEOUT_MS,
    killSignal: "SIGTERM",
  });
  let text: string;
  try {
    text = readFileSync(report, "utf8");
  } catch {
    throw new Error(`The tests did not end:\n${stdout.slice(-4_000)}\n${stderr}`);
  }
  const { testResults } = JSON.parse(text) as Report;
  return testResults.map(({ name, message, status, assertionResults }) => {
    const ended = (wanted: string) => assertionResults.filter((each) => each.status === wanted);
    const failed = ended("failed").map(
      ({ fullName, failureMessages = [] }) => `${fullName}: ${firstLine(failureMessages[0] ?? "")}`,
    );
    const passed = ended("passed").length;
    const isBroken = status === "failed" && failed.length === 0;
    return {
      path: relative(join(folder, "test"), name).split(sep).join("/"),
      passed,
      skipped: assertionResults.length - passed - failed.length,
      failures: isBroken ? [`could not be loaded: ${firstLine(message)}`] : failed,
    };
  });
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
