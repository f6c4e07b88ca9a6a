import type { TestRunner } from "../../src/testing/index.js";

/** A declared test that has not run. */
export interface CollectedTest {
  readonly title: string;
  readonly body: () => Promise<void>;
}

/** Collects the tests that a suite declares without running them, so that a test of the suite can run and check them. */
export function collectTests(declare: (runner: TestRunner) => void): readonly CollectedTest[] {
  const tests: CollectedTest[] = [];
  declare({
    describe: (_title, body) => body(),
    it: (title, body) => tests.push({ title, body }),
  });
  return tests;
}

/** Runs all tests in parallel, because each has its own workspace, and returns the messages of failed ones by title. */
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
