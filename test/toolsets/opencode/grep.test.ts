import { utimes } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createWorkbench, type Workbench } from "../../tools/workbench.js";
import { grep } from "./opencode-tools.js";

/** Gives files times of change, the first named the newest. */
async function inOrder(bench: Workbench, names: readonly string[]): Promise<void> {
  for (const [age, name] of names.entries()) {
    await utimes(bench.path(name), 1_700_000_000 - age, 1_700_000_000 - age);
  }
}

describe("grep of the opencode toolset", () => {
  it("returns the format of the specification, newest files first", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "x\nneedle one\n\nneedle two\n", "src/b.ts": "needle three\n" });
    await inOrder(bench, ["src/b.ts", "a.ts"]);
    const { result, text } = await bench.call(grep, { pattern: "needle" });
    expect(text).toBe(
      [
        "Found 3 matches",
        "",
        `${bench.path("src/b.ts")}:`,
        "  Line 1: needle three",
        "",
        `${bench.path("a.ts")}:`,
        "  Line 2: needle one",
        "  Line 4: needle two",
      ].join("\n"),
    );
    expect(result).toEqual({ title: "needle", metadata: { matches: 3, truncated: false }, output: text });
  });

  it("takes case as it is, and searches where path and include say", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/a.ts": "Needle\nneedle\n", "src/a.md": "needle\n", "b.ts": "needle\n" });
    const { text } = await bench.call(grep, { pattern: "needle", path: "src", include: "*.{ts,tsx}" });
    expect(text).toBe(`Found 1 matches\n\n${bench.path("src/a.ts")}:\n  Line 2: needle`);
  });

  it("searches a single file when path names one", async () => {
    const bench = await createWorkbench();
    await bench.write({ "src/a.ts": "needle\n", "src/b.ts": "needle\n" });
    const { text } = await bench.call(grep, { pattern: "needle", path: "src/a.ts" });
    expect(text).toBe(`Found 1 matches\n\n${bench.path("src/a.ts")}:\n  Line 1: needle`);
  });

  it("searches hidden files, but neither .git nor what holds secrets", async () => {
    const bench = await createWorkbench();
    await bench.write({
      ".config": "needle\n",
      ".git/x": "needle\n",
      "lib/.git/y": "needle\n",
      ".env": "needle\n",
    });
    const { text } = await bench.call(grep, { pattern: "needle" });
    expect(text).toBe(`Found 1 matches\n\n${bench.path(".config")}:\n  Line 1: needle`);
  });

  it("returns at most 100 matches, all of one file if necessary, and states that there are more", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "needle\n".repeat(100), "b.ts": "needle\n" });
    await inOrder(bench, ["a.ts", "b.ts"]);
    const full = await bench.call(grep, { pattern: "needle", path: "a.ts" });
    expect(full.text).toMatch(/^Found 100 matches\n[\s\S]* {2}Line 100: needle$/);
    const cut = await bench.call(grep, { pattern: "needle" });
    expect(cut.text).toMatch(
      /^Found 100 matches\n[\s\S]* {2}Line 100: needle\n\n\(There are more; [^\n]*\)$/,
    );
    expect(cut.result).toMatchObject({ metadata: { matches: 100, truncated: true } });
  });

  it("cuts a line at 2,000 characters", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": `${"x".repeat(3_000)}\n` });
    const { text } = await bench.call(grep, { pattern: "x" });
    expect(text.split("\n").at(-1)).toBe(`  Line 1: ${"x".repeat(2_000)}...`);
  });

  it("answers 'No files found' when there is nothing", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "x\n" });
    expect((await bench.call(grep, { pattern: "needle" })).text).toBe("No files found");
  });

  it("refuses an empty pattern, and explains how to search literally for an invalid one", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "x\n" });
    expect((await bench.callFailure(grep, { pattern: "" })).code).toBe("invalid-input");
    const bad = await bench.callFailure(grep, { pattern: "foo(" });
    expect(bad.code).toBe("invalid-pattern");
    expect(bad.message).toContain("search again with a \\ before each character that is not to be special");
  });
});
