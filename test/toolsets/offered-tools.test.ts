import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { createToolRuntime, defineTool } from "../../src/index.js";
import { scriptedModel } from "../../src/testing/index.js";
import type { ToolsetName } from "../../src/toolsets/index.js";

/** A toolset, its tool that reads, and the names of its other tools. */
const READERS = [
  ["amp", "Read", "path"],
  ["opencode", "read", "filePath"],
  ["claude-code", "Read", "file_path"],
  ["gemini-cli", "read_file", "file_path"],
] as const;

const long = defineTool({
  name: "long",
  description: "Returns much text.",
  kind: "think",
  inputSchema: z.object({}),
  execute: () => "line\n".repeat(30_000),
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "collet-offered-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function folderWithFiles(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "binary.dat"), "a\0b");
  writeFileSync(join(folder, "large.txt"), "line\n".repeat(20_000));
  writeFileSync(join(folder, "wide.txt"), "x".repeat(9_000));
  writeFileSync(join(folder, "a.png"), Buffer.concat([PNG_HEAD, Buffer.alloc(4 * 1024 * 1024)]));
  mkdirSync(join(folder, "many"));
  for (let i = 0; i < 120; i++) writeFileSync(join(folder, "many", `${i}.txt`), "");
  return folder;
}

const PNG_HEAD = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** Returns the text that a model reads of a call in a mode with some tools. */
async function textIn(
  mode: { readonly toolset: ToolsetName; readonly cwd: string; readonly includeTools: readonly string[] },
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { toolset, cwd, includeTools } = mode;
  await using runtime = createToolRuntime({
    toolset,
    cwd,
    tools: [long],
    mode: { includeTools: [...includeTools] },
    model: scriptedModel([]),
    permissions: "allow-all",
  });
  const { content } = await runtime.execute({ id: "1", name, input });
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

describe("a message to the model", () => {
  it.each(READERS)("names no tool for %s in a mode with %s alone", async (toolset, read, path) => {
    const cwd = folderWithFiles();
    await using runtime = createToolRuntime({ toolset, cwd });
    const others = runtime.tools().map(({ name }) => name);
    const naming = new RegExp(`\\b(?:${others.filter((name) => name !== read).join("|")})\\b`);
    const mode = { toolset, cwd, includeTools: [read] };
    for (const file of ["binary.dat", "large.txt", "wide.txt", "a.png"]) {
      const text = await textIn(mode, read, { [path]: file });
      expect(text.replaceAll(cwd, "")).not.toMatch(naming);
    }
  });

  it("names the tools that the mode includes", async () => {
    const cwd = folderWithFiles();
    const mode = { toolset: "amp", cwd, includeTools: ["Read", "Bash"] } as const;
    expect(await textIn(mode, "Read", { path: "binary.dat" })).toContain("inspect it with Bash");
    expect(await textIn(mode, "Read", { path: "large.txt" })).not.toContain("Grep");
    expect(await textIn(mode, "Read", { path: "wide.txt" })).toContain("use Bash: sed -n");
  });

  it.each([
    [["long"], ""],
    [["long", "read"], "\nUse Read with offset/limit to view specific sections."],
    [["long", "grep"], "\nUse Grep to search the full content."],
    [
      ["long", "read", "grep"],
      "\nUse Grep to search the full content or Read with offset/limit to view specific sections.",
    ],
    [
      ["long", "task"],
      "\nLet a Task subagent search it with Grep, or Read it with offset/limit, and report back what matters.",
    ],
  ])("about truncation in opencode with the tools %j ends with %j", async (includeTools, advice) => {
    const text = await textIn({ toolset: "opencode", cwd: temporaryFolder(), includeTools }, "long", {});
    expect(text.slice(text.lastIndexOf("tool_")).replace(/^\S+/, "")).toBe(advice);
  });

  it("about a command with much output names only tools of the mode", async () => {
    const cwd = temporaryFolder();
    const command = "head -c 60000 /dev/zero | tr '\\0' x";
    const withGrep = { toolset: "claude-code", cwd, includeTools: ["Bash", "Grep"] } as const;
    expect(await textIn(withGrep, "Bash", { command })).toMatch(
      /All of it is in \S+: search it with Grep\.\]/,
    );
    const alone = { toolset: "gemini-cli", cwd, includeTools: ["run_shell_command"] } as const;
    expect(await textIn(alone, "run_shell_command", { command })).toMatch(/All of it is in \S+\.\]/);
    const amp = { toolset: "amp", cwd, includeTools: ["Bash", "Read"] } as const;
    expect(await textIn(amp, "Bash", { cmd: command })).toMatch(
      /The full output is in \S+: read a part of it with Read \(read_range\)\.\]/,
    );
  });

  it("about a failed edit names the tool that reads only if there is one", async () => {
    const cwd = folderWithFiles();
    const edit = { file_path: "large.txt", old_string: "absent words", new_string: "y" };
    const alone = { toolset: "gemini-cli", cwd, includeTools: ["replace"] } as const;
    expect(await textIn(alone, "replace", edit)).toContain("Read the file again and copy the text exactly");
    const both = { ...alone, includeTools: ["replace", "read_file"] };
    expect(await textIn(both, "replace", edit)).toContain("Read the file again with read_file and copy");
    const missing = { ...edit, file_path: "zzz.txt" };
    expect(await textIn(alone, "replace", missing)).not.toContain("write_file");
  });

  it("about a long list names the glob tool only if there is one", async () => {
    const cwd = folderWithFiles();
    const alone = { toolset: "amp", cwd, includeTools: ["list"] } as const;
    expect(await textIn(alone, "list", { path: "many" })).toContain(
      "To see more, list a folder further down, or leave something out with ignore.]",
    );
  });
});

describe("limits of a host in a toolset with limits of its own", () => {
  it("inherit the other limits and the notice of the toolset", async () => {
    const cwd = temporaryFolder();
    await using runtime = createToolRuntime({
      toolset: "opencode",
      cwd,
      tools: [long],
      truncation: { keep: "tail" },
    });
    const { content } = await runtime.execute({ id: "1", name: "long", input: {} });
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    expect(text.split("\n").filter((line) => line === "line")).toHaveLength(2_000);
    expect(text).toMatch(/^\.\.\.28000 lines truncated\.\.\./);
  });
});
