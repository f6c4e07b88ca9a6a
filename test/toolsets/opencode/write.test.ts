import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { read, write } from "./opencode-tools.js";

describe("write of the opencode toolset", () => {
  it("creates a file with its folders, its content just as given", async () => {
    const bench = await createWorkbench();
    const filePath = bench.path("src/deep/a.txt");
    const { result, text } = await bench.call(write, { content: "no line end", filePath });
    expect(await readFile(filePath, "utf8")).toBe("no line end");
    expect(text).toBe(`Created ${filePath}.`);
    expect(result).toEqual({
      title: filePath,
      metadata: { filepath: filePath, exists: false },
      output: text,
    });
  });

  it("replaces an existing file, and states it", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "old\n" });
    const { result, text } = await bench.call(write, { content: "", filePath: "a.txt" });
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("");
    expect(text).toBe(`Replaced the content of ${bench.path("a.txt")}.`);
    expect(result).toMatchObject({ metadata: { exists: true } });
  });

  it("leaves a file alone that was changed since it was read", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "one\n" });
    await bench.call(read, { filePath: "a.txt" });
    await writeFile(bench.path("a.txt"), "another\n");
    expect((await bench.callFailure(write, { content: "mine\n", filePath: "a.txt" })).code).toBe(
      "stale-file",
    );
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("another\n");
  });

  it("names guidance that is new to the session", async () => {
    const bench = await createWorkbench();
    await bench.write({ "AGENTS.md": "Use tabs.\n" });
    const { text } = await bench.call(write, { content: "a", filePath: "a.txt" });
    expect(text).toContain(`that is new to you: ${bench.path("AGENTS.md")}.`);
  });
});
