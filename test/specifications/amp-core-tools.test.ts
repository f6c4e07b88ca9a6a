import { homedir } from "node:os";
import { describe, expect, it } from "vitest";
import { ampToolset } from "../../src/toolsets/index.js";
import { toolsetWorld } from "../toolsets/toolset-world.js";
import { lines, PNG, schemaOf } from "./statements.js";

// Follows the Amp specification "Core Tools" from top to bottom, one test for each statement.

const world = () => toolsetWorld("amp");
const schema = (name: string) => schemaOf(ampToolset, name);

describe("Amp core tools: the essential six", () => {
  it.each(["Read", "edit_file", "create_file", "Bash", "glob", "Grep"])("include %s", (name) => {
    expect(ampToolset.tools.map((tool) => tool.name)).toContain(name);
  });

  it.each([
    ["Write", "create_file"],
    ["Edit", "edit_file"],
  ])("map the alias %s to %s", async (alias, name) => {
    const { call, write } = await world();
    await write({ "a.txt": "old\n" });
    expect(await call(alias, { path: "a.txt", content: "x", old_str: "old", new_str: "new" })).toMatchObject({
      toolName: name,
    });
  });
});

describe("Amp core tools: Read", () => {
  it("takes the schema of the specification", () => {
    expect(schema("Read")).toMatchObject({
      properties: {
        path: { type: "string" },
        read_range: { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 },
      },
      required: ["path"],
    });
  });

  it("numbers the lines of a file", async () => {
    const { text, write } = await world();
    await write({ "a.txt": "first\nsecond\n" });
    expect(await text("Read", { path: "a.txt" })).toBe("1: first\n2: second");
  });

  it("lists the sorted entries of a directory, with / after subdirectories", async () => {
    const { text, write } = await world();
    await write({ "d/file.txt": "", "d/subdir/x": "", "d/another-file.js": "" });
    expect(await text("Read", { path: "d" })).toBe("another-file.js\nfile.txt\nsubdir/");
  });

  it("returns an image as base64 with its media type", async () => {
    const { call, write } = await world();
    await write({ "a.png": PNG });
    expect(await call("Read", { path: "a.png" })).toMatchObject({
      status: "done",
      result: { type: "image", media_type: "image/png", data: PNG.toString("base64") },
    });
  });

  it.each([
    ["missing.txt", /ENOENT: no such file or directory/],
    [".env", /^Refusing to read env file\. Reading secrets is not permitted\./],
    ["binary.dat", /File appears to be binary and cannot be displayed as text\./],
  ])("refuses %s with the text of the specification", async (path, message) => {
    const { call, cwd, write } = await world();
    await write({ ".env": "KEY=1", "binary.dat": Buffer.from([0, 1, 2, 0]) });
    const { status, error } = await call("Read", { path });
    expect(status).toBe("error");
    expect(error?.message).toMatch(message);
    if (path === "missing.txt") expect(error?.absolutePath).toBe(`${cwd}/${path}`);
    if (path === ".env") expect(error?.errorCode).toBe("reading-secret-file");
  });

  it("refuses a file of more than 65,536 bytes without a range", async () => {
    const { call, write } = await world();
    await write({ "a.txt": `${"x".repeat(999)}\n`.repeat(200) });
    const { error } = await call("Read", { path: "a.txt" });
    expect(error?.message).toMatch(/^File content exceeds maximum allowed size \(65536 bytes\)/);
    expect(await call("Read", { path: "a.txt", read_range: [1, 9] })).toMatchObject({ status: "done" });
  });

  it("returns 500 lines by default", async () => {
    const { text, write } = await world();
    await write({ "a.txt": lines(600) });
    const shown = await text("Read", { path: "a.txt" });
    expect([shown.includes("\n500: "), shown.includes("\n501: ")]).toEqual([true, false]);
  });

  it("truncates lines at 4,096 bytes", async () => {
    const { text, write } = await world();
    await write({ "a.txt": `${"x".repeat(5_000)}\n` });
    const [first = ""] = (await text("Read", { path: "a.txt" })).split("\n");
    expect(first.match(/x+/)?.[0]).toHaveLength(4_096);
  });

  it("returns at most 2,000 lines, even for a larger read_range", async () => {
    const { text, write } = await world();
    await write({ "a.txt": lines(3_000) });
    const shown = await text("Read", { path: "a.txt", read_range: [1, 3_000] });
    expect([shown.includes("\n2000: "), shown.includes("\n2001: ")]).toEqual([true, false]);
  });

  it("expands ~ to the home directory", async () => {
    const { call } = await world();
    const { error } = await call("Read", { path: "~/collet-no-such-file" });
    expect(error?.absolutePath).toBe(`${homedir()}/collet-no-such-file`);
  });

  it("reads a range from start to end, both included", async () => {
    const { text, write } = await world();
    await write({ "a.txt": lines(9) });
    expect(await text("Read", { path: "a.txt", read_range: [3, 4] })).toMatch(/^3: 3\n4: 4/);
  });

  it.each([".env", ".env.local", "credentials.json", "credentials.yml"])(
    "blocks the secret file %s",
    async (path) => {
      const { call, write } = await world();
      await write({ [path]: "KEY: 1" });
      expect(await call("Read", { path })).toMatchObject({ error: { errorCode: "reading-secret-file" } });
    },
  );
});

describe("Amp core tools: edit_file", () => {
  const edit = { path: "a.txt", old_str: "two", new_str: "2" };

  it("takes the schema of the specification", () => {
    const { properties, required } = schema("edit_file");
    expect(Object.keys(properties ?? {})).toEqual(["path", "old_str", "new_str", "replace_all"]);
    expect(required).toEqual(["path", "old_str", "new_str"]);
  });

  it("returns a git-style diff, the range of lines and the changed file", async () => {
    const { call, cwd, write } = await world();
    await write({ "a.txt": "one\ntwo\nthree\n" });
    const result = await call("edit_file", edit);
    expect(result).toMatchObject({
      status: "done",
      result: { diff: expect.stringContaining("-two\n+2\n"), lineRange: [2, 2] },
      trackFiles: [`${cwd}/a.txt`],
    });
    expect((result.result as { diff: string }).diff).toMatch(/^diff --git|^--- /);
  });

  it.each([
    [{ ...edit, path: "none.txt" }, "file not found. Cannot update a file that doesn't exist."],
    [{ ...edit, old_str: "seven\neight" }, "Could not find exact match for old_str"],
    [{ ...edit, old_str: "same" }, "found multiple matches for edit"],
    [{ ...edit, new_str: "two" }, "old_str and new_str must be different"],
  ])("refuses %j: %s", async (input, message) => {
    const { call, file, write } = await world();
    const before = "one\ntwo\nsame\nsame\n";
    await write({ "a.txt": before });
    const { status, error } = await call("edit_file", input);
    expect([status, error?.message]).toEqual(["error", expect.stringContaining(message)]);
    expect(await file("a.txt")).toBe(before);
  });

  it("replaces all occurrences with replace_all", async () => {
    const { call, file, write } = await world();
    await write({ "a.txt": "x\ny\nx\n" });
    await call("edit_file", { path: "a.txt", old_str: "x", new_str: "z", replace_all: true });
    expect(await file("a.txt")).toBe("z\ny\nz\n");
  });

  it("matches with other white space if there is no exact match", async () => {
    const { call, file, write } = await world();
    await write({ "a.ts": "function f() {\n    return 1;\n}\n" });
    await call("edit_file", {
      path: "a.ts",
      old_str: "function f() {\n  return 1;\n}",
      new_str: "function f() {\n  return 2;\n}",
    });
    expect(await file("a.ts")).toBe("function f() {\n    return 2;\n}\n");
  });

  it("locks the file, so that parallel edits both apply", async () => {
    const { call, file, write } = await world();
    await write({ "a.txt": "one\ntwo\n" });
    await Promise.all([
      call("edit_file", edit),
      call("edit_file", { ...edit, old_str: "one", new_str: "1" }),
    ]);
    expect(await file("a.txt")).toBe("1\n2\n");
  });
});

describe("Amp core tools: create_file", () => {
  it("requires path and content", () => {
    expect(schema("create_file").required).toEqual(["path", "content"]);
  });

  it("creates parent directories and appends a missing newline", async () => {
    const { call, cwd, file } = await world();
    expect(await call("create_file", { path: "a/b/c.txt", content: "x" })).toMatchObject({
      status: "done",
      result: `Successfully created file ${cwd}/a/b/c.txt`,
      trackFiles: [`${cwd}/a/b/c.txt`],
    });
    expect(await file("a/b/c.txt")).toBe("x\n");
  });

  it("refuses to overwrite content that the session has not seen (difference)", async () => {
    const { call, write } = await world();
    await write({ "a.txt": "old\n" });
    await call("Read", { path: "a.txt" });
    await write({ "a.txt": "of the user\n" });
    expect(await call("create_file", { path: "a.txt", content: "new" })).toMatchObject({
      error: { errorCode: "stale-file" },
    });
  });

  it("overwrites an existing file without a warning", async () => {
    const { call, cwd, file, write } = await world();
    await write({ "a.txt": "old\n" });
    expect(await call("create_file", { path: "a.txt", content: "new\n" })).toMatchObject({
      result: `Successfully overwrote file ${cwd}/a.txt`,
    });
    expect(await file("a.txt")).toBe("new\n");
  });

  it("reports guidance that it discovers", async () => {
    const { call, cwd, write } = await world();
    await write({ "lib/AGENTS.md": "Use tabs." });
    expect(await call("create_file", { path: "lib/a.txt", content: "x" })).toMatchObject({
      result: {
        message: `Successfully created file ${cwd}/lib/a.txt`,
        discoveredGuidanceFiles: [expect.objectContaining({ path: `${cwd}/lib/AGENTS.md` })],
      },
    });
  });
});

describe("Amp core tools: Bash", () => {
  const run = async (cmd: string, input = {}) => (await world()).text("Bash", { cmd, ...input });

  it("takes the schema of the specification", () => {
    expect(schema("Bash")).toMatchObject({
      properties: { cmd: { type: "string" }, cwd: { type: "string" } },
      required: ["cmd"],
    });
  });

  it("returns command, working directory, output and exit code as XML", async () => {
    expect(await run("echo hi")).toBe(
      "<command>echo hi</command>\n<working_directory>/project</working_directory>\n<output>hi\n</output>\n<exit_code>0</exit_code>",
    );
  });

  it("uses bash", async () => expect(await run("echo $BASH_VERSION")).toMatch(/<output>\d+\./));

  it("keeps the last 50,000 characters of the output", async () => {
    const output = (await run("seq 1 20000")).match(/<output>([\s\S]*?)<\/output>/)?.[1] ?? "";
    expect(output).toContain("\n20000\n");
    expect(output.length).toBeLessThanOrEqual(50_000 + 300);
  });

  it("keeps neither variables nor cd for the next call", async () => {
    const { call, text } = await world();
    await call("Bash", { cmd: "export LEFT=1; cd /" });
    expect(await text("Bash", { cmd: "echo $LEFT-$PWD" })).toContain("<output>-/project\n");
  });

  it("runs serially and without a timeout", () => {
    const bash = ampToolset.tools.find(({ name }) => name === "Bash");
    expect([bash?.executionProfile?.serial, bash?.timeoutMs]).toEqual([true, false]);
  });

  it("counts a command with another exit code as done", async () => {
    const { call } = await world();
    expect(await call("Bash", { cmd: "exit 3" })).toMatchObject({ status: "done" });
  });

  it("removes a trailing &", async () =>
    expect(await run("echo hi &")).toContain("<command>echo hi</command>"));

  it("expands ~ in cwd", async () => {
    expect(await run("pwd", { cwd: "~" })).toContain(`<working_directory>${homedir()}</working_directory>`);
  });

  it("turns cd dir && cmd into a working directory", async () => {
    const { text, write } = await world();
    await write({ "sub/a": "" });
    expect(await text("Bash", { cmd: "cd sub && pwd" })).toContain(
      "<command>pwd</command>\n<working_directory>/project/sub</working_directory>",
    );
  });
});

describe("Amp core tools: glob", () => {
  const files = {
    "a.js": "",
    "src/b.ts": "",
    "src/lib/c.ts": "",
    "src/my-test.js": "",
    "d.json": "",
    "src/e.json": "",
  };
  const found = async (input: object) => {
    const { call, cwd, write } = await world();
    await write({ ".gitignore": "ignored/\n", ".git/HEAD": "", "ignored/z.js": "", ...files });
    const { result } = await call("glob", input);
    const { files: paths, remaining } = result as { files: string[]; remaining: number };
    expect(paths.every((path) => path.startsWith(`${cwd}/`))).toBe(true);
    return [paths.map((path) => path.slice(cwd.length + 1)).sort(), remaining];
  };

  it("takes filePattern, limit and offset, and nothing else", () => {
    expect(schema("glob")).toMatchObject({ required: ["filePattern"], additionalProperties: false });
    expect(Object.keys(schema("glob").properties ?? {})).toEqual(["filePattern", "limit", "offset"]);
  });

  it.each([
    ["**/*.js", ["a.js", "src/my-test.js"]],
    ["src/**/*.ts", ["src/b.ts", "src/lib/c.ts"]],
    ["*.json", ["d.json"]],
    ["**/*test*", ["src/my-test.js"]],
    ["**/*.{js,ts}", ["a.js", "src/b.ts", "src/lib/c.ts", "src/my-test.js"]],
    ["src/[a-z]*/*.ts", ["src/lib/c.ts"]],
  ])("finds absolute paths for %s without those that .gitignore names", async (filePattern, paths) => {
    expect(await found({ filePattern })).toEqual([paths, 0]);
  });

  it("counts the remaining files after limit and offset", async () => {
    expect(await found({ filePattern: "**/*.{js,ts}", limit: 2, offset: 1 })).toEqual([
      [expect.any(String), expect.any(String)],
      1,
    ]);
  });

  it("returns 1,000 files by default", async () => {
    const { call, write } = await world();
    await write(Object.fromEntries(Array.from({ length: 1_003 }, (_, index) => [`f${index}.x`, ""])));
    const { result } = await call("glob", { filePattern: "*.x" });
    expect(result).toMatchObject({ files: { length: 1_000 }, remaining: 3 });
  });
});

describe("Amp core tools: Grep", () => {
  const search = async (input: object, files: Readonly<Record<string, string>>) => {
    const { call, cwd, write } = await world();
    await write(files);
    const { status, result } = await call("Grep", input);
    return { status, result: (result as string[]).map((row) => row.replaceAll(`${cwd}/`, "")) };
  };

  it("takes the schema of the specification", () => {
    expect(Object.keys(schema("Grep").properties ?? {})).toEqual([
      "pattern",
      "path",
      "glob",
      "caseSensitive",
      "literal",
    ]);
    expect(schema("Grep").required).toEqual(["pattern"]);
  });

  it("returns path, line number and line; upper and lower case are equal by default", async () => {
    expect((await search({ pattern: "todo" }, { "a.ts": "x\nTODO: fix\n" })).result).toEqual([
      "a.ts:2: TODO: fix",
    ]);
    expect((await search({ pattern: "todo", caseSensitive: true }, { "a.ts": "TODO" })).result[0]).toBe(
      "No results found.",
    );
  });

  it("counts no results as done and suggests literal", async () => {
    expect(await search({ pattern: "nothing" }, { "a.ts": "x" })).toEqual({
      status: "done",
      result: [
        "No results found.",
        "If you meant to search for a literal string, run Grep again with literal:true.",
      ],
    });
  });

  it("returns at most 10 matches of a file and 100 in total", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`${index}.txt`, "hit\n".repeat(20)]),
    );
    const { result } = await search({ pattern: "hit" }, files);
    const matches = result.filter((row) => / hit$/.test(row));
    expect(matches).toHaveLength(100);
    const ofFile = (await search({ pattern: "hit" }, { "a.txt": "hit\n".repeat(20) })).result;
    expect(ofFile.filter((row) => / hit$/.test(row))).toHaveLength(10);
  });

  it("truncates lines at 200 characters", async () => {
    const { result } = await search({ pattern: "x" }, { "a.txt": "x".repeat(500) });
    expect(result[0]).toBe(`a.txt:1: ${"x".repeat(200)}...`);
  });

  it.each([
    [{ pattern: "interface\\{\\}" }, ["a.go:1: interface{}"]],
    [{ pattern: "a.b", literal: true }, ["a.go:2: a.b"]],
    [{ pattern: "a.b", glob: "*.ts" }, ["b.ts:1: aXb"]],
  ])("takes Rust-style patterns, literals and globs: %j", async (input, rows) => {
    expect((await search(input, { "a.go": "interface{}\na.b\n", "b.ts": "aXb\n" })).result).toEqual(rows);
  });
});

describe("Amp core tools: additional tools", () => {
  it.each([
    "undo_edit",
    "delete_file",
    "format_file",
    "finder",
    "web_search",
    "read_web_page",
    "Check",
    "Task",
    "oracle",
    "librarian",
    "kraken",
  ])("include %s", (name) => expect(ampToolset.tools.map((tool) => tool.name)).toContain(name));

  it("undo the last edit and delete files", async () => {
    const { call, file, write } = await world();
    await write({ "a.txt": "one\n" });
    await call("edit_file", { path: "a.txt", old_str: "one", new_str: "two" });
    await call("undo_edit", { path: "a.txt" });
    expect(await file("a.txt")).toBe("one\n");
    await call("delete_file", { path: "a.txt" });
    await expect(file("a.txt")).rejects.toThrow("ENOENT");
  });
});
