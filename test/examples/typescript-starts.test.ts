import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { expectRepaired } from "./expect-repaired.js";
import { runCustomToolTests } from "./run-custom-tool-tests.js";
import { runQuickstart, TSX } from "./run-quickstart.js";

// The commands of the READMEs, word for word. They are heavy because tsx compiles all imports. The other tests of the examples
// run the same files compiled.
describe("npm start", () => {
  it("ends with passing tests of the sample, exit code 0 and no temporary folder", async () => {
    expectRepaired(await runQuickstart({ program: "tsx" }));
  });

  it("stops at Ctrl-C, which the terminal sends to tsx and to the example", async () => {
    const { exitCode, stdout, stderr, leftBehind } = await runQuickstart({
      program: "tsx",
      interruptAt: "start  Bash",
    });
    expect(stdout).toMatch(/cancelled {2}Bash/);
    expect(stderr).toContain("The demo failed: interrupted");
    expect(exitCode).toBe(1);
    expect(leftBehind).toEqual([]);
  });
});

describe("npx tsx --test examples/custom-tool/bump-version.test.ts", () => {
  it("passes the conformance suite and its own tests", async () => {
    const file = fileURLToPath(new URL("../../examples/custom-tool/bump-version.test.ts", import.meta.url));
    const { exitCode, stdout } = await runCustomToolTests([TSX, file]);
    expect(stdout).toMatch(/^ {4}ok \d+ - declares every path it accesses$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
    expect(exitCode).toBe(0);
  });
});
