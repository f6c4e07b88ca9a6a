import { fileURLToPath } from "node:url";
import { BUILT } from "./run-example.js";
import { capture } from "./run-quickstart.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Runs the tests of the custom tool with the test runner of Node.
 *
 * @param args - the loader if the file needs one, and the file
 */
export function runCustomToolTests(
  args: readonly string[],
): Promise<{ readonly exitCode: number | null; readonly stdout: string }> {
  // If a surrounding test runner has set this variable, `node --test` reports to that runner and always exits with 0.
  const { NODE_TEST_CONTEXT: _, FORCE_COLOR: __, ...env } = process.env;
  const file = args.at(-1) ?? "";
  return capture([...args.slice(0, -1), "--test", "--test-reporter=tap", file], {
    cwd: ROOT,
    env: { ...env, TSX_TSCONFIG_PATH: BUILT },
  });
}
