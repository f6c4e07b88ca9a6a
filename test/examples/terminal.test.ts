import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Terminal } from "../../examples/quickstart/terminal.js";

const PATCH = "===\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n";

function printed(isTTY: boolean): string {
  const out = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream & PassThrough;
  new Terminal(out, "/project").diff([PATCH]);
  return out.read().toString();
}

describe("Terminal", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("colours a diff on a terminal", () => {
    vi.stubEnv("NO_COLOR", "");
    expect(printed(true)).toContain("\u001B[31m-old\u001B[0m\n\u001B[32m+new\u001B[0m\n");
  });

  it("colours a diff into a pipe with FORCE_COLOR", () => {
    vi.stubEnv("NO_COLOR", "");
    vi.stubEnv("FORCE_COLOR", "1");
    expect(printed(false)).toContain("\u001B[32m+new\u001B[0m");
  });

  it.each([
    ["into a pipe", false, ""],
    ["with NO_COLOR", true, "1"],
  ])("prints a diff without colours %s", (_where, isTTY, noColor) => {
    vi.stubEnv("NO_COLOR", noColor);
    vi.stubEnv("FORCE_COLOR", noColor);
    expect(printed(isTTY)).toBe("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n");
  });
});
