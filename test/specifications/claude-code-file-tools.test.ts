import { describe, expect, it } from "vitest";
import { claudeCodeToolset } from "../../src/toolsets/index.js";
import { toolsetWorld } from "../toolsets/toolset-world.js";
import { schemaOf } from "./statements.js";

// Follows the Claude Code specification "File Tools" from top to bottom, one test for each statement.

const world = () => toolsetWorld("claude-code");
const parameters = (name: string) => Object.keys(schemaOf(claudeCodeToolset, name).properties ?? {});

describe("Claude Code file tools: Read", () => {
  it("numbers lines as cat -n and reads a range by offset (1-based) and limit", async () => {
    const { text, write } = await world();
    await write({ "src/main.py": "a\nb\nc\nd\n" });
    expect(await text("Read", { file_path: "src/main.py" })).toBe(
      "     1\ta\n     2\tb\n     3\tc\n     4\td",
    );
    expect(await text("Read", { file_path: "src/main.py", offset: 2, limit: 2 })).toMatch(
      /^ {5}2\tb\n {5}3\tc/,
    );
  });

  it("takes absolute and relative paths", async () => {
    const { cwd, text, write } = await world();
    await write({ "a.txt": "x\n" });
    expect(await text("Read", { file_path: `${cwd}/a.txt` })).toBe(
      await text("Read", { file_path: "a.txt" }),
    );
  });

  it("takes file_path, offset and limit, and the pages of a PDF", () => {
    expect(parameters("Read")).toEqual(["file_path", "offset", "limit", "pages"]);
  });
});

describe("Claude Code file tools: Write", () => {
  it("creates a file", async () => {
    const { call, file } = await world();
    await call("Write", { file_path: "output.txt", content: "Hello, world!" });
    expect(await file("output.txt")).toBe("Hello, world!");
  });

  it("overwrites an existing file only after a Read", async () => {
    const { call, file, write } = await world();
    await write({ "a.txt": "old" });
    const input = { file_path: "a.txt", content: "new" };
    expect(await call("Write", input)).toMatchObject({ status: "error", error: { errorCode: "not-read" } });
    await call("Read", { file_path: "a.txt" });
    expect(await call("Write", input)).toMatchObject({ status: "done" });
    expect(await file("a.txt")).toBe("new");
  });
});

describe("Claude Code file tools: Edit", () => {
  const edit = {
    file_path: "app.py",
    old_string: "def foo():\n    pass",
    new_string: "def foo():\n    return 42",
  };

  it("replaces an exact text of a file that was read", async () => {
    const { call, file, write } = await world();
    await write({ "app.py": "def foo():\n    pass\n" });
    expect(await call("Edit", edit)).toMatchObject({ error: { errorCode: "not-read" } });
    await call("Read", { file_path: "app.py" });
    await call("Edit", edit);
    expect(await file("app.py")).toBe("def foo():\n    return 42\n");
  });

  it("matches a text that differs slightly if there is no exact match", async () => {
    const { call, file, write } = await world();
    await write({ "app.py": "def foo():\n\tpass\n" });
    await call("Read", { file_path: "app.py" });
    expect(await call("Edit", edit)).toMatchObject({ status: "done" });
    expect(await file("app.py")).toContain("return 42");
  });

  it("refuses lines that changed since the last Read", async () => {
    const { call, write } = await world();
    await write({ "app.py": "def foo():\n    pass\n" });
    await call("Read", { file_path: "app.py" });
    await write({ "app.py": "def foo():\n    changed()\n" });
    expect(await call("Edit", edit)).toMatchObject({ error: { errorCode: "stale-file" } });
  });

  it("merges the edit if other lines changed since the last Read (difference)", async () => {
    const { call, file, write } = await world();
    await write({ "app.py": "def foo():\n    pass\n\n\nother()\n" });
    await call("Read", { file_path: "app.py" });
    await write({ "app.py": "def foo():\n    pass\n\n\nother(1)\n" });
    expect(await call("Edit", edit)).toMatchObject({ status: "done" });
    expect(await file("app.py")).toContain("other(1)");
  });

  it("accepts a file whose modification time alone changed (difference)", async () => {
    const { call, write } = await world();
    const same = { "app.py": "def foo():\n    pass\n" };
    await write({ "other.txt": "", ...same });
    await call("Read", { file_path: "app.py" });
    await write(same);
    expect(await call("Edit", edit)).toMatchObject({ status: "done" });
  });
});

describe("Claude Code file tools: MultiEdit", () => {
  it("applies several edits to one file in order", async () => {
    const { call, file, write } = await world();
    await write({ "app.py": "foo\n" });
    await call("Read", { file_path: "app.py" });
    const edits = [
      { old_string: "foo", new_string: "bar" },
      { old_string: "bar", new_string: "baz" },
    ];
    expect(await call("MultiEdit", { file_path: "app.py", edits })).toMatchObject({ status: "done" });
    expect(await file("app.py")).toBe("baz\n");
  });
});

describe("Claude Code file tools: Glob", () => {
  it.each([
    [{ pattern: "src/**/*.tsx" }, "/project/src/new.tsx\n/project/src/old.tsx"],
    [{ pattern: "**/*.py", path: "agent/" }, "/project/agent/a.py"],
  ])("finds %j, sorted by modification time", async (input, paths) => {
    const { text, write } = await world();
    await write({ "src/new.tsx": "", "src/old.tsx": "", "agent/a.py": "", "b.py": "" });
    expect(await text("Glob", input)).toBe(paths);
  });
});

describe("Claude Code file tools: Grep", () => {
  const files = { "agent/a.py": "def handle_input():\n", "b.py": "# TODO\n", "c.ts": "// todo\n" };

  it.each([
    [{ pattern: "def handle_input", path: "agent/" }, /a\.py:1:def handle_input\(\):/],
    [{ pattern: "TODO", glob: "*.py", output_mode: "files_with_matches" }, /b\.py$/],
    [{ pattern: "TODO", output_mode: "count" }, /b\.py:1/],
    [{ pattern: "TODO", "-i": true, output_mode: "files_with_matches" }, /c\.ts/],
  ])("searches by %j", async (input, expected) => {
    const { text, write } = await world();
    await write(files);
    expect(await text("Grep", input)).toMatch(expected);
  });

  it("distinguishes upper and lower case without -i", async () => {
    const { text, write } = await world();
    await write(files);
    expect(await text("Grep", { pattern: "TODO", output_mode: "files_with_matches" })).not.toContain("c.ts");
  });
});

describe("Claude Code file tools: ListDir, Move and DeleteFile", () => {
  it("lists files and directories at a path", async () => {
    const { text, write } = await world();
    await write({ "src/components/a.tsx": "", "src/components/sub/b.tsx": "" });
    expect(await text("ListDir", { path: "src/components" })).toBe("a.tsx\nsub/");
  });

  it("moves files and directories", async () => {
    const { call, file, write } = await world();
    await write({ "old_name.py": "x", "folder/a": "y" });
    await call("Move", { source: "old_name.py", destination: "new_name.py" });
    await call("Move", { source: "folder", destination: "renamed" });
    expect([await file("new_name.py"), await file("renamed/a")]).toEqual(["x", "y"]);
  });

  it("deletes a file", async () => {
    const { call, file, write } = await world();
    await write({ "temp/scratch.txt": "x" });
    await call("DeleteFile", { file_path: "temp/scratch.txt" });
    await expect(file("temp/scratch.txt")).rejects.toThrow("ENOENT");
  });
});
