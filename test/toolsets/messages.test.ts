import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createToolRuntime, memoryBackend } from "../../src/index.js";

const FILES = {
  "/w/a.txt": "one\ntwo\nthree\n",
  "/w/notes.txt": "n\n",
  "/w/crlf.txt": "alpha\r\nbeta\r\ngamma\r\n",
  "/w/dir/x.txt": "x\n",
};

async function textOf(
  toolset: "amp" | "opencode" | "claude-code" | "gemini-cli",
  name: string,
  input: object,
): Promise<string> {
  await using runtime = createToolRuntime({
    toolset,
    cwd: "/w",
    backend: memoryBackend({ files: FILES }),
    permissions: "allow-all",
  });
  if (name === "edit_file") await runtime.execute({ id: "0", name: "Read", input: { path: "a.txt" } });
  const { content } = await runtime.execute({ id: "1", name, input });
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

describe("a message to the model", () => {
  it.each(["amp", "opencode", "claude-code"] as const)(
    "suggests only similar tools and files in %s",
    async (toolset) => {
      expect(await textOf(toolset, "Task", { prompt: "x" })).not.toContain("Did you mean");
      expect(await textOf(toolset, "Reed", { path: "a.txt" })).toMatch(/Did you mean '[Rr]ead'/);
      expect(await textOf(toolset, "Read", { path: "zz.txt" })).not.toContain("Did you mean");
      expect(await textOf(toolset, "Read", { path: "notes.md" })).toContain("Did you mean /w/notes.txt?");
    },
  );

  it.each(["amp", "opencode", "claude-code"] as const)(
    "names the line that is one character away instead of another file in %s",
    async (toolset) => {
      const read = { path: "a.txt", old_str: "twoo", new_str: "2" };
      const text = await textOf(toolset, "edit_file", read);
      expect(text).not.toContain("another file");
      expect(text).toMatch(/line 2/);
    },
  );

  it("does not warn about an edit that matches except for CRLF", async () => {
    const input = { path: "crlf.txt", old_str: "alpha\nbeta", new_str: "ALPHA\nBETA" };
    const text = await textOf("amp", "edit_file", input);
    expect(text).toMatch(/^Edited \/w\/crlf\.txt, lines 1-2\./);
    expect(text).not.toMatch(/matcher|Check the diff/);
  });

  it("names the parameter that deletes a folder only where the tool has it", async () => {
    expect(await textOf("amp", "delete_file", { path: "dir" })).toBe(
      "'/w/dir' is a folder with 1 entry. Nothing was removed. To remove it with everything in it, set recursive to true.",
    );
    expect(await textOf("claude-code", "DeleteFile", { file_path: "dir" })).toBe(
      "'/w/dir' is a folder with 1 entry. Nothing was removed. Delete its entries first, one by one.",
    );
  });

  it("ends each sentence with a full stop before a suggestion", async () => {
    expect(await textOf("amp", "delete_file", { path: "notes.md" })).toBe(
      "ENOENT: no such file or directory '/w/notes.md'. Did you mean /w/notes.txt?",
    );
  });

  it.each(["amp", "opencode", "claude-code"] as const)(
    "states one remedy for an invalid expression in %s, with parameters that exist",
    async (toolset) => {
      const text = await textOf(toolset, "Grep", { pattern: "foo(" });
      expect(text).not.toContain("literal option");
      expect(text.match(/literal/g)).toHaveLength(toolset === "amp" ? 2 : 1);
    },
  );

  it.each([
    ["amp", "Grep", "path"],
    ["opencode", "grep", "path"],
    ["claude-code", "Grep", "path"],
    ["gemini-cli", "grep_search", "dir_path"],
  ] as const)("treats a folder called undefined as omitted in %s", async (toolset, name, folder) => {
    for (const word of ["undefined", "null"]) {
      expect(await textOf(toolset, name, { pattern: "two", [folder]: word })).toContain("a.txt");
    }
  });

  it("about a limit of 0 states the number of files and not that there are none", async () => {
    const text = await textOf("amp", "glob", { filePattern: "*.txt", limit: 0 });
    expect(text).toBe("[3 more. To continue, set a limit above 0.]");
  });
});

describe("a remedy", () => {
  it.each([
    ["amp", "move_file", { source: "a.txt", destination: "notes.txt" }, / set overwrite to true\.$/],
    ["claude-code", "Move", { source: "a.txt", destination: "notes.txt" }, /Choose another name\.$/],
    ["amp", "task_list", { action: "get" }, /^taskID is missing\. The list is empty\./],
    ["amp", "delete_file", { path: "zz" }, /^ENOENT: no such file or directory '\/w\/zz'\.$/],
    [
      "gemini-cli",
      "read_file",
      { file_path: "a.txt", start_line: 3, end_line: 1 },
      /^end_line is 1, before start_line 3\. Both are numbers of lines, counted from 1\.$/,
    ],
    [
      "gemini-cli",
      "read_file",
      { file_path: "a.txt", start_line: 1.5 },
      /^start_line must be an integer, but it is 1\.5\.$/,
    ],
    [
      "gemini-cli",
      "read_file",
      { file_path: "a.txt", start_line: 9 },
      /has only 3 lines\. Use a start_line from 1 to 3\.\]$/,
    ],
  ] as const)("a remedy of %s %s %j names its own parameters", async (toolset, name, input, message) => {
    expect(await textOf(toolset, name, input)).toMatch(message);
  });

  it("asks once to read a file again", async () => {
    const text = await textOf("amp", "edit_file", {
      path: "a.txt",
      old_str: "absent words here",
      new_str: "x",
    });
    expect(text.match(/read (?:it|the file) again/gi)).toHaveLength(1);
  });
});

describe("a working directory called undefined", () => {
  it.each([
    ["amp", "Bash", { cmd: "pwd" }, "cwd"],
    ["opencode", "bash", { command: "pwd", description: "Shows" }, "workdir"],
    ["claude-code", "Bash", { command: "pwd" }, "cwd"],
    ["codex", "exec_command", { cmd: "pwd" }, "workdir"],
    ["gemini-cli", "run_shell_command", { command: "pwd" }, "dir_path"],
    ["amp", "list", {}, "path"],
    ["amp", "Check", { list: true }, "cwd"],
  ] as const)("counts as omitted in %s %s", async (toolset, name, input, folder) => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), "collet-messages-")));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    await using runtime = createToolRuntime({ toolset, cwd, permissions: "allow-all" });
    for (const word of ["undefined", "null"]) {
      const { status, content } = await runtime.execute({
        id: word,
        name,
        input: { ...input, [folder]: word },
      });
      expect(status).toBe("done");
      expect(JSON.stringify(content)).toContain(cwd);
    }
  });
});
