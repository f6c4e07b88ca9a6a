import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { raiseVersion } from "../../examples/custom-tool/raise-version.js";
import { BUILT } from "./run-example.js";
import { capture } from "./run-quickstart.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

describe("examples/custom-tool", () => {
  it("is green when it runs as its README says, with the tests of the suite and its own", async () => {
    // Set by a test runner around us, it would make `node --test` report to that runner and always exit with 0.
    const { NODE_TEST_CONTEXT: _, FORCE_COLOR: __, ...env } = process.env;
    const tsx = join(ROOT, "node_modules/tsx/dist/cli.mjs");
    const file = join(ROOT, "examples/custom-tool/bump-version.test.ts");
    const { exitCode, stdout } = await capture([tsx, "--test", "--test-reporter=tap", file], {
      cwd: ROOT,
      env: { ...env, TSX_TSCONFIG_PATH: BUILT },
    });
    expect(stdout).toMatch(/^ {4}ok \d+ - declares every path it touches$/m);
    expect(stdout).toMatch(/^ {4}ok \d+ - raises the minor version and changes nothing else$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
    expect(exitCode).toBe(0);
  });
});

describe("raiseVersion", () => {
  it("touches the first version only", () => {
    const text = '{"version":"0.9.9","deps":{"version":"3.0.0"}}';
    expect(raiseVersion(text, "patch")).toEqual({
      text: '{"version":"0.9.10","deps":{"version":"3.0.0"}}',
      from: "0.9.9",
      to: "0.9.10",
    });
  });

  it("finds none in a version of words", () => {
    expect(raiseVersion('{"version":"workspace"}', "major")).toBeUndefined();
  });
});
