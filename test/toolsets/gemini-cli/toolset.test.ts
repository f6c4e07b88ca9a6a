import { describe, expect, it } from "vitest";
import { geminiCliToolset } from "../../../src/toolsets/index.js";
import { toolsetWorld } from "../toolset-world.js";

const world = () => toolsetWorld("gemini-cli");

describe("the gemini-cli toolset", () => {
  it("offers gemini-cli's tools with its parameters", () => {
    const shown = geminiCliToolset.tools.map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema.properties ?? {}),
      inputSchema.required ?? [],
    ]);
    expect(shown).toEqual([
      ["list_directory", ["dir_path", "ignore"], ["dir_path"]],
      ["read_file", ["file_path", "start_line", "end_line"], ["file_path"]],
      [
        "read_many_files",
        ["include", "exclude", "useDefaultExcludes", "file_filtering_options"],
        ["include"],
      ],
      [
        "grep_search",
        ["pattern", "dir_path", "include", "case_sensitive", "fixed_strings", "context", "after", "before"],
        ["pattern"],
      ],
      ["glob", ["pattern", "dir_path", "respect_git_ignore"], ["pattern"]],
      [
        "replace",
        ["file_path", "instruction", "old_string", "new_string", "allow_multiple"],
        ["file_path", "old_string", "new_string"],
      ],
      ["write_file", ["file_path", "content"], ["file_path", "content"]],
      ["run_shell_command", ["command", "description", "dir_path"], ["command"]],
      ["web_fetch", ["url"], ["url"]],
      ["google_web_search", ["query"], ["query"]],
      ["write_todos", ["todos"], ["todos"]],
      ["ask_user", ["questions", "answers"], ["questions"]],
      ["activate_skill", ["name"], ["name"]],
      ["invoke_agent", ["agent_name", "prompt"], ["agent_name", "prompt"]],
    ]);
  });

  it("reads without line numbers, and heads what is not all of a file", async () => {
    const { write, text } = await world();
    await write({ "a.txt": "one\ntwo\nthree\n", "long.txt": `${"x".repeat(3_000)}\n${"y\n".repeat(3_000)}` });
    expect(await text("read_file", { file_path: "a.txt" })).toBe("one\ntwo\nthree");
    expect(await text("read_file", { file_path: "a.txt", start_line: 2 })).toBe("two\nthree");
    expect(await text("read_file", { file_path: "a.txt", end_line: 2 })).toBe("one\ntwo");
    const lines = (await text("read_file", { file_path: "long.txt" })).split("\n");
    expect(lines[0]).toMatch(/^\[Not all of the file: lines 1-2000 of .* read from start_line 2001\.\]$/);
    expect(lines[2]).toBe(`${"x".repeat(2_000)}... [truncated]`);
  });

  it("names its own parameters in the note about a range after the end", async () => {
    const { write, text } = await world();
    await write({ "a.txt": "one\n" });
    expect(await text("read_file", { file_path: "a.txt", start_line: 9, end_line: 12 })).toMatch(
      /^\[The requested part starts at line 9, but .* has only 1 line\. Use a start_line from 1 to 1\.\]$/,
    );
  });

  it("replaces, everywhere with allow_multiple, and creates a file from an empty old_string", async () => {
    const { write, call, text, file } = await world();
    await write({ "a.txt": "x\nx\n" });
    const { error } = await call("replace", { file_path: "a.txt", old_string: "x", new_string: "y" });
    expect(error?.message).toContain("Use allow_multiple or provide more context.");
    const all = { file_path: "a.txt", old_string: "x", new_string: "y", allow_multiple: true };
    expect(await text("replace", all)).toMatch(
      /^Changed \/project\/a\.txt in 2 places, lines 1-2\.\ndiff --git/,
    );
    expect(await text("replace", { file_path: "b.txt", old_string: "", new_string: "new" })).toMatch(
      /^Created \/project\/b\.txt\.\n/,
    );
    expect(await file("b.txt")).toBe("new");
    const again = await call("replace", { file_path: "b.txt", old_string: "", new_string: "other" });
    expect(again.status).toBe("error");
    expect(await file("b.txt")).toBe("new");
  });

  it("groups what it finds by file", async () => {
    const { write, text } = await world();
    await write({ "a.txt": "one\nneedle\nthree\n", "b/c.txt": "needle\n" });
    expect(await text("search_file_content", { pattern: "NEEDLE", before: 1 })).toBe(
      "Found 2 matches\n---\nFile: a.txt\nL1- one\nL2: needle\n---\nFile: b/c.txt\nL1: needle\n---",
    );
    expect(await text("search_file_content", { pattern: "NEEDLE", case_sensitive: true })).toBe(
      "No matches found",
    );
    expect(await text("search_file_content", { pattern: "e.d", fixed_strings: true })).toBe(
      "No matches found",
    );
  });

  it("says when one file alone has more matches than are given", async () => {
    const { write, text } = await world();
    await write({ "a.txt": "hit\n".repeat(300) });
    const shown = await text("search_file_content", { pattern: "hit" });
    expect(shown).toMatch(/^Found 100 matches\n/);
    expect(shown).toContain("[There is more.");
  });

  it("lists one folder, folders first, without what is ignored", async () => {
    const { write, text } = await world();
    await write({ "b.txt": "", "z/inner.txt": "", "a.log": "" });
    expect(await text("list_directory", { dir_path: ".", ignore: ["*.log"] })).toBe(
      "Directory listing for /project:\n[DIR] z\nb.txt",
    );
  });

  it("finds ignored files on request", async () => {
    const { write, text } = await world();
    await write({ ".ignore": "out.txt\n", "in.txt": "", "out.txt": "" });
    expect(await text("glob", { pattern: "*.txt" })).toBe("/project/in.txt");
    expect(await text("glob", { pattern: "*.txt", respect_git_ignore: false })).toBe(
      "/project/in.txt\n/project/out.txt",
    );
  });

  it("describes a command without empty parts", async () => {
    const { text } = await world();
    expect(await text("run_shell_command", { command: "echo hi" })).toBe("Output: hi\n");
    expect(await text("run_shell_command", { command: "true" })).toBe("Output: (empty)");
    expect(await text("run_shell_command", { command: "echo oh >&2; exit 2" })).toBe(
      "Exit Code: 2\nOutput: oh\n",
    );
  });

  it("writes to-dos, and asks the user through the approval channel", async () => {
    const { text, call } = await world();
    const todos = [
      { description: "Read", status: "completed" },
      { description: "Write", status: "in_progress" },
    ];
    expect(await text("write_todos", { todos })).toBe(
      "Successfully updated the todo list. The current list is now:\n1. [completed] Read\n2. [in_progress] Write",
    );
    const questions = [{ question: "Why?", header: "Reason", type: "text" }];
    expect((await call("ask_user", { questions })).error?.errorCode).toBe("not-supported");
    const answers = [{ question: "Why?", answer: "Because." }];
    expect(await text("ask_user", { questions, answers })).toBe('{"answers":{"Why?":"Because."}}');
  });
});
