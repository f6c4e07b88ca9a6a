import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { replayTranscripts } from "../../../src/cli/replay/replay-transcripts.js";
import { reportText } from "../../../src/cli/replay/report-text.js";
import { transcriptFiles } from "../../../src/cli/replay/transcript-files.js";
import {
  AI_SDK,
  AI_SDK_ON_ONE_LINE,
  CODEX,
  claudeCall,
  claudeEdit,
  claudeResult,
  GEMINI,
  line,
  lines,
  OPENCODE,
  OPENCODE_ON_ONE_LINE,
} from "./transcripts.js";

let folder: string;
const folders: string[] = [];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-replay-")));
  folders.push(folder);
});
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

interface ReplayedReport {
  readonly records: number;
  readonly skippedRecords: number;
  readonly skipped: readonly { readonly file: string; readonly line?: number; readonly problem: string }[];
  readonly formats: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

async function replay(contents: Readonly<Record<string, string | Buffer>>) {
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  const report = await replayTranscripts(await transcriptFiles([folder], folder), {
    permissions: "default",
    isTrusted: false,
    signal: new AbortController().signal,
  });
  return { report: JSON.parse(JSON.stringify(report)) as ReplayedReport, text: reportText(report) };
}

describe("the replay of a transcript", () => {
  it("reads Claude Code: verdicts, questions and edits with their file", async () => {
    const { report } = await replay({
      "a.jsonl": lines(
        claudeCall("1", "Bash", { command: "git status" }),
        claudeCall("2", "Bash", { command: "CI=1 npm test" }),
        claudeCall("3", "Read", { file_path: "/etc/hosts" }),
        claudeCall("4", "Nothing", {}),
        claudeCall("5", "Read", {}),
        claudeCall("6", "mcp__github__search", {}),
        ...claudeEdit("7", "one\n", ["one", "two"]),
        ...claudeEdit("8", "three\n", ["one", "two"]),
      ),
    });
    expect(report.formats["claude-code"]).toEqual({
      toolset: "claude-code",
      calls: 7,
      mcpCalls: 1,
      resolved: 5,
      unresolved: { "Nothing: unknown-tool": 1, "Read: invalid-input": 1 },
      verdicts: { ask: 4, allow: 1 },
      questions: { "kind edit": 2, boundary: 1, "kind execute: npm": 1 },
      denials: {},
      edits: { equal: 1, "refused: not-found": 1 },
    });
  });

  it.each([
    ["codex", "JSON Lines", { "a.jsonl": CODEX }, { calls: 5, edits: { "without its file": 1 } }],
    ["opencode", "a document", { "a.json": OPENCODE }, { calls: 2, edits: { equal: 1 } }],
    ["opencode", "one line", { "a.jsonl": OPENCODE_ON_ONE_LINE }, { calls: 2, edits: { equal: 1 } }],
    ["gemini-cli", "a document", { "a.json": GEMINI }, { calls: 2, edits: { equal: 1 } }],
    ["ai-sdk", "a document", { "a.json": AI_SDK }, { calls: 3, resolved: 2 }],
    ["ai-sdk", "one line", { "a.json": AI_SDK_ON_ONE_LINE }, { calls: 3, resolved: 2 }],
  ])("reads the format %s in %s", async (format, _form, contents, expected) => {
    const { report } = await replay(contents);
    expect(report.skipped).toEqual([]);
    expect(report.formats[format]).toMatchObject(expected);
  });

  it("resolves calls of PowerShell on any machine, and asks about each", async () => {
    const { report } = await replay({
      "a.jsonl": lines(claudeCall("1", "PowerShell", { command: "Get-ChildItem", description: "x" })),
    });
    expect(report.formats["claude-code"]).toMatchObject({ resolved: 1, verdicts: { ask: 1 } });
  });

  it("counts a call once that several transcripts contain", async () => {
    const same = lines(claudeCall("1", "Read", { file_path: "a" }));
    const other = lines(claudeCall("1", "Read", { file_path: "b" }));
    const { report } = await replay({ "a.jsonl": same, "b.jsonl": same, "c.jsonl": other });
    expect(report.formats["claude-code"]).toMatchObject({ calls: 2 });
  });

  it("judges paths and commands relative to the folder of the transcript", async () => {
    const { report } = await replay({
      "a.jsonl": lines(
        claudeCall("1", "Read", { file_path: "/home/me/app/src/a.ts" }),
        claudeCall("2", "Bash", { command: "cat /home/me/app/a.ts" }),
        claudeCall("3", "Bash", { command: "cat ../b.ts" }, "/home/me/app/src"),
        claudeCall("4", "Read", { file_path: "/home/me/app2/a.ts" }),
      ),
    });
    expect(report.formats["claude-code"]).toMatchObject({ verdicts: { allow: 3, ask: 1 } });
  });

  it("does not judge an edit that the user changed, and counts one that the agent refused as no edit", async () => {
    const [call] = claudeEdit("1", "one", ["one", "two"]);
    const refused = { type: "tool_result", tool_use_id: "2", is_error: true };
    const { report } = await replay({
      "a.jsonl": lines(
        call,
        claudeResult("1", { originalFile: "one", oldString: "one", newString: "2", userModified: true }),
        claudeEdit("2", "one", ["one", "two"])[0],
        { type: "user", message: { content: [refused] } },
      ),
    });
    expect(report.formats["claude-code"]).toMatchObject({ edits: { "without its file": 1 } });
  });

  it("executes nothing and changes nothing", async () => {
    await replay({
      "a.jsonl": lines(
        claudeCall("1", "Write", { file_path: join(folder, "new.txt"), content: "x" }, folder),
        claudeCall("2", "Bash", { command: `touch ${join(folder, "made.txt")}` }, folder),
      ),
    });
    expect(await readdir(folder)).toEqual(["a.jsonl"]);
  });

  it("searches folders for transcripts and follows no links", async () => {
    await mkdir(join(folder, "deep/er"), { recursive: true });
    await writeFile(join(folder, "deep/er/a.jsonl"), lines(claudeCall("1", "Read", { file_path: "a" })));
    await writeFile(join(folder, "deep/image.png"), "x");
    await symlink(folder, join(folder, "deep/loop"));
    const files = await transcriptFiles([folder, "deep/image.png"], folder);
    expect(files.map(({ shownPath }) => shownPath)).toEqual(["deep/er/a.jsonl", "deep/image.png"]);
  });
});

describe("a damaged transcript", () => {
  const good = (id: string) => line(claudeCall(id, "Read", { file_path: "a" }));

  it("skips half a line and reads the rest", async () => {
    const { report, text } = await replay({
      "a.jsonl": [good("1"), good("2").slice(0, 40), "", good("3"), good("4").slice(0, 60)].join("\n"),
    });
    expect(report.formats["claude-code"]).toMatchObject({ calls: 2 });
    expect(report.skipped.map(({ line: at }) => at)).toEqual([2, 5]);
    expect(text).toMatch(/Skipped: 2 records\n {2}a\.jsonl:2: it is not JSON \(/);
  });

  it("reads the records that two writers left in one line, up to the first that is damaged", async () => {
    const braces = line(claudeCall("2", "Read", { file_path: 'a"}]{\\' }));
    const { report } = await replay({
      "a.jsonl": [
        `${good("1")}${braces}`,
        `${good("3")} ${good("4").slice(0, 40)}`,
        `${good("5").slice(0, 40)}${good("6")}`,
        good("7"),
        "{}{}{}",
        "}".repeat(100_000),
      ].join("\n"),
    });
    expect(report.formats["claude-code"]).toMatchObject({ calls: 4 });
    expect(report.skipped.map(({ line: at }) => at)).toEqual([2, 3, 6]);
  });

  it("skips a line in another encoding and reads the rest", async () => {
    const latin = Buffer.from(`\n{"type":"user","text":"caf\xe9"}\n`, "latin1");
    const { report } = await replay({
      "a.jsonl": Buffer.concat([Buffer.from(good("1")), latin, Buffer.from(good("2"))]),
    });
    expect(report.formats["claude-code"]).toMatchObject({ calls: 2 });
    expect(report.skipped).toEqual([{ file: "a.jsonl", line: 2, problem: "it is not text in UTF-8" }]);
  });

  it.each([
    ["UTF-16LE", Buffer.from(`\ufeff${good("1")}\n${good("2")}`, "utf16le")],
    ["UTF-16BE", Buffer.from(`\ufeff${good("1")}\n${good("2")}`, "utf16le").swap16()],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${good("1")}\n${good("2")}`)],
  ])("a damaged transcript is read in %s", async (_encoding, content) => {
    const { report } = await replay({ "a.jsonl": content });
    expect(report.skipped).toEqual([]);
    expect(report.formats["claude-code"]).toMatchObject({ calls: 2 });
  });

  it.each([
    [
      "a line of NUL bytes",
      Buffer.concat([Buffer.from(`${good("1")}\n`), Buffer.alloc(64), Buffer.from(`\n${good("2")}`)]),
      0,
    ],
    ["NUL bytes in a line", Buffer.from(`${good("1")}\n{"a\0": \0\n${good("2")}`), 1],
    ["line ends of Windows", Buffer.from(`${good("1")}\r\n\r\n${good("2")}\r\n`), 0],
    [
      "half a line in UTF-16LE",
      Buffer.from(`\ufeff${good("1")}\n${good("3").slice(0, 40)}\n${good("2")}`, "utf16le"),
      1,
    ],
    [
      "half a character at the end in UTF-16LE",
      Buffer.from(`\ufeff${good("1")}\n${good("2")}\n`, "utf16le").subarray(0, -1),
      1,
    ],
  ])("reads the records beside %s", async (_title, content, skipped) => {
    const { report, text } = await replay({ "a.jsonl": content });
    expect(report.formats["claude-code"]).toMatchObject({ calls: 2 });
    expect(report.skippedRecords).toBe(skipped);
    for (const { file, line: number, problem } of report.skipped) {
      expect(file).toBe("a.jsonl");
      expect(number).toBeGreaterThan(1);
      expect(text).toContain(problem);
    }
  });

  it("reads a record behind a byte order mark, as in files that were joined", async () => {
    const { report } = await replay({ "a.jsonl": `${good("1")}\n\ufeff${good("2")}\n` });
    expect(report).toMatchObject({ skippedRecords: 0, formats: { "claude-code": { calls: 2 } } });
  });

  it("skips a record that is too large and reads the rest", async () => {
    const large = `{"text":"${"x".repeat(17 * 1024 * 1024)}"}`;
    const { report } = await replay({ "a.jsonl": [good("1"), large, good("2")].join("\n") });
    expect(report.formats["claude-code"]).toMatchObject({ calls: 2 });
    expect(report.skipped).toEqual([
      { file: "a.jsonl", line: 2, problem: "it has 17 MB, and at most 16 MB are read" },
    ]);
  });

  it("reads the messages of a document that ends early", async () => {
    const { report } = await replay({ "a.json": OPENCODE.slice(0, OPENCODE.lastIndexOf("]") - 1) });
    expect(report.formats.opencode).toMatchObject({ calls: 2 });
    expect(report.skipped).toMatchObject([{ problem: "the document ends in the middle of it" }]);
  });

  it("skips one damaged message of a document and reads the rest", async () => {
    const messages = ["1", "2", "3"].map((id) => ({
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: id, toolName: "Read", input: { path: "a" } }],
    }));
    const text = JSON.stringify(messages, undefined, 1).replace('"toolCallId": "2"', '"toolCallId": 2x');
    const { report } = await replay({ "a.json": text });
    expect(report.formats["ai-sdk"]).toMatchObject({ calls: 2 });
    expect(report.skippedRecords).toBe(1);
  });

  it("survives hostile records", async () => {
    const deep = `${'{"messages":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    const input = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    const { report } = await replay({
      "a.jsonl": [
        deep,
        good("1").replace('{"file_path":"a"}', input),
        '{"__proto__":{"x":1},"message":{"content":[null,7,{"type":"tool_use"}]}}',
        "null",
        '"text"',
        "[[[]]]",
        line({ type: "response_item", payload: null }),
        line({ info: null, parts: [{ type: "tool", tool: "read", state: null }] }),
        good("2"),
      ].join("\n"),
      "b.json": "\0\0\0\0",
      "c.jsonl": "",
      "d.json": "[\n",
    });
    expect(report.formats["claude-code"]?.resolved).toBe(1);
    expect(report.records).toBeGreaterThan(8);
  });

  it("sends no control characters to the terminal", async () => {
    const { text } = await replay({ "a.jsonl": lines(claudeCall("1", "\u001B[2J", {})) });
    expect(text).not.toContain("\u001B");
  });
});
