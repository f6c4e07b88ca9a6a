import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createToolRuntime, defineTool, memoryBackend } from "../../src/index.js";
import { scriptedModel } from "../../src/testing/index.js";
import { claudeCodeToolset, toolGuidance } from "../../src/toolsets/index.js";
import { compactResults } from "../../src/truncation/index.js";
import { toolsetWorld } from "../toolsets/toolset-world.js";

// Follows the Claude Code specification "Built-in Tools" from top to bottom, one test for each statement.

const world = () => toolsetWorld("claude-code");
const tool = (name: string) => claudeCodeToolset.tools.find((each) => each.name === name);

const deferred = (name: string, description: string) =>
  defineTool({
    name,
    description,
    kind: "read",
    deferred: true,
    inputSchema: z.object({ to: z.string().describe("Whom") }),
    execute: () => `ran ${name}`,
  });
const DEFERRED = [
  deferred("slack_send", "Sends a message to Slack."),
  ...Array.from({ length: 9 }, (_, index) => deferred(`report_${index}`, "Sends a report.")),
];

function runtimeWithDeferred() {
  return createToolRuntime({
    toolset: "claude-code",
    cwd: "/w",
    backend: memoryBackend({ files: { "/w/a": "" } }),
    tools: DEFERRED,
  });
}

describe("Claude Code built-in tools: the table of tools", () => {
  it.each(["Read", "Write", "Edit", "Bash", "Grep", "Glob", "Spawn"])("contains %s", (name) => {
    expect(tool(name)?.name).toBe(name);
  });

  it("runs Read, Grep and Glob concurrently and Write, Edit and Bash one after the other", async () => {
    await using runtime = createToolRuntime({
      toolset: "claude-code",
      cwd: "/w",
      backend: memoryBackend({ files: { "/w/a": "a", "/w/b": "b" } }),
    });
    const { calls } = await runtime.plan([
      { id: "1", name: "Read", input: { file_path: "a" } },
      { id: "2", name: "Grep", input: { pattern: "x" } },
      { id: "3", name: "Glob", input: { pattern: "*" } },
      { id: "4", name: "Bash", input: { command: "true" } },
      { id: "5", name: "Write", input: { file_path: "a", content: "" } },
      { id: "6", name: "Edit", input: { file_path: "a", old_string: "x", new_string: "y" } },
    ]);
    const waits = Object.fromEntries(calls.map(({ callId, waitsFor }) => [callId, waitsFor.length > 0]));
    expect(waits).toEqual({ 1: false, 2: false, 3: false, 4: true, 5: true, 6: true });
  });
});

describe("Claude Code built-in tools: Read, Write and Edit", () => {
  it("read parts of files, with line numbers", async () => {
    const { text, write } = await world();
    await write({ "a.txt": "a\nb\nc\n" });
    expect(await text("Read", { file_path: "a.txt", offset: 2, limit: 1 })).toMatch(/^ {5}2\tb/);
  });

  it("recognise binary files", async () => {
    const { call, write } = await world();
    await write({ "a.bin": Buffer.from([1, 0, 2]) });
    expect(await call("Read", { file_path: "a.bin" })).toMatchObject({ error: { errorCode: "binary-file" } });
  });

  it("write into new directories", async () => {
    const { call, file } = await world();
    await call("Write", { file_path: "a/b/c.txt", content: "x" });
    expect(await file("a/b/c.txt")).toBe("x");
  });

  it("refuse several matches unless replace_all is set", async () => {
    const { call, file, write } = await world();
    await write({ "a.txt": "x\nx\n" });
    await call("Read", { file_path: "a.txt" });
    const edit = { file_path: "a.txt", old_string: "x", new_string: "y" };
    expect(await call("Edit", edit)).toMatchObject({ status: "error" });
    await call("Edit", { ...edit, replace_all: true });
    expect(await file("a.txt")).toBe("y\ny\n");
  });
});

describe("Claude Code built-in tools: Bash", () => {
  it("returns exit code, stdout and stderr", async () => {
    const { call } = await world();
    const result = await call("Bash", { command: "echo out; echo err >&2; exit 4" });
    expect(result).toMatchObject({ status: "done", result: { exitCode: 4 } });
    expect(JSON.stringify(result.content)).toMatch(/out[\s\S]*err/);
  });

  it("ends a command after its timeout: 120 seconds by default, 600 at most", async () => {
    const { call } = await world();
    expect(tool("Bash")?.inputSchema).toMatchObject({
      properties: { timeout: { description: expect.stringMatching(/default 120000, at most 600000/) } },
    });
    expect(await call("Bash", { command: "sleep 9", timeout: 50 })).toMatchObject({
      result: { ended: "timeout" },
    });
  });
});

describe("Claude Code built-in tools: Grep and Glob", () => {
  it("filters by glob and case", async () => {
    const { text, write } = await world();
    await write({ "a.ts": "Hit\n", "b.js": "hit\n" });
    expect(await text("Grep", { pattern: "hit", "-i": true, glob: "*.ts" })).toMatch(/a\.ts:1:Hit$/);
  });

  it("returns at most 250 lines of Grep", async () => {
    const { text, write } = await world();
    await write({ "a.txt": "hit\n".repeat(300) });
    expect((await text("Grep", { pattern: "hit" })).match(/a\.txt:\d+:hit/g)).toHaveLength(250);
  });

  it("omits ignored files, and hidden ones without their dot, from Glob but not from ListDir", async () => {
    const { text, write } = await world();
    await write({ ".gitignore": "out/\n", "out/a.ts": "", ".ci/b.ts": "", "c.ts": "" });
    expect(await text("Glob", { pattern: "**/*.ts" })).toBe("/project/c.ts");
    expect(await text("Glob", { pattern: ".ci/*.ts" })).toBe("/project/.ci/b.ts");
    expect(await text("ListDir", { path: "." })).toMatch(/\.ci\/\n(.|\n)*out\//);
  });

  it("returns at most 100 files of Glob, newest first", async () => {
    const { text, write } = await world();
    await write(Object.fromEntries(Array.from({ length: 110 }, (_, index) => [`${index}.rs`, ""])));
    const rows = (await text("Glob", { pattern: "**/*.rs" }))
      .split("\n")
      .filter((row) => row.endsWith(".rs"));
    expect([rows.length, rows[0], rows[99]]).toEqual([100, "/project/0.rs", "/project/99.rs"]);
  });
});

describe("Claude Code built-in tools: Spawn", () => {
  it("runs subagents for tasks and returns their answers in order", async () => {
    const model = scriptedModel((_results, { messages }) => ({
      says: JSON.stringify(messages).includes("first") ? "one" : "two",
    }));
    await using runtime = createToolRuntime({
      toolset: "claude-code",
      cwd: "/w",
      backend: memoryBackend({ files: { "/w/a": "" } }),
      model,
      permissions: "allow-all",
    });
    const { content, status } = await runtime.execute({
      id: "1",
      name: "Spawn",
      input: { tasks: [{ prompt: "first" }, { prompt: "second" }] },
    });
    expect([status, JSON.stringify(content)]).toEqual(["done", expect.stringMatching(/one[\s\S]*two/)]);
  });
});

describe("Claude Code built-in tools: ToolSearch", () => {
  it("lists deferred tools by name only, until their schemas are loaded", async () => {
    await using runtime = runtimeWithDeferred();
    expect(runtime.tools().some(({ name }) => name === "slack_send")).toBe(false);
    expect(runtime.tools().find(({ name }) => name === "ToolSearch")?.description).toContain("slack_send");
    await runtime.execute({ id: "1", name: "ToolSearch", input: { query: "select:slack_send" } });
    expect(runtime.tools().find(({ name }) => name === "slack_send")?.inputSchema.required).toEqual(["to"]);
    expect(await runtime.execute({ id: "2", name: "slack_send", input: { to: "me" } })).toMatchObject({
      result: "ran slack_send",
    });
  });

  it("finds the best matches of keywords, five by default", async () => {
    await using runtime = runtimeWithDeferred();
    const { content } = await runtime.execute({
      id: "1",
      name: "ToolSearch",
      input: { query: "slack send" },
    });
    expect(JSON.stringify(content)).toContain("slack_send");
    await using other = runtimeWithDeferred();
    await other.execute({ id: "1", name: "ToolSearch", input: { query: "report" } });
    expect(other.tools().filter(({ name }) => name.startsWith("report_"))).toHaveLength(5);
  });
});

describe("Claude Code built-in tools: how it works", () => {
  it("truncates the output of tools", async () => {
    const { text, write } = await world();
    await write({ "a.txt": `${"x".repeat(300)}\n`.repeat(3_000) });
    expect((await text("Bash", { command: "cat a.txt" })).length).toBeLessThan(110_000);
  });

  it("compacts old tool outputs", async () => {
    await using runtime = createToolRuntime({
      cwd: "/w",
      backend: memoryBackend({ files: { "/w/a": "word ".repeat(9_000) } }),
      toolset: "claude-code",
    });
    const old = await runtime.execute({ id: "1", name: "Read", input: { file_path: "a" } });
    const { results } = await compactResults([old, old], {
      keepRecent: 1,
      maxTokens: 1,
      outputs: runtime.outputs(),
    });
    expect(JSON.stringify(results[0]?.content).length).toBeLessThan(JSON.stringify(old.content).length);
    expect(results[1]).toBe(old);
  });

  it("describes each tool and prefers Grep to Bash for searches in the guidance", () => {
    for (const { description } of claudeCodeToolset.tools) expect(description.length).toBeGreaterThan(40);
    expect(toolGuidance(claudeCodeToolset.tools)).toMatch(/`Grep`, not `Bash`/);
  });
});
