import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { raiseVersion } from "../../examples/custom-tool/raise-version.js";
import { compiledExamples } from "./compiled-examples.js";
import { runCustomToolTests } from "./run-custom-tool-tests.js";

describe("examples/custom-tool", () => {
  it("passes the conformance suite and its own tests", async () => {
    const { exitCode, stdout } = await runCustomToolTests([
      join(compiledExamples(), "custom-tool", "bump-version.test.js"),
    ]);
    expect(stdout).toMatch(/^ {4}ok \d+ - declares every path it accesses$/m);
    expect(stdout).toMatch(/^ {4}ok \d+ - raises the minor version and changes nothing else$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
    expect(exitCode).toBe(0);
  });
});

describe("raiseVersion", () => {
  it("changes only the first version", () => {
    const text = '{"version":"0.9.9","deps":{"version":"3.0.0"}}';
    expect(raiseVersion(text, "patch")).toEqual({
      text: '{"version":"0.9.10","deps":{"version":"3.0.0"}}',
      from: "0.9.9",
      to: "0.9.10",
    });
  });

  it("returns undefined for a version that is not three numbers", () => {
    expect(raiseVersion('{"version":"workspace"}', "major")).toBeUndefined();
  });
});
