import { existsSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { hookMatcher } from "../../src/config/hooks/matching/hook-matcher.js";
import { readAfterAnswer, readBeforeAnswer } from "../../src/config/hooks/read-answer.js";
import type { ApprovalRequest, ToolResult } from "../../src/core.js";
import { createToolRuntime } from "../../src/index.js";
import { ConfiguredFolder } from "./configured-folder.js";

const settings = (hooks: Readonly<Record<string, unknown>>, more: object = {}) => ({ hooks, ...more });
const run = (command: string, matcher = "Write", more: object = {}) => [
  { matcher, hooks: [{ type: "command", command, ...more }] },
];
const print = (answer: object) => `echo '${JSON.stringify(answer)}'`;
const specific = (fields: object) =>
  print({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });
const textOf = (result: ToolResult) =>
  result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

const folders: ConfiguredFolder[] = [];
const runtimes: AsyncDisposable[] = [];
afterEach(async () => {
  for (const runtime of runtimes.splice(0)) await runtime[Symbol.asyncDispose]();
  for (const folder of folders.splice(0)) folder[Symbol.dispose]();
});

/** Loads settings of the user, and writes a file with the toolset of Claude Code. */
async function scene(
  hooks: Readonly<Record<string, unknown>>,
  answer: (request: ApprovalRequest) => boolean,
) {
  const folder = new ConfiguredFolder({ "home/.claude/settings.json": settings(hooks) });
  folders.push(folder);
  const config = await folder.load();
  const questions: ApprovalRequest[] = [];
  const runtime = createToolRuntime({
    ...config,
    toolset: "claude-code",
    permissions: [{ tool: "Write", verdict: "allow" }],
    stateDirectory: `${folder.root}/state`,
    onApproval: (request) => {
      questions.push(request);
      return answer(request);
    },
  });
  runtimes.push(runtime);
  const write = async (name = "a.txt") =>
    runtime.execute({
      id: name,
      name: "Write",
      input: { file_path: `${folder.project}/${name}`, content: "text" },
    });
  return { folder, questions, write };
}

const yes = () => true;

describe("hooks of Claude Code's settings", () => {
  it("receive the call as JSON and run after one question for each command", async () => {
    const command = 'cat > "$CLAUDE_PROJECT_DIR/seen.json"';
    const { folder, questions, write } = await scene({ PreToolUse: run(command) }, yes);
    expect(await write("a.txt")).toMatchObject({ status: "done" });
    expect(await write("b.txt")).toMatchObject({ status: "done" });
    expect(JSON.parse(readFileSync(`${folder.project}/seen.json`, "utf8"))).toMatchObject({
      hook_event_name: "PreToolUse",
      tool_name: "Write",
      tool_use_id: "b.txt",
      tool_input: { content: "text" },
    });
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({
      askedBy: "tool",
      input: { reason: expect.stringContaining(command) },
    });
  });

  it("refuse a call with exit code 2 and the standard error", async () => {
    const { folder, write } = await scene({ PreToolUse: run("echo frozen >&2; exit 2") }, yes);
    const result = await write();
    expect(result).toMatchObject({
      status: "rejected-by-user",
      decision: { verdict: "deny", source: "hook" },
    });
    expect(textOf(result)).toContain("Reason: frozen.");
    expect(existsSync(`${folder.project}/a.txt`)).toBe(false);
  });

  it("change the input, and add context before and after the call", async () => {
    const { folder, write } = await scene(
      {
        PreToolUse: run(
          specific({ additionalContext: "before", updatedInput: { file_path: "new.txt", content: "new" } }),
        ),
        PostToolUse: run(print({ decision: "block", reason: "not formatted" }), "Write|Edit"),
        PostToolUseFailure: run("exit 2"),
      },
      yes,
    );
    const result = await write();
    expect(result.status).toBe("done");
    expect(readFileSync(`${folder.project}/new.txt`, "utf8")).toBe("new");
    expect(textOf(result)).toMatch(/settings\.json:\d+': before\n.*objects to this result: not formatted/s);
  });

  it("ask about the calls of a hook that the approver does not permit", async () => {
    const { folder, questions, write } = await scene({ PreToolUse: run("touch ran") }, () => false);
    expect(await write()).toMatchObject({ status: "rejected-by-user" });
    expect(questions.map(({ askedBy }) => askedBy)).toEqual(["tool", "call"]);
    expect(existsSync(`${folder.project}/ran`)).toBe(false);
  });

  it.each<[string, string, object]>([
    ["another exit code", "echo broken >&2; exit 1", {}],
    ["invalid JSON", "echo '{'", {}],
    ["too much output", "while :; do echo 0123456789012345678901234567890123456789; done", {}],
    ["a hang", "cat /dev/zero > /dev/null & wait", { timeout: 0.2 }],
  ])("report a failure and let the call run: %s", async (_title, command, more) => {
    const { write } = await scene({ PreToolUse: run(command, "*", more) }, yes);
    expect(await write()).toMatchObject({
      status: "done",
      metadata: { hooks: [{ event: "beforeCall", problem: expect.any(String) }] },
    });
  });

  it("do not run for other tools", async () => {
    const { questions, write } = await scene({ PreToolUse: run("exit 2", "Bash|Edit") }, yes);
    expect(await write()).toMatchObject({ status: "done" });
    expect(questions).toEqual([]);
  });
});

describe("the report about hooks", () => {
  const hooks = { PreToolUse: run("exit 2") };
  const load = async (files: Readonly<Record<string, object>>, trusted = true) => {
    using folder = new ConfiguredFolder(files);
    const config = await folder.load({ trusted });
    return { count: config.hooks?.length ?? 0, kinds: config.report.map(({ kind }) => kind) };
  };

  it.each<[string, Readonly<Record<string, object>>, boolean, number, readonly string[]]>([
    ["a project without trust", { "app/.claude/settings.json": settings(hooks) }, false, 0, ["untrusted"]],
    ["a project with trust", { "app/.claude/settings.json": settings(hooks) }, true, 1, []],
    [
      "another event",
      { "home/.claude/settings.json": settings({ PreCompact: run("true") }) },
      true,
      0,
      ["ignored"],
    ],
    [
      "another type",
      { "home/.claude/settings.json": settings({ PreToolUse: [{ hooks: [{ type: "prompt" }] }] }) },
      true,
      1,
      ["stricter"],
    ],
    [
      "a regular expression",
      { "home/.claude/settings.json": settings({ PreToolUse: run("true", "^(W|E).+") }) },
      true,
      1,
      ["stricter"],
    ],
    [
      "disabled hooks",
      { "home/.claude/settings.json": settings(hooks, { disableAllHooks: true }) },
      true,
      0,
      ["ignored"],
    ],
    ["hooks that are no object", { "home/.claude/settings.json": { hooks: [1, "x"] } }, true, 0, ["invalid"]],
  ])("lists %s", async (_title, files, trusted, count, kinds) => {
    expect(await load(files, trusted)).toEqual({ count, kinds });
  });
});

describe("a matcher", () => {
  it.each<[string, string, boolean]>([
    ["", "Bash", true],
    ["*", "Bash", true],
    ["Write|Edit", "Edit", true],
    ["Write|Edit", "MultiEdit", false],
    ["mcp__.*__read", "mcp__files__read", true],
    ["mcp__.*__read", "mcp__files__write", false],
    ["(a+)+$", "Bash", true],
    ["Edit, Write", "Write", true],
    ["Edit | Write", "Write", true],
    ["mcp__memory", "mcp__memory__read", false],
    ["code-reviewer", "senior-code-reviewer", false],
    ["Edit.*", "NotebookEdit", true],
    ["^Edit.*", "NotebookEdit", false],
    ["^Notebook", "NotebookEdit", true],
    ["^Edit$", "MultiEdit", false],
    ["^(Edit|Write)$", "Write", true],
    ["^(Edit|Write)$", "MultiEdit", false],
    ["^(?:Edit|Write)$|Bash$", "Bash", true],
    ["mcp__(a|b)__.*", "mcp__b__x", true],
    ["mcp__(a|b)__.*", "mcp__c__x", false],
    ["mcp__my\\.server__.*", "mcp__my.server__x", true],
    ["Bas*", "Bash", true],
    ["^[EW]", "Bash", true],
    ["(".repeat(5000), "Bash", true],
    ["(a|b)".repeat(50), "Bash", true],
  ])("%j matches %j: %j", (matcher, name, matches) => {
    expect(hookMatcher(matcher).matches([name])).toBe(matches);
  });

  it.each<["codex" | "gemini-cli", string, string, boolean]>([
    ["codex", "Bash|Edit", "Bash", true],
    ["codex", "Bash", "BashOutput", false],
    ["codex", "my-tool", "not-my-tool", true],
    ["gemini-cli", "write", "write_file", true],
    ["gemini-cli", "read_.*", "read_many_files", true],
    ["gemini-cli", "^read$", "read_file", false],
    ["gemini-cli", "write_file|replace", "replace", true],
  ])("the matcher of %s: %j matches %j: %j", (style, matcher, name, matches) => {
    expect(hookMatcher(matcher, style).matches([name])).toBe(matches);
  });
});

describe("an answer of a hook", () => {
  const outcome = (answer: unknown) => ({ exitCode: 0, stdout: JSON.stringify(answer), stderr: "" });
  const decision = (permissionDecision: unknown) => outcome({ hookSpecificOutput: { permissionDecision } });

  it.each<[string, unknown, string | undefined]>([
    ["allow", decision("allow"), "allow"],
    ["ask", decision("ask"), "ask"],
    ["deny", decision("deny"), "deny"],
    ["defer", decision("defer"), "ask"],
    ["the older block", outcome({ decision: "block" }), "deny"],
    ["the older approve", outcome({ decision: "approve" }), "allow"],
    ["continue: false", outcome({ continue: false }), "deny"],
    ["text", { exitCode: 0, stdout: "fine", stderr: "" }, undefined],
  ])("an answer of a hook has the verdict of %s", (_title, given, verdict) => {
    expect(readBeforeAnswer(given as never).verdict).toBe(verdict);
  });

  it("throws for an unknown decision", () => {
    expect(() => readBeforeAnswer(decision("perhaps"))).toThrow(TypeError);
    expect(() => readBeforeAnswer(decision("constructor"))).toThrow(TypeError);
  });

  it("blocks after a call with exit code 2", () => {
    expect(readAfterAnswer({ exitCode: 2, stdout: "", stderr: "bad" })).toEqual({ block: "bad" });
  });
});
