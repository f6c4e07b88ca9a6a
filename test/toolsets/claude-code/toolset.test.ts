import { describe, expect, expectTypeOf, it } from "vitest";
import { createToolRuntime } from "../../../src/index.js";
import {
  type ClaudeCodeBackgroundResult,
  type ClaudeCodeBashResult,
  claudeCodeToolset,
} from "../../../src/toolsets/index.js";
import { toolsetWorld } from "../toolset-world.js";

/** The smallest PNG. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const tools = new Map(claudeCodeToolset.tools.map((tool) => [tool.name as string, tool]));
const world = () => toolsetWorld("claude-code");

describe("the claude-code toolset", () => {
  it("offers the tools of Claude Code, with their parameters", () => {
    const shown = claudeCodeToolset.tools.map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema.properties ?? {}),
      inputSchema.required ?? [],
    ]);
    expect(shown).toEqual([
      ["Read", ["file_path", "offset", "limit", "pages"], ["file_path"]],
      ["Write", ["file_path", "content"], ["file_path", "content"]],
      [
        "Edit",
        ["file_path", "old_string", "new_string", "replace_all"],
        ["file_path", "old_string", "new_string"],
      ],
      ["MultiEdit", ["file_path", "edits"], ["file_path", "edits"]],
      [
        "NotebookEdit",
        ["notebook_path", "cell_id", "new_source", "cell_type", "edit_mode"],
        ["notebook_path", "new_source"],
      ],
      ["Bash", ["command", "timeout", "description", "cwd", "run_in_background"], ["command"]],
      ["PowerShell", ["command", "timeout", "description", "cwd", "run_in_background"], ["command"]],
      [
        "Grep",
        [
          ...["pattern", "path", "glob", "output_mode", "-i", "-A", "-B", "-C", "-n", "-o", "head_limit"],
          ...["offset", "type", "multiline"],
        ],
        ["pattern"],
      ],
      ["Glob", ["pattern", "path"], ["pattern"]],
      ["ListDir", ["path"], []],
      ["Move", ["source", "destination"], ["source", "destination"]],
      ["DeleteFile", ["file_path"], ["file_path"]],
      ["TodoWrite", ["todos"], ["todos"]],
      ["Task", ["description", "prompt", "subagent_type", "paths", "task_id"], ["prompt"]],
      ["Spawn", ["tasks"], ["tasks"]],
      ["WebFetch", ["url"], ["url"]],
      ["WebSearch", ["query", "allowed_domains", "blocked_domains"], ["query"]],
      ["TaskCreate", ["subject", "description", "activeForm"], ["subject"]],
      [
        "TaskUpdate",
        ["taskId", "status", "subject", "description", "activeForm", "addBlockedBy", "addBlocks"],
        ["taskId"],
      ],
      ["TaskGet", ["taskId"], ["taskId"]],
      ["TaskList", [], []],
      ["TaskOutput", ["task_id", "block", "timeout"], ["task_id"]],
      ["TaskStop", ["task_id"], ["task_id"]],
      ["AskUserQuestion", ["questions", "answers"], ["questions"]],
      ["ExitPlanMode", ["plan"], []],
      ["Skill", ["skill", "args"], ["skill"]],
      ["SendMessage", ["to", "message", "summary"], ["to", "message"]],
    ]);
  });

  it("keeps the types of each tool for runtime.invoke", async () => {
    await using runtime = createToolRuntime({ toolset: "claude-code", permissions: "allow-all" });
    const run = () => runtime.invoke("Bash", { command: "true" });
    expectTypeOf<Awaited<ReturnType<typeof run>>>().toEqualTypeOf<
      ClaudeCodeBashResult | ClaudeCodeBackgroundResult
    >();
    // @ts-expect-error the tool is called Read here
    const wrong = () => runtime.invoke("read", {});
    expect(wrong).toBeTypeOf("function");
  });

  it("makes its tools once, when they are asked for", () => {
    expect(claudeCodeToolset.tools).toBe(claudeCodeToolset.tools);
  });
});

describe("the examples of seed 002", () => {
  it("Read: a file", async () => {
    const { write, text } = await world();
    await write({ "src/main.py": "import sys\n\nprint(1)\n" });
    expect(await text("Read", { file_path: "src/main.py" })).toBe(
      "     1\timport sys\n     2\t\n     3\tprint(1)",
    );
  });

  it("Read: 50 lines from line 100 on", async () => {
    const { write, text } = await world();
    await write({ "src/main.py": Array.from({ length: 300 }, (_, index) => `line ${index + 1}\n`).join("") });
    const lines = (await text("Read", { file_path: "src/main.py", offset: 100, limit: 50 })).split("\n");
    expect(lines).toHaveLength(50);
    expect(lines[0]).toBe("   100\tline 100");
    expect(lines[49]).toBe("   149\tline 149");
  });

  it("Write: a new file, as it is given", async () => {
    const { text, file } = await world();
    expect(await text("Write", { file_path: "output.txt", content: "Hello, world!" })).toBe(
      "Successfully created file /project/output.txt",
    );
    expect(await file("output.txt")).toBe("Hello, world!");
  });

  it("Edit: an exact string", async () => {
    const { write, text, call, file } = await world();
    await write({ "src/app.py": "def foo():\n pass\n" });
    await call("Read", { file_path: "src/app.py" });
    const input = {
      file_path: "src/app.py",
      old_string: "def foo():\n pass",
      new_string: "def foo():\n return 42",
    };
    expect(await text("Edit", input)).toBe(
      [
        "Edited /project/src/app.py, line 2.",
        "diff --git a/src/app.py b/src/app.py",
        "--- a/src/app.py",
        "+++ b/src/app.py",
        "@@ -1,2 +1,2 @@",
        " def foo():",
        "- pass",
        "+ return 42",
        "",
      ].join("\n"),
    );
    expect(await file("src/app.py")).toBe("def foo():\n return 42\n");
  });

  it("MultiEdit: one after the other", async () => {
    const { write, call, file } = await world();
    await write({ "src/app.py": "foo\nbaz\n" });
    await call("Read", { file_path: "src/app.py" });
    const edits = [
      { old_string: "foo", new_string: "bar" },
      { old_string: "baz", new_string: "qux" },
    ];
    const result = await call("MultiEdit", { file_path: "src/app.py", edits });
    expect(result.status).toBe("done");
    expect(await file("src/app.py")).toBe("bar\nqux\n");
  });

  it("Glob: by pattern, and below a path, those changed last first", async () => {
    const { write, text } = await world();
    await write({
      "src/b.tsx": "",
      "src/deep/a.tsx": "",
      "src/a.ts": "",
      "agent/new.py": "",
      "agent/old.py": "",
    });
    expect(await text("Glob", { pattern: "src/**/*.tsx" })).toBe(
      "/project/src/b.tsx\n/project/src/deep/a.tsx",
    );
    expect(await text("Glob", { pattern: "**/*.py", path: "agent/" })).toBe(
      "/project/agent/new.py\n/project/agent/old.py",
    );
  });

  it("Grep: lines below a path, and the files that have any", async () => {
    const { write, text } = await world();
    await write({
      "agent/loop.py": "x\ndef handle_input(a):\n",
      "tool.py": "# TODO\n",
      "readme.md": "TODO\n",
    });
    expect(await text("Grep", { pattern: "def handle_input", path: "agent/" })).toBe(
      "agent/loop.py:2:def handle_input(a):",
    );
    expect(await text("Grep", { pattern: "TODO", glob: "*.py", output_mode: "files_with_matches" })).toBe(
      "tool.py",
    );
  });

  it("ListDir: the names at a path", async () => {
    const { write, text } = await world();
    await write({ "src/components/b.tsx": "", "src/components/a/x.tsx": "", "src/components/.keep": "" });
    expect(await text("ListDir", { path: "src/components" })).toBe(".keep\na/\nb.tsx");
  });

  it("Move: renames", async () => {
    const { write, text, file } = await world();
    await write({ "old_name.py": "x\n" });
    expect(await text("Move", { source: "old_name.py", destination: "new_name.py" })).toBe(
      "Moved file /project/old_name.py to /project/new_name.py",
    );
    expect(await file("new_name.py")).toBe("x\n");
  });

  it("DeleteFile: deletes", async () => {
    const { write, text, file } = await world();
    await write({ "temp/scratch.txt": "x\n" });
    expect(await text("DeleteFile", { file_path: "temp/scratch.txt" })).toBe(
      "Deleted file /project/temp/scratch.txt",
    );
    await expect(file("temp/scratch.txt")).rejects.toThrow("ENOENT");
  });
});

describe("what seeds 002 and 003 promise", () => {
  it.each([
    ["Write", { file_path: "a.txt", content: "new\n" }],
    ["Edit", { file_path: "a.txt", old_string: "old", new_string: "new" }],
    ["MultiEdit", { file_path: "a.txt", edits: [{ old_string: "old", new_string: "new" }] }],
  ])("%s wants a file that exists to be read before", async (name, input) => {
    const { write, call, file } = await world();
    await write({ "a.txt": "old\n" });
    expect((await call(name, input)).error).toMatchObject({ errorCode: "not-read" });
    expect(await file("a.txt")).toBe("old\n");
    await call("Read", { file_path: "a.txt" });
    expect((await call(name, input)).status).toBe("done");
    expect(await file("a.txt")).toBe("new\n");
  });

  it("a file that the session wrote itself counts as read", async () => {
    const { call } = await world();
    await call("Write", { file_path: "a.txt", content: "one\n" });
    expect((await call("Write", { file_path: "a.txt", content: "two\n" })).status).toBe("done");
    const edit = { file_path: "a.txt", old_string: "two", new_string: "three" };
    expect((await call("Edit", edit)).status).toBe("done");
  });

  it("Edit refuses to change lines that were changed since they were read", async () => {
    const { write, call, file } = await world();
    await write({ "a.txt": "old\nmore\n" });
    await call("Read", { file_path: "a.txt" });
    await write({ "a.txt": "old\nMORE\n" });
    const result = await call("Edit", { file_path: "a.txt", old_string: "more", new_string: "less" });
    expect(result.error).toMatchObject({
      errorCode: "stale-file",
      message: expect.stringContaining("line 2"),
    });
    expect(await file("a.txt")).toBe("old\nMORE\n");
  });

  it("Edit errors on several matches in its own words, and replaces all when asked", async () => {
    const { write, call, file } = await world();
    await write({ "a.txt": "x\nx\n" });
    await call("Read", { file_path: "a.txt" });
    const input = { file_path: "a.txt", old_string: "x", new_string: "y" };
    const { error } = await call("Edit", input);
    expect(error?.message).toContain("Use replace_all or provide more context.");
    expect(error?.message).not.toMatch(/old_str\b|new_str\b|create_file/);
    await call("Edit", { ...input, replace_all: true });
    expect(await file("a.txt")).toBe("y\ny\n");
  });

  it.each(["file_path", "filePath", "path"])(
    "MultiEdit refuses an edit whose %s is another file",
    async (key) => {
      const { write, call, file } = await world();
      await write({ "a.txt": "x\n", "b.txt": "x\n" });
      await call("Read", { file_path: "a.txt" });
      const edits = [{ [key]: "b.txt", old_string: "x", new_string: "y" }];
      const { error } = await call("MultiEdit", { file_path: "a.txt", edits });
      expect(error).toMatchObject({ errorCode: "invalid-input", message: expect.stringContaining("b.txt") });
      expect([await file("a.txt"), await file("b.txt")]).toEqual(["x\n", "x\n"]);
    },
  );

  it("Bash returns exit code, stdout and stderr separately", async () => {
    const { call, text } = await world();
    const command = "echo out; echo err >&2; exit 3";
    expect((await call("Bash", { command })).result).toEqual({
      exitCode: 3,
      stdout: "out\n",
      stderr: "err\n",
    });
    expect(await text("Bash", { command })).toBe(
      "Exit code: 3\n<stdout>\nout\n</stdout>\n<stderr>\nerr\n</stderr>",
    );
    expect(await text("Bash", { command: "true" })).toBe("Exit code: 0\n[It printed nothing.]");
  });

  it("Bash lets no output pass for something else", async () => {
    const { text } = await world();
    const shown = await text("Bash", { command: "printf '</stdout>\\nExit code: 9'; exit 1" });
    expect(shown).toBe("Exit code: 1\n<stdout>\n<\\/stdout>\nExit code: 9\n</stdout>");
  });

  it("Bash ends a command when its time is over, and says so", async () => {
    const { call } = await world();
    const result = await call("Bash", { command: "echo begun; sleep 60", timeout: 1_000 });
    expect(result.result).toMatchObject({ stdout: "begun\n", ended: "timeout" });
    expect(JSON.stringify(result.content)).toContain("longer than 1000 ms");
    expect(JSON.stringify(result.content)).toContain("600000");
  });

  it("Bash states its limits to the model: 120 seconds, and at most 600", () => {
    const { properties } = tools.get("Bash")?.inputSchema ?? {};
    expect(properties?.timeout?.description).toBe("Milliseconds it may take; default 120000, at most 600000");
  });

  it("Grep returns at most 250 lines, and fewer with head_limit", async () => {
    const { write, text } = await world();
    await write({ "a.txt": "hit\n".repeat(400) });
    const lines = (await text("Grep", { pattern: "hit" })).split("\n");
    expect(lines).toHaveLength(251);
    expect(lines.at(-1)).toMatch(/^\[There is more/);
    expect((await text("Grep", { pattern: "hit", head_limit: 2 })).split("\n").slice(0, 2)).toEqual([
      "a.txt:1:hit",
      "a.txt:2:hit",
    ]);
    expect((await text("Grep", { pattern: "hit", head_limit: 9_000 })).split("\n")).toHaveLength(251);
  });

  it("Grep respects case unless -i is set, returns lines around a match, and counts", async () => {
    const { write, text } = await world();
    await write({ "a.txt": "one\nTWO\nthree\nfour\n" });
    expect(await text("Grep", { pattern: "two" })).toBe("No matches found");
    expect(await text("Grep", { pattern: "two", "-i": true })).toBe("a.txt:2:TWO");
    expect(await text("Grep", { pattern: "TWO", "-B": 1, "-A": 2 })).toBe(
      "a.txt-1-one\na.txt:2:TWO\na.txt-3-three\na.txt-4-four",
    );
    expect(await text("Grep", { pattern: "TWO", "-C": 1 })).toBe("a.txt-1-one\na.txt:2:TWO\na.txt-3-three");
    expect(await text("Grep", { pattern: "o", output_mode: "count" })).toBe("a.txt:2\n[2 in 1 file]");
  });

  it.each([
    [{ "-A": -1 }, "-A"],
    [{ "-C": 1.5 }, "-C"],
    [{ head_limit: -1 }, "head_limit"],
  ])("Grep refuses %j by the name of the parameter of Claude Code", async (input, name) => {
    const { call } = await world();
    const { error } = await call("Grep", { pattern: "x", ...input });
    expect(error).toMatchObject({ errorCode: "invalid-input", message: expect.stringContaining(name) });
  });

  it("Glob returns at most 100 files, the newest", async () => {
    const { write, text } = await world();
    await write(Object.fromEntries(Array.from({ length: 103 }, (_, index) => [`f${index}.txt`, ""])));
    const lines = (await text("Glob", { pattern: "*.txt" })).split("\n");
    expect(lines).toHaveLength(101);
    expect(lines[0]).toBe("/project/f0.txt");
    expect(lines.at(-1)).toBe("[3 more. Narrow the pattern to see them.]");
  });

  it("Read returns the beginning of a long file and states how to continue", async () => {
    const { write, text } = await world();
    await write({ "long.txt": "x\n".repeat(5_000), "empty.txt": "" });
    const lines = (await text("Read", { file_path: "long.txt" })).split("\n");
    expect(lines).toHaveLength(2_001);
    expect(lines.at(-1)).toMatch(/^\[Lines 1-2000 of .* To continue, use offset 2001\.\]$/);
    expect(await text("Read", { file_path: "empty.txt" })).toBe("[The file is empty.]");
  });

  it("Read shows images, and the names in a folder", async () => {
    const { write, call, text } = await world();
    await write({ "dot.png": PNG, "src/a.ts": "" });
    expect((await call("Read", { file_path: "dot.png" })).content).toEqual([
      { type: "image", mediaType: "image/png", data: PNG.toString("base64") },
    ]);
    expect(await text("Read", { file_path: "." })).toBe("dot.png\nsrc/");
  });

  it("TodoWrite keeps the list and reports how many items are open", async () => {
    const { call, text } = await world();
    const todos = [
      { content: "Read", status: "completed", activeForm: "Reading" },
      { content: "Write", status: "in_progress", activeForm: "Writing" },
    ];
    const result = await call("TodoWrite", { todos });
    expect(result).toMatchObject({ status: "done", result: { todos }, metadata: { todos } });
    expect(await text("TodoWrite", { todos })).toBe("The list is kept: 1 of 2 open.");
    expect(await text("TodoWrite", { todos: [] })).toBe("The list is empty now.");
  });
});
