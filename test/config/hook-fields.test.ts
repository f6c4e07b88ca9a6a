import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  readAfterAnswer,
  readBeforeAnswer,
  readPermissionAnswer,
} from "../../src/config/hooks/read-answer.js";
import { HookedFolder } from "./hooked-folder.js";

const SETTINGS = "home/.claude/settings.json";
const print = (answer: object) => `echo '${JSON.stringify(answer)}'`;
const decide = (permissionDecision: string) =>
  print({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision } });
const grant = print({
  hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
});
const group = (handler: object, matcher = "") => [{ matcher, hooks: [{ type: "command", ...handler }] }];

/** Runs a command with hooks and returns its result, with the questions about calls. */
async function bash(
  hooks: object,
  command = "echo done",
  { answer = true, rules = [], ...more }: { answer?: boolean; rules?: object[]; toolset?: "codex" } = {},
) {
  await using scene = new HookedFolder({ [SETTINGS]: { hooks } });
  const runtime = await scene.runtime({
    permissions: rules as never,
    answer: ({ askedBy }) => askedBy === "tool" || answer,
    ...more,
  });
  const name = more.toolset === "codex" ? "exec_command" : "Bash";
  const input = more.toolset === "codex" ? { cmd: command } : { command };
  const result = await runtime.execute({ id: "1", name, input });
  const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  const asked = scene.questions.filter(({ askedBy }) => askedBy === "call").length;
  return { result, text, asked, folder: scene.folder };
}

const allowed = [{ command: "*", verdict: "allow" }];

describe("the arguments of a hook", () => {
  it("start a program directly, without expansion by a shell", async () => {
    await using scene = new HookedFolder({
      [SETTINGS]: {
        hooks: {
          PreToolUse: group({
            command: "tee",
            args: ["$" + "{CLAUDE_PROJECT_DIR}/it's $HOME; echo.json"],
          }),
        },
      },
    });
    const runtime = await scene.runtime({ permissions: allowed as never });
    await runtime.execute({ id: "1", name: "Bash", input: { command: "echo done" } });
    const seen = readFileSync(`${scene.folder.project}/it's $HOME; echo.json`, "utf8");
    expect(JSON.parse(seen)).toMatchObject({ tool_input: { command: "echo done" } });
  });

  it("belong to a gate, which refuses as without them", async () => {
    const { result } = await bash(
      { PreToolUse: group({ command: "sh", args: ["-c", "echo no >&2; exit 2"] }) },
      "echo done",
      { rules: allowed },
    );
    expect(result.decision).toMatchObject({ verdict: "deny", source: "hook" });
  });
});

describe("a hook before calls that cannot run here", () => {
  it.each([
    ["http", { type: "http", url: "http://localhost:1/" }],
    ["prompt", { type: "prompt", prompt: "Is it safe?" }],
    ["agent", { type: "agent", prompt: "Check it." }],
    ["mcp_tool", { type: "mcp_tool", server: "a", tool: "b" }],
    ["a command of PowerShell", { command: "exit 2", shell: "powershell" }],
    ["a command that is missing", { command: "" }],
    ["arguments that are no texts", { command: "true", args: [1] }],
    ["no type", { type: undefined }],
  ])("makes the calls that it matches ask: %s", async (_, handler) => {
    const { asked } = await bash({ PreToolUse: group(handler, "Bash") }, "echo done", { rules: allowed });
    expect(asked).toBe(1);
    const other = await bash({ PreToolUse: group(handler, "Write") }, "echo done", { rules: allowed });
    expect(other.asked).toBe(0);
  });

  it.each([
    ["an event that is no list", { PreToolUse: { matcher: "Bash" } }],
    ["a group without hooks", { PreToolUse: [{ matcher: "Bash", command: "exit 2" }] }],
  ])("makes every call ask if the file does not say which: %s", async (_, hooks) => {
    expect((await bash(hooks, "echo done", { rules: allowed })).asked).toBe(1);
  });

  it("stands for the hooks above the limit, too", async () => {
    const many = Array.from({ length: 70 }, () => group({ command: "true" }, "Write")[0]);
    expect((await bash({ PreToolUse: many }, "echo done", { rules: allowed })).asked).toBe(1);
  });
});

describe("the condition of a hook", () => {
  const gate = (condition: string) => ({
    PreToolUse: group({ command: "echo no >&2; exit 2", if: condition }),
  });
  it.each([
    ["Bash(rm *)", "rm -rf build", "deny"],
    ["Bash(rm *)", "echo a && rm -rf build", "deny"],
    ["Bash(rm *)", "FOO=bar rm build", "deny"],
    ["Bash(rm *)", "echo $(rm -rf build)", "deny"],
    ["Bash(rm *)", "echo a", "allow"],
    ["Bash(git push *)", "echo $(date)", "deny"],
    ["Bash", "echo a", "deny"],
    ["Edit(*.ts)", "echo a", "deny"],
    ["Bash(rm", "echo a", "deny"],
  ])("%s holds for %s: %s", async (condition, command, verdict) => {
    const { result } = await bash(gate(condition), command, { rules: allowed });
    expect(result.decision?.verdict).toBe(verdict);
  });

  it("takes the approval from a hook, which could hold for another part of the command", async () => {
    const hooks = { PreToolUse: group({ command: decide("allow"), if: "Bash(git status)" }) };
    expect((await bash(hooks, "git status && touch x")).asked).toBe(1);
    const request = { PermissionRequest: group({ command: grant, if: "Bash(git *)" }) };
    expect((await bash(request, "touch x")).asked).toBe(1);
  });

  it("keeps a hook of another event from running", async () => {
    await using scene = new HookedFolder({
      [SETTINGS]: { hooks: { UserPromptSubmit: group({ command: "exit 2", if: "Bash" }) } },
    });
    const { lifecycle, report } = await scene.lifecycle();
    expect(lifecycle.events).toEqual([]);
    expect(report).toMatchObject([{ message: "A hook with if runs only for calls." }]);
  });
});

describe("a matcher that is not evaluated", () => {
  it("takes the approval from its hook", async () => {
    const hooks = (matcher: string) => ({ PermissionRequest: group({ command: grant }, matcher) });
    expect((await bash(hooks("^[R]ead$"), "touch x")).asked).toBe(1);
    expect((await bash(hooks("Bash"), "touch x")).asked).toBe(0);
  });
});

describe("a hook in the background", () => {
  it.each(["async", "asyncRewake"])("decides nothing with %s", async (key) => {
    const { result } = await bash({ PreToolUse: group({ command: "exit 2", [key]: true }) }, "echo done", {
      rules: allowed,
    });
    expect(result).toMatchObject({ status: "done" });
    const asked = await bash(
      {
        PreToolUse: group({ command: decide("allow"), [key]: true }),
        PermissionRequest: group({ command: grant, [key]: true }),
      },
      "touch x",
    );
    expect(asked.asked).toBe(1);
  });
});

describe("the switch of all hooks", () => {
  const gate = { PreToolUse: group({ command: "exit 2" }) };
  const count = async (files: Readonly<Record<string, object>>, trusted = true) => {
    await using scene = new HookedFolder(files);
    const { hooks = [] } = await scene.folder.load({ trusted });
    return hooks.length;
  };
  const managed = "system/etc/claude-code/managed-settings.json";
  const project = "app/.claude/settings.json";

  it("takes the value of the strongest settings", async () => {
    const off = { [SETTINGS]: { hooks: gate, disableAllHooks: true } };
    expect(await count(off)).toBe(0);
    expect(await count({ ...off, [project]: { disableAllHooks: false } })).toBe(1);
    expect(await count({ ...off, [project]: { disableAllHooks: false } }, false)).toBe(1);
    const on = { [SETTINGS]: { hooks: gate } };
    expect(await count({ ...on, [project]: { disableAllHooks: true } })).toBe(0);
    expect(await count({ ...on, [project]: { disableAllHooks: true } }, false)).toBe(1);
  });

  it("disables managed hooks only in managed settings", async () => {
    expect(await count({ [managed]: { hooks: gate }, [SETTINGS]: { disableAllHooks: true } })).toBe(1);
    expect(await count({ [managed]: { hooks: gate, disableAllHooks: true } })).toBe(0);
    expect(await count({ [managed]: { allowManagedHooksOnly: true }, [SETTINGS]: { hooks: gate } })).toBe(0);
  });

  it("takes the value of the strongest settings of Gemini CLI", async () => {
    const user = {
      hooks: { BeforeTool: group({ command: "exit 2" }) },
      hooksConfig: { enabled: false },
    };
    const files = { "home/.gemini/settings.json": user };
    expect(await count(files)).toBe(0);
    expect(await count({ ...files, "app/.gemini/settings.json": { hooksConfig: { enabled: true } } })).toBe(
      1,
    );
  });

  it("keeps the hooks of the requirements of Codex", async () => {
    await using scene = new HookedFolder({
      "system/etc/codex/requirements.toml":
        'allow_managed_hooks_only = true\n[hooks]\nmanaged_dir = "/x"\n[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "exit 2"\n',
      "home/.codex/hooks.json": { hooks: { PreToolUse: group({ command: "true" }) } },
      "home/.codex/config.toml": "[features]\nhooks = false\n",
    });
    const { hooks = [], report } = await scene.folder.load();
    expect(hooks.map(({ name }) => name)).toEqual([expect.stringContaining("requirements.toml")]);
    expect(report.map(({ kind }) => kind)).toEqual(["ignored"]);
  });
});

describe("the time limit of a hook", () => {
  it("follows the event of Claude Code", async () => {
    const hooks = Object.fromEntries(
      ["PreToolUse", "UserPromptSubmit", "SessionEnd"].map((event) => [
        event,
        [...group({ command: "true" }), ...group({ command: "true", timeout: 100 })],
      ]),
    );
    await using scene = new HookedFolder({ [SETTINGS]: { hooks } });
    const { readClaudeHooks } = await import("../../src/config/hooks/index.js");
    const { readClaudeSettings } = await import("../../src/config/claude-code/index.js");
    const { ConfigReader } = await import("../../src/config/load/index.js");
    const { NoticeList } = await import("../../src/config/report/index.js");
    const { localConfigFiles } = await import("../../src/config/index.js");
    const { project: directory, home, system: systemRoot } = scene.folder;
    const notices = new NoticeList();
    const reader = new ConfigReader({
      files: localConfigFiles(),
      directory,
      home,
      systemRoot,
      notices,
      trusted: true,
    });
    const read = readClaudeHooks(await readClaudeSettings(reader), reader);
    expect(read.map(({ timeoutMs }) => timeoutMs / 1000)).toEqual([600, 100, 30, 100, 60, 60]);
  });
});

describe("hooks of Claude Code and Gemini CLI with other toolsets", () => {
  it("see the commands of every toolset by their own name", async () => {
    const hooks = {
      PreToolUse: group({ command: 'cat > "$CLAUDE_PROJECT_DIR/seen.json"; echo no >&2; exit 2' }, "Bash"),
    };
    await using scene = new HookedFolder({ [SETTINGS]: { hooks } });
    const runtime = await scene.runtime({ toolset: "codex", permissions: allowed as never });
    const result = await runtime.execute({ id: "1", name: "exec_command", input: { cmd: "echo a" } });
    expect(result.decision?.verdict).toBe("deny");
    expect(JSON.parse(readFileSync(`${scene.folder.project}/seen.json`, "utf8"))).toMatchObject({
      tool_name: "Bash",
      tool_input: { command: "echo a" },
    });
  });

  it("change the command of such a tool", async () => {
    const updated = print({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "echo changed" },
      },
    });
    const { text } = await bash({ PreToolUse: group({ command: updated }, "Bash") }, "echo first", {
      toolset: "codex",
      rules: allowed,
    });
    expect(text).toContain("changed");
  });

  it("match run_shell_command in Gemini CLI", async () => {
    await using scene = new HookedFolder({
      "home/.gemini/settings.json": {
        hooks: { BeforeTool: group({ command: "echo no >&2; exit 3" }, "run_shell_command") },
      },
    });
    const runtime = await scene.runtime({ permissions: allowed as never });
    const result = await runtime.execute({ id: "1", name: "Bash", input: { command: "echo a" } });
    expect(result.decision?.verdict).toBe("deny");
  });
});

describe("the exit code of a hook", () => {
  const outcome = (exitCode: number, stdout: string | object, stderr = "") => ({
    exitCode,
    stdout: typeof stdout === "string" ? stdout : JSON.stringify(stdout),
    stderr,
  });
  const answer = (fields: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });

  it("does not matter for an answer of Claude Code, except 2, which blocks with the reason of the answer", () => {
    const deny = answer({ permissionDecision: "deny", permissionDecisionReason: "why" });
    for (const code of [0, 1, 2, 127])
      expect(readBeforeAnswer(outcome(code, deny, "err"))).toMatchObject({ verdict: "deny", reason: "why" });
    const allow = answer({ permissionDecision: "allow" });
    expect(readBeforeAnswer(outcome(2, allow, "err"))).toMatchObject({ verdict: "deny", reason: "err" });
    expect(readAfterAnswer(outcome(1, { decision: "block", reason: "why" }))).toMatchObject({ block: "why" });
    expect(() => readBeforeAnswer(outcome(1, "text", "err"))).toThrow("exit code 1: err");
  });

  it("refuses in Gemini CLI with every code above 1 and text, and reads answers on both streams", () => {
    const read = (...given: Parameters<typeof outcome>) => readBeforeAnswer(outcome(...given), "gemini-cli");
    expect(read(3, "", "broken")).toMatchObject({ verdict: "deny", reason: "broken" });
    expect(read(127, "text", "")).toMatchObject({ verdict: "deny", reason: "text" });
    expect(read(1, { decision: "deny", reason: "r" })).toMatchObject({ verdict: "deny", reason: "r" });
    expect(read(0, "", JSON.stringify({ decision: "deny" }))).toMatchObject({ verdict: "deny" });
    expect(read(0, JSON.stringify(JSON.stringify({ decision: "block" })))).toMatchObject({ verdict: "deny" });
    expect(read(3, { decision: "allow" }).verdict).toBeUndefined();
    expect(() => read(1, "", "broken")).toThrow("exit code 1");
    expect(() => read(3, "", "")).toThrow("exit code 3");
  });

  it("fails in Codex for every other code than 0 and 2, whatever the hook prints", () => {
    const deny = answer({ permissionDecision: "deny" });
    expect(() => readBeforeAnswer(outcome(1, deny), "codex")).toThrow("exit code 1");
    expect(readBeforeAnswer(outcome(2, deny, "err"), "codex")).toMatchObject({ reason: "err" });
  });

  it("2 of a PermissionRequest hook refuses, even with an answer that allows", () => {
    const allow = { hookSpecificOutput: { decision: { behavior: "allow" } } };
    expect(readPermissionAnswer(outcome(2, allow, "err"), "claude-code")).toMatchObject({ approved: false });
  });
});

describe("updatedToolOutput of a hook of Claude Code", () => {
  const after = (fields: object, isOfServer = false) =>
    readAfterAnswer(
      { exitCode: 0, stdout: JSON.stringify({ hookSpecificOutput: fields }), stderr: "" },
      "claude-code",
      { isOfServer },
    ).replacement;

  it.each([
    [{ updatedToolOutput: "[redacted]" }, false, "[redacted]"],
    [{ updatedToolOutput: { stdout: "out", stderr: "", interrupted: false } }, false, "out"],
    [{ updatedToolOutput: { stdout: "out", stderr: "err" } }, false, "out\nerr"],
    [{ updatedToolOutput: { lines: 1 } }, false, '{"lines":1}'],
    [{ updatedToolOutput: "" }, false, ""],
    [{ updatedMCPToolOutput: "mcp" }, false, undefined],
    [{ updatedMCPToolOutput: "mcp" }, true, "mcp"],
    [{}, true, undefined],
  ])("%j replaces the result (of a server: %j): %j", (fields, isOfServer, expected) => {
    expect(after(fields, isOfServer)).toBe(expected);
  });

  it("hides the output from the model", async () => {
    const replace = print({
      hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "[redacted]" },
    });
    const { text } = await bash({ PostToolUse: group({ command: replace }) }, "echo secret", {
      rules: allowed,
    });
    expect(text).toContain("[redacted]");
    expect(text).not.toContain("secret");
  });
});

describe("the report about extensions of Claude Code", () => {
  it("lists plugins, whose hooks are missing", async () => {
    await using scene = new HookedFolder({ [SETTINGS]: { enabledPlugins: { "a@b": true, "c@d": false } } });
    const { report } = await scene.folder.load();
    expect(report).toMatchObject([{ kind: "ignored", text: "a@b" }]);
  });
});
