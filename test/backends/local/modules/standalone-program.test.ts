import process from "node:process";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isStandaloneProgram } from "../../../../src/backends/local/modules/standalone-program.js";
import { createToolRuntime } from "../../../../src/index.js";
import { discoveryFolder } from "../../../registry/discovery/discovery-folder.js";

/** Discovers a folder with one module that reports the variables of the process in which it is tried. */
async function problemsOf(): Promise<readonly { readonly code: string; readonly reason: string }[]> {
  const folder = await discoveryFolder({
    "tool/reporting.mjs":
      "throw new Error('tried ' + process.env.BUN_BE_BUN + ' ' + process.env.COLLET_MODULE_TRIAL);",
  });
  await using runtime = createToolRuntime({ cwd: folder });
  const { problems } = await runtime.discover(folder, { trust: "trusted", timeoutMs: 30_000 });
  return problems;
}

describe("a host in a program that contains its own code", () => {
  it.each([
    ["deno compile", () => vi.stubGlobal("Deno", { build: { standalone: true } }), true],
    ["Deno itself", () => vi.stubGlobal("Deno", { build: { standalone: false } }), false],
    ["pkg", () => Object.assign(process, { pkg: {} }), true],
    ["Node itself", () => {}, false],
  ] as const)("says so: %s", (_, pretend, expected) => {
    onTestFinished(() => {
      vi.unstubAllGlobals();
      Reflect.deleteProperty(process, "pkg");
    });
    pretend();
    expect(isStandaloneProgram()).toBe(expected);
  });

  it("tries a module as a runtime of JavaScript if Bun compiled the program", async () => {
    const [problem] = await problemsOf();
    expect(problem?.reason).toContain("tried 1 1");
  });

  it("tries no module when it was started as a trial, so that no host starts itself again and again", async () => {
    process.env.COLLET_MODULE_TRIAL = "1";
    onTestFinished(() => {
      delete process.env.COLLET_MODULE_TRIAL;
    });
    expect(await problemsOf()).toEqual([
      expect.objectContaining({
        code: "import-failed",
        reason: expect.stringContaining("was started to try a module"),
      }),
    ]);
  });
});
