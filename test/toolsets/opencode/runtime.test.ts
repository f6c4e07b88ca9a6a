import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createToolRuntime } from "../../../src/index.js";
import { codexToolset, opencodeToolset } from "../../../src/toolsets/index.js";

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-opencode-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const textOf = (result: { readonly content: readonly object[] }) =>
  result.content.map((part) => ("text" in part ? part.text : "")).join("\n");

describe("a runtime with the opencode toolset", () => {
  it("repairs what models send: numbers as text, null for what is left out", async () => {
    const cwd = await folderWith({ "a.txt": "one\ntwo\nthree\n" });
    await using runtime = createToolRuntime({ cwd, toolset: opencodeToolset });
    const input = { filePath: "a.txt", offset: "1", limit: null };
    const result = await runtime.execute({ id: "1", name: "read", input });
    expect(textOf(result)).toBe("<file>\n00002| two\n00003| three\n</file>");
    const loose = { pattern: "three", path: "undefined", include: null };
    expect(textOf(await runtime.execute({ id: "2", name: "grep", input: loose }))).toContain(
      "  Line 3: three",
    );
  });

  it("reads, searches and keeps its to-do list without asking, and asks for everything else", async () => {
    const cwd = await folderWith({ "a.txt": "one\n" });
    await using runtime = createToolRuntime({ cwd, toolset: opencodeToolset });
    const results = await runtime.executeBatch([
      { id: "1", name: "read", input: { filePath: "a.txt" } },
      { id: "2", name: "grep", input: { pattern: "one" } },
      { id: "3", name: "glob", input: { pattern: "*" } },
      { id: "4", name: "list", input: {} },
      {
        id: "5",
        name: "todowrite",
        input: { todos: [{ content: "a", status: "pending", priority: "low" }] },
      },
      { id: "6", name: "todoread", input: {} },
      { id: "7", name: "write", input: { content: "x", filePath: "b.txt" } },
      { id: "8", name: "edit", input: { filePath: "a.txt", oldString: "one", newString: "two" } },
      { id: "9", name: "bash", input: { command: "touch b.txt", description: "Makes a file" } },
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 6 }, () => "done"),
      ...Array.from({ length: 3 }, () => "blocked-on-user"),
    ]);
    expect(textOf(results[5] as never)).toContain('"content": "a"');
  });

  it("truncates a long result with the notice of the specification", async () => {
    const cwd = await folderWith({
      "a.txt": Array.from({ length: 60 }, (_, index) => `needle ${index} ${"x".repeat(1_900)}\n`).join(""),
    });
    await using runtime = createToolRuntime({ cwd, toolset: opencodeToolset });
    const result = await runtime.execute({ id: "1", name: "grep", input: { pattern: "needle" } });
    const text = textOf(result);
    expect(text).toMatch(/^Found 60 matches\n/);
    expect(text).toMatch(
      /\.\.\.\d+ bytes truncated\.\.\.\n\nThe tool call succeeded but the output was truncated\. Full output saved to: /,
    );
    expect(Buffer.byteLength(text)).toBeLessThan(52_000);
  });

  it("says what is wrong with an input in its own parameters", async () => {
    const cwd = await folderWith({});
    await using runtime = createToolRuntime({ cwd, toolset: opencodeToolset });
    const result = await runtime.execute({ id: "1", name: "edit", input: { filePath: "a.txt" } });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "invalid-input" } });
    expect(textOf(result)).toContain("oldString");
  });
});

describe("a runtime with the codex toolset", () => {
  it("takes a command as one text, and judges what it will run", async () => {
    const cwd = await folderWith({ "a.txt": "one\n" });
    await using runtime = createToolRuntime({
      cwd,
      toolset: codexToolset,
      permissions: { rules: [{ kind: "execute", command: "cat *", verdict: "allow" }] },
    });
    const call = (id: string, command: unknown) => ({ id, name: "shell", input: { command } });
    const results = await runtime.executeBatch([
      call("1", "cat a.txt"),
      call("2", ["bash", "-lc", "cat a.txt"]),
      call("3", ["cat", "a.txt"]),
      call("4", ["bash", "-lc", "cat a.txt; touch b.txt"]),
      call("5", ["sh", "-c", "touch b.txt"]),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "done",
      "done",
      "done",
      "blocked-on-user",
      "blocked-on-user",
    ]);
    for (const result of results.slice(0, 3)) expect(textOf(result)).toMatch(/\nOutput:\none\n$/);
  });
});
