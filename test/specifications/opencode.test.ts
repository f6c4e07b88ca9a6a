import { describe, expect, it } from "vitest";
import * as z from "zod";
import { applyEdit } from "../../src/fuzzy/index.js";
import { createToolRuntime, type Diagnostics, defineTool, memoryBackend } from "../../src/index.js";
import { opencodeToolset } from "../../src/toolsets/index.js";
import { OPENCODE_TRUNCATION, truncateText } from "../../src/truncation/index.js";
import { toolsetWorld } from "../toolsets/toolset-world.js";
import { lines, PNG, schemaOf } from "./statements.js";

// Follows the OpenCode specification from top to bottom, one test for each statement.

const world = () => toolsetWorld("opencode");
const parameters = (name: string) => {
  const { properties = {}, required = [] } = schemaOf(opencodeToolset, name);
  return Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`));
};
const asks = async (name: string, input: object) => {
  const backend = memoryBackend({ files: { "/w/a.txt": "one\n", "/outside/b.txt": "x" } });
  await using runtime = createToolRuntime({ toolset: "opencode", cwd: "/w", backend });
  return (await runtime.execute({ id: "1", name, input })).status === "blocked-on-user";
};

describe("OpenCode: tool system", () => {
  const echo = defineTool({
    name: "echo",
    description: "Returns what it knows about its call.",
    kind: "read",
    inputSchema: z.object({ text: z.string().describe("The text") }),
    execute: (_input, { session, callId, signal }) => ({
      session: session.id,
      callId,
      aborted: signal.aborted,
    }),
  });

  it("passes session, call id and abort signal to execute", async () => {
    await using runtime = createToolRuntime({ tools: [echo] });
    const session = runtime.session({ id: "s" });
    const result = await runtime.execute({ id: "c", name: "echo", input: { text: "x" } }, { session });
    expect(result).toMatchObject({ result: { session: "s", callId: "c", aborted: false } });
  });

  it("validates parameters with the schema before execute", async () => {
    await using runtime = createToolRuntime({ tools: [echo] });
    expect(await runtime.execute({ id: "c", name: "echo", input: { text: [1] } })).toMatchObject({
      error: { errorCode: "invalid-input" },
    });
  });
});

describe("OpenCode: read", () => {
  it("takes filePath and optional offset and limit, which may be numbers as text", async () => {
    expect(parameters("read")).toEqual(["filePath", "offset?", "limit?"]);
    const { text, write } = await world();
    await write({ "a.txt": lines(9) });
    expect(await text("read", { filePath: "a.txt", offset: "1", limit: "2" })).toContain(
      "00002| 2\n00003| 3\n",
    );
  });

  it("formats lines with five digits inside <file>", async () => {
    const { text, write } = await world();
    await write({ "a.txt": "line 1\nline 2\n" });
    expect(await text("read", { filePath: "a.txt" })).toBe("<file>\n00001| line 1\n00002| line 2\n</file>");
  });

  it("reads 2,000 lines by default and states that more exist", async () => {
    const { text, write } = await world();
    await write({ "a.txt": lines(2_010) });
    const shown = await text("read", { filePath: "a.txt" });
    expect([shown.includes("02000| "), shown.includes("02001| ")]).toEqual([true, false]);
    expect(shown).toMatch(/use offset 2000/);
  });

  it("truncates lines at 2,000 characters and the whole at 50 KB", async () => {
    const { text, write } = await world();
    await write({ "long.txt": "x".repeat(3_000), "big.txt": `${"y".repeat(1_000)}\n`.repeat(100) });
    expect((await text("read", { filePath: "long.txt" })).match(/x+/)?.[0]).toHaveLength(2_000);
    const big = await text("read", { filePath: "big.txt" });
    expect(Buffer.byteLength(big)).toBeLessThan(51_200 + 500);
  });

  it("checks that the file is inside the allowed directories", async () => {
    expect(await asks("read", { filePath: "/outside/b.txt" })).toBe(true);
    expect(await asks("read", { filePath: "/w/a.txt" })).toBe(false);
  });

  it("suggests similar names for a missing file", async () => {
    const { call, write } = await world();
    await write({ "config.json": "{}" });
    const { error } = await call("read", { filePath: "confg.json" });
    expect(error?.message).toContain("config.json");
  });

  it.each(["a.zip", "a.exe", "a.so", "a.class", "a.jar", "a.wasm", "a.pyc"])(
    "decides by the content of %s, not by its extension (difference)",
    async (filePath) => {
      const { call, text, write } = await world();
      await write({ [filePath]: "text\n" });
      expect(await text("read", { filePath })).toContain("00001| text");
      await write({ [filePath]: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) });
      expect(await call("read", { filePath })).toMatchObject({ error: { errorCode: "binary-file" } });
    },
  );

  it.each([
    ["a NUL byte in the first 4 KB", Buffer.from("text\0text")],
    ["more than 30 % non-printable characters", Buffer.from("\u0001\u0002\u0003\u0004abcdef")],
  ])("refuses a file with %s", async (_title, content) => {
    const { call, write } = await world();
    await write({ "a.dat": content });
    expect(await call("read", { filePath: "a.dat" })).toMatchObject({ error: { errorCode: "binary-file" } });
  });

  it.each([
    ["a.png", PNG, "Image read successfully"],
    ["a.pdf", Buffer.from("%PDF-1.4\n%%EOF\n"), "PDF read successfully"],
  ])("attaches %s", async (filePath, content, message) => {
    const { call, write } = await world();
    await write({ [filePath]: content });
    expect(await call("read", { filePath })).toMatchObject({
      result: { output: message, attachments: [expect.objectContaining({})] },
    });
  });

  it("returns a reminder for an empty file", async () => {
    const { text, write } = await world();
    await write({ "a.txt": "" });
    expect(await text("read", { filePath: "a.txt" })).toMatch(/<system-reminder>[\s\S]*empty/i);
  });

  it("warms the language server for the file, without a question (difference)", async () => {
    const warmed: string[] = [];
    const allowed: boolean[] = [];
    const nothing = { diagnostics: [], elsewhere: [], complete: true, servers: [], problems: [] };
    const diagnostics: Diagnostics = {
      afterChange: async () => nothing,
      current: async () => nothing,
      afterRead: (paths, warming) => {
        warmed.push(...paths);
        void warming?.isAllowed("/w/node_modules/.bin/server").then((each) => allowed.push(each));
      },
    };
    const backend = { ...memoryBackend({ files: { "/w/a.ts": "x\n" } }), diagnostics };
    await using runtime = createToolRuntime({ toolset: "opencode", cwd: "/w", backend });
    await runtime.execute({ id: "1", name: "read", input: { filePath: "/w/a.ts" } });
    await expect.poll(() => allowed).toEqual([false]);
    expect(warmed).toEqual(["/w/a.ts"]);
  });
});

describe("OpenCode: write", () => {
  it("takes content and filePath", () => expect(parameters("write")).toEqual(["content", "filePath"]));

  it("replaces the whole content", async () => {
    const { call, file, write } = await world();
    await write({ "a.txt": "old\n" });
    await call("write", { filePath: "a.txt", content: "new" });
    expect(await file("a.txt")).toBe("new");
  });

  it("refuses a file that changed since it was read", async () => {
    const { call, write } = await world();
    await write({ "a.txt": "old\n" });
    await call("read", { filePath: "a.txt" });
    await write({ "a.txt": "of the user\n" });
    expect(await call("write", { filePath: "a.txt", content: "x" })).toMatchObject({
      error: { errorCode: "stale-file" },
    });
  });

  it("asks with a diff and publishes the edit", async () => {
    const backend = memoryBackend({ files: { "/w/a.txt": "one\n" } });
    let preview = "";
    const events: string[] = [];
    await using runtime = createToolRuntime({
      toolset: "opencode",
      cwd: "/w",
      backend,
      onApproval: (request) => {
        preview = JSON.stringify(request.preview);
        return { approved: true };
      },
      onEvent: ({ type }) => events.push(type),
    });
    await runtime.execute({ id: "1", name: "write", input: { filePath: "/w/a.txt", content: "two\n" } });
    expect(preview).toMatch(/-one.*\+two/);
    expect(events).toContain("file-edited");
  });
});

describe("OpenCode: edit", () => {
  it("takes filePath, oldString, newString and replaceAll", () => {
    expect(parameters("edit")).toEqual(["filePath", "oldString", "newString", "replaceAll?"]);
  });

  const edit = async (content: string, oldString: string, newString: string, replaceAll = false) => {
    const { call, file, write } = await world();
    await write({ "a.txt": content });
    const result = await call("edit", { filePath: "a.txt", oldString, newString, replaceAll });
    return { result, text: await file("a.txt") };
  };

  it("refuses equal strings and several matches", async () => {
    expect((await edit("a\n", "a", "a")).result.status).toBe("error");
    expect((await edit("a\na\n", "a", "b")).result.status).toBe("error");
    expect((await edit("a\na\n", "a", "b", true)).text).toBe("b\nb\n");
  });

  it("creates a file for an empty oldString", async () => {
    const { call, file } = await world();
    await call("edit", { filePath: "new.txt", oldString: "", newString: "x\n" });
    expect(await file("new.txt")).toBe("x\n");
  });

  it("reports the diff and the numbers of added and removed lines", async () => {
    const { result } = await edit("one\ntwo\n", "two", "2\n3");
    expect(JSON.stringify(result.result)).toMatch(/"additions":2,"deletions":1/);
  });

  it.each([
    ["edit", { filePath: "a.py", oldString: "one", newString: "two" }],
    ["write", { filePath: "a.py", content: "    if a:\n        two\n" }],
    ["multiedit", { filePath: "a.py", edits: [{ filePath: "a.py", oldString: "one", newString: "two" }] }],
  ])("asks for %s with a diff without common indentation", async (name, input) => {
    const backend = memoryBackend({ files: { "/w/a.py": "    if a:\n        one\n" } });
    let preview = "";
    await using runtime = createToolRuntime({
      toolset: "opencode",
      cwd: "/w",
      backend,
      onApproval: (request) => {
        preview = JSON.stringify(request.preview);
        return { approved: false };
      },
    });
    await runtime.execute({ id: "1", name, input });
    expect(preview).toContain(String.raw` if a:\n-    one\n+    two\n`);
  });

  it("keeps the white space of the file around the change", async () => {
    expect((await edit("{\n\t\ta = 1;\n}\n", "{\n  a = 1;\n}", "{\n  a = 2;\n}")).text).toBe(
      "{\n\t\ta = 2;\n}\n",
    );
  });
});

describe("OpenCode: matching strategies", () => {
  const replaced = (content: string, oldString: string, newString: string, replaceAll = false) => {
    const outcome = applyEdit({ content, oldString, newString, replaceAll, preset: "opencode" });
    return outcome.ok ? outcome.content : outcome.reason;
  };

  it.each([
    ["1 SimpleReplacer: an exact text", "a b\n", "a b", "c", "c\n"],
    ["2 LineTrimmedReplacer: lines without their ends", "  a  \n  b\n", "a\nb\n", "c\nd\n", "  c\n  d\n"],
    [
      "3 BlockAnchorReplacer: first and last line",
      "begin\nmiddle one\nend\n",
      "begin\nmiddle 1\nend\n",
      "x\n",
      "x\n",
    ],
    ["4 WhitespaceNormalizedReplacer: any white space", "foo(a,    b)\n", "foo(a, b)", "bar()", "bar()\n"],
    [
      "5 IndentationFlexibleReplacer: other indentation",
      "    if (x)\n      y\n",
      "if (x)\n  y\n",
      "z\n",
      "    z\n",
    ],
    ["6 EscapeNormalizedReplacer: escapes", 'say("a\tb")\n', 'say("a\\tb")', "say()", "say()\n"],
    ["7 TrimmedBoundaryReplacer: white space at the ends", "alpha beta\n", "  alpha beta  ", "x", "x\n"],
  ])("apply %s", (_title, content, oldString, newString, expected) => {
    expect(replaced(content, oldString, newString)).toBe(expected);
  });

  it("apply 8 ContextAwareReplacer: half of the lines between first and last line must be equal", () => {
    const content = "begin\nsame\none\nend\n";
    const edit = (oldString: string) =>
      applyEdit({ content, oldString, newString: "x\n", matchers: ["context-aware"], preset: "opencode" }).ok;
    expect(edit("begin\nsame\nother\nend\n")).toBe(true);
    expect(edit("begin\nunlike\nother\nend\n")).toBe(false);
  });

  it("apply 9 MultiOccurrenceReplacer: all exact matches", () => {
    expect(replaced("a b a", "a", "c", true)).toBe("c b c");
  });
});

describe("OpenCode: multiedit", () => {
  it("applies edits in sequence and returns the output of the last", async () => {
    const { call, file, write } = await world();
    await write({ "a.txt": "one\n" });
    const edits = [
      { filePath: "a.txt", oldString: "one", newString: "two" },
      { filePath: "a.txt", oldString: "two", newString: "three" },
    ];
    expect(await call("multiedit", { filePath: "a.txt", edits })).toMatchObject({ status: "done" });
    expect(await file("a.txt")).toBe("three\n");
  });
});

describe("OpenCode: grep", () => {
  it("takes pattern, path and include", () =>
    expect(parameters("grep")).toEqual(["pattern", "path?", "include?"]));

  it("groups matches by file, newest first, hidden files included", async () => {
    const { text, write } = await world();
    await write({ "new.ts": "x\nhit one\n", ".hidden.ts": "hit two\n", "c.js": "hit\n" });
    expect(await text("grep", { pattern: "hit", include: "*.{ts,tsx}" })).toBe(
      "Found 2 matches\n\n/project/new.ts:\n  Line 2: hit one\n\n/project/.hidden.ts:\n  Line 1: hit two",
    );
  });

  it("refuses an empty pattern and returns No files found without matches", async () => {
    const { call, text } = await world();
    expect((await call("grep", { pattern: "" })).status).toBe("error");
    expect(await text("grep", { pattern: "nothing" })).toBe("No files found");
  });

  it("returns at most 100 matches and truncates lines at 2,000 characters", async () => {
    const { text, write } = await world();
    await write({ "a.txt": "hit\n".repeat(150) });
    expect((await text("grep", { pattern: "hit" })).match(/Line \d+: hit/g)).toHaveLength(100);
    await write({ "a.txt": "z".repeat(3_000) });
    expect((await text("grep", { pattern: "z" })).match(/z+/)?.[0]).toHaveLength(2_000);
  });
});

describe("OpenCode: glob", () => {
  it("returns absolute paths, newest first, at most 100", async () => {
    const { text, write } = await world();
    await write(Object.fromEntries(Array.from({ length: 102 }, (_, index) => [`${index}.ts`, ""])));
    const rows = (await text("glob", { pattern: "*.ts" })).split("\n").filter((row) => row.endsWith(".ts"));
    expect([rows.length, rows[0], rows[99]]).toEqual([100, "/project/0.ts", "/project/99.ts"]);
  });

  it("ignores the path undefined and returns No files found without matches", async () => {
    const { text } = await world();
    expect(await text("glob", { pattern: "*.ts", path: "undefined" })).toBe("No files found");
  });
});

describe("OpenCode: list", () => {
  it("draws a tree: subdirectories first, two spaces for each level", async () => {
    const { text, write } = await world();
    await write({
      "subdir1/subdir2/file1.ts": "",
      "subdir1/subdir2/file2.ts": "",
      "subdir1/file3.ts": "",
      "file4.ts": "",
    });
    expect(await text("list", {})).toBe(
      "/project/\n\nsubdir1/\n  subdir2/\n    file1.ts\n    file2.ts\n  file3.ts\nfile4.ts",
    );
  });

  it("ignores the usual directories and the patterns of the call", async () => {
    const { text, write } = await world();
    const names = [
      "node_modules",
      "__pycache__",
      "dist",
      "build",
      "target",
      "vendor",
      "bin",
      "obj",
      ".idea",
      ".vscode",
      "coverage",
      "tmp",
      "temp",
      ".cache",
      "logs",
      ".venv",
      "venv",
      "env",
    ];
    await write({ ...Object.fromEntries(names.map((name) => [`${name}/a`, ""])), "docs/b": "", "c.ts": "" });
    expect(await text("list", { ignore: ["docs/"] })).toBe("/project/\n\nc.ts");
  });

  it("lists at most 100 files", async () => {
    const { text, write } = await world();
    await write(Object.fromEntries(Array.from({ length: 105 }, (_, index) => [`f${index}`, ""])));
    expect((await text("list", {})).match(/^f\d+$/gm)).toHaveLength(100);
  });
});

describe("OpenCode: bash", () => {
  it("takes command, description and optional timeout and workdir", () => {
    expect(new Set(parameters("bash"))).toEqual(new Set(["command", "timeout?", "workdir?", "description"]));
  });

  it("runs in workdir and reads no input", async () => {
    const { text, write } = await world();
    await write({ "sub/a": "" });
    expect(
      await text("bash", { command: "pwd; cat", workdir: "sub", description: "Shows the folder" }),
    ).toContain("/project/sub");
  });

  it("ends the process tree at the timeout and states it", async () => {
    const { text } = await world();
    expect(await text("bash", { command: "sleep 9 & sleep 9", timeout: 50, description: "Waits" })).toMatch(
      /timeout|timed out|50 ms/i,
    );
  });

  it("refuses a timeout that is not positive", async () => {
    const { call } = await world();
    expect((await call("bash", { command: "true", timeout: -1, description: "Does nothing" })).status).toBe(
      "error",
    );
  });

  it("asks for a command, and for a path outside that a harmless command names", async () => {
    expect(await asks("bash", { command: "make install", description: "Installs" })).toBe(true);
    expect(await asks("bash", { command: "cat /outside/b.txt", description: "Shows a file" })).toBe(true);
  });
});

describe("OpenCode: output truncation", () => {
  it("keeps whole lines of the head up to 2,000 lines and 50 KB", () => {
    const { limits } = OPENCODE_TRUNCATION;
    expect(limits).toEqual({ maxLines: 2_000, maxBytes: 51_200, keep: "head" });
    expect(truncateText(lines(2_500), limits)).toMatchObject({ omittedLines: 500, hit: "lines" });
    expect(truncateText(`${"x".repeat(999)}\n`.repeat(99), limits).text).toHaveLength(51_000);
  });

  it("keeps the tail on request", () => {
    expect(truncateText(lines(9), { maxLines: 2, keep: "tail" }).text).toBe("8\n9\n");
  });

  it("words the message of the specification, with the hint for Task where it exists", () => {
    const facts = {
      hit: "lines",
      omittedLines: 500,
      omittedBytes: 1,
      totalLines: 2_500,
      totalBytes: 9,
      savedTo: "/data/tool-output/tool_123",
    } as const;
    expect(OPENCODE_TRUNCATION.notice(facts)).toMatch(
      /^\.\.\.500 lines truncated\.\.\.\n\nThe tool call succeeded but the output was truncated\. Full output saved to: \/data\/tool-output\/tool_123\n/,
    );
    expect(OPENCODE_TRUNCATION.notice({ ...facts, canDelegate: true })).toContain("Task");
  });

  it("stores the whole output of a command, readable by its path", async () => {
    const { call, text } = await world();
    const { truncation } = await call("bash", { command: "seq 1 3000", description: "Counts" });
    const savedTo = truncation?.savedTo ?? "";
    expect(savedTo).toMatch(/tool-output\/tool_/);
    expect(await text("read", { filePath: savedTo, offset: 2_998 })).toContain("| 3000");
  });
});
