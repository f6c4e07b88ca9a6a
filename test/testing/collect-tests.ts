import type { TestRunner } from "../../src/testing/index.js";

/** A declared test, ready to be run. */
export interface CollectedTest {
  readonly title: string;
  readonly body: () => Promise<void>;
}

/** A test runner that runs nothing by itself: what a suite declares is run, and judged, by a test of the suite. */
export function collectTests(declare: (runner: TestRunner) => void): readonly CollectedTest[] {
  const tests: CollectedTest[] = [];
  declare({
    describe: (_title, body) => body(),
    it: (title, body) => tests.push({ title, body }),
  });
  return tests;
}

/** Runs every test, all at once as each has a place of its own; the messages of those that fail, by title. */
export async function failuresOf(tests: readonly CollectedTest[]): Promise<Record<string, string>> {
  const failures: Record<string, string> = {};
  await Promise.all(
    tests.map(({ title, body }) =>
      body().catch((error: Error) => {
        failures[title] = error.message;
      }),
    ),
  );
  return failures;
}
