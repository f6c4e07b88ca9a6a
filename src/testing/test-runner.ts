/**
 * The two functions of a test runner that the suites need: those of vitest, jest, mocha or `node:test`.
 *
 * A test fails by rejecting with an `Error` whose message states the problem.
 */
export interface TestRunner {
  describe(title: string, body: () => void): unknown;
  it(title: string, body: () => Promise<void>): unknown;
}
