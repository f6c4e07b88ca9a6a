import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readAfterAnswer, readPermissionAnswer } from "../../src/config/hooks/read-answer.js";
import type { ApprovalRequest, ToolResult } from "../../src/core.js";
import { CODEX_EVENTS, inputSchemaOf, violations } from "./codex-hook-schemas.js";
import { HookedFolder } from "./hooked-folder.js";

const run = (command: string, matcher?: string) => [
  { ...(matcher !== undefined && { matcher }), hooks: [{ type: "command", command }] },
];
const print = (answer: object) => `echo '${JSON.stringify(answer)}'`;
const keep = (name: string, then = "true") => `cat > seen-${name}; ${then}`;
const textOf = (result: ToolResult) =>
  result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
const seen = ({ folder }: HookedFolder, name: string) =>
  JSON.parse(readFileSync(`${folder.project}/seen-${name}`, "utf8"));
/** Approves hooks and rejects calls. */
const onlyHooks = ({ askedBy }: ApprovalRequest) => askedBy === "tool";

describe("hooks of Codex", () => {
  it("receive input that its published schemas permit", async () => {
    const hooks = Object.fromEntries(CODEX_EVENTS.map((name) => [name, run(keep(name))]));
    await using scene = new HookedFolder({ "app/.codex/hooks.json": { hooks } });
    const runtime = await scene.runtime({ toolset: "codex", permissions: [] });
    const input = { cmd: "touch made" };
    expect(await runtime.execute({ id: "c1", name: "exec_command", input })).toMatchObject({
      status: "done",
    });
    const { lifecycle, options } = await scene.lifecycle();
    const agent = { agentId: "a", agentType: "b" };
    await lifecycle.run({ event: "SessionStart" }, options);
    await lifecycle.run({ event: "UserPromptSubmit", prompt: "hi" }, options);
    await lifecycle.run({ event: "Stop", lastMessage: "Done." }, options);
    await lifecycle.run({ event: "SubagentStart", ...agent }, options);
    await lifecycle.run({ event: "SubagentStop", ...agent }, options);
    for (const name of CODEX_EVENTS) {
      expect(violations(inputSchemaOf(name), seen(scene, name)), name).toEqual([]);
      expect(seen(scene, name)).toMatchObject({
        hook_event_name: name,
        transcript_path: null,
        model: "unknown",
        permission_mode: "default",
      });
    }
    expect(seen(scene, "PreToolUse")).toMatchObject({
      tool_name: "Bash",
      tool_input: { command: "touch made" },
    });
    expect(scene.questions.filter(({ askedBy }) => askedBy !== "tool")).toHaveLength(1);
  });

  it("come from config.toml, match commands as Bash, and rewrite them", async () => {
    const answer = print({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "touch other" },
      },
    });
    await using scene = new HookedFolder({
      "home/.codex/config.toml": `[[hooks.PreToolUse]]\nmatcher = "^Bash$"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = '''${answer}'''\ntimeout = 5\n`,
    });
    const runtime = await scene.runtime({
      toolset: "codex",
      permissions: [{ kind: "execute", verdict: "allow" }],
    });
    await runtime.execute({ id: "c1", name: "exec_command", input: { cmd: "touch made" } });
    expect(() => readFileSync(`${scene.folder.project}/made`)).toThrow("ENOENT");
    expect(readFileSync(`${scene.folder.project}/other`, "utf8")).toBe("");
  });

  it("do not allow a call that the rules ask about, as in Codex", async () => {
    const allow = { hookEventName: "PreToolUse", permissionDecision: "allow" };
    for (const answer of [{ hookSpecificOutput: allow }, { decision: "approve", reason: "fine" }]) {
      await using scene = new HookedFolder({
        "app/.codex/hooks.json": { hooks: { PreToolUse: run(print(answer)) } },
      });
      const runtime = await scene.runtime({ toolset: "codex", permissions: [], answer: onlyHooks });
      const { status } = await runtime.execute({
        id: "c1",
        name: "exec_command",
        input: { cmd: "touch made" },
      });
      expect(status).toBe("rejected-by-user");
    }
  });

  it("answer questions of permission", async () => {
    const answer = (decision: object) =>
      print({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } });
    await using scene = new HookedFolder({
      "app/.codex/hooks.json": {
        hooks: {
          PermissionRequest: [
            ...run(answer({ behavior: "allow" }), "Bash"),
            ...run(answer({ behavior: "deny", message: "frozen" }), "apply_patch"),
          ],
        },
      },
    });
    const runtime = await scene.runtime({ toolset: "codex", permissions: [], answer: onlyHooks });
    const made = await runtime.execute({ id: "c1", name: "exec_command", input: { cmd: "touch made" } });
    expect(made.status).toBe("done");
    const input = { input: "*** Begin Patch\n*** Add File: x.txt\n+a\n*** End Patch\n" };
    const patched = await runtime.execute({ id: "c2", name: "apply_patch", input });
    expect(patched.status).toBe("rejected-by-user");
    expect(textOf(patched)).toContain("frozen");
  });

  it("leave the question to the approver with fields that Codex reserves", () => {
    const answer = (decision: object) => ({
      exitCode: 0,
      stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } }),
      stderr: "",
    });
    for (const reserved of [{ updatedInput: {} }, { updatedPermissions: [] }, { interrupt: true }])
      expect(() => readPermissionAnswer(answer({ behavior: "allow", ...reserved }), "codex")).toThrow(
        TypeError,
      );
    expect(readPermissionAnswer(answer({ behavior: "allow", updatedInput: null }), "codex")).toEqual({
      approved: true,
      input: undefined,
    });
    expect(() => readPermissionAnswer(answer({ behavior: "perhaps" }), "codex")).toThrow(TypeError);
    expect(readPermissionAnswer({ exitCode: 0, stdout: "{}", stderr: "" }, "codex")).toBeUndefined();
  });

  it.each([
    ["without trust", "app/.codex/hooks.json", { hooks: { Stop: run("true") } }, false, "untrusted"],
    ["of another event", "home/.codex/hooks.json", { hooks: { PreCompact: run("true") } }, true, "ignored"],
    [
      "of another type",
      "home/.codex/hooks.json",
      { hooks: { Stop: [{ hooks: [{ type: "agent" }] }] } },
      true,
      "ignored",
    ],
    ["in a broken file", "home/.codex/hooks.json", "{", true, "invalid"],
    [
      "that are switched off",
      "home/.codex/config.toml",
      '[features]\nhooks = false\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "true"\n',
      true,
      "ignored",
    ],
  ])("do not run %s", async (_title, file, content, trusted, kind) => {
    await using scene = new HookedFolder({ [file]: content });
    const config = await scene.folder.load({ trusted });
    expect(config.lifecycle.events).toEqual([]);
    expect(config.report.map((notice) => notice.kind)).toEqual([kind]);
  });
});

describe("hooks of Gemini CLI", () => {
  const files = (hooks: object, more: object = {}) => ({ "home/.gemini/settings.json": { hooks, ...more } });
  const base = ["cwd", "hook_event_name", "session_id", "timestamp", "transcript_path"];

  it("receive its fields, merge arguments, and replace results", async () => {
    await using scene = new HookedFolder(
      files({
        BeforeTool: run(
          keep("before", print({ hookSpecificOutput: { tool_input: { content: "new" } } })),
          "write_.*",
        ),
        AfterTool: run(keep("after", print({ decision: "deny", reason: "hidden" })), "write_file"),
      }),
    );
    const runtime = await scene.runtime({
      toolset: "gemini-cli",
      permissions: [{ kind: "edit", verdict: "allow" }],
    });
    const input = { file_path: `${scene.folder.project}/a.txt`, content: "old" };
    const result = await runtime.execute({ id: "g1", name: "write_file", input });
    expect(readFileSync(`${scene.folder.project}/a.txt`, "utf8")).toBe("new");
    expect(result.content[0]).toEqual({ type: "text", text: "hidden" });
    expect(Object.keys(seen(scene, "before")).sort()).toEqual([...base, "tool_input", "tool_name"].sort());
    expect(seen(scene, "before")).toMatchObject({ hook_event_name: "BeforeTool", tool_name: "write_file" });
    expect(seen(scene, "after")).toMatchObject({
      hook_event_name: "AfterTool",
      tool_input: { content: "new" },
      tool_response: { llmContent: expect.any(String), returnDisplay: expect.any(String) },
    });
  });

  it("do not allow a call that the rules ask about, as in Gemini CLI", async () => {
    await using scene = new HookedFolder(files({ BeforeTool: run(print({ decision: "allow" })) }));
    const runtime = await scene.runtime({ toolset: "gemini-cli", permissions: [], answer: onlyHooks });
    const input = { file_path: `${scene.folder.project}/a.txt`, content: "x" };
    const { status } = await runtime.execute({ id: "g1", name: "write_file", input });
    expect(status).toBe("rejected-by-user");
  });

  it("refuse a call with a decision and with exit code 2", async () => {
    for (const command of [print({ decision: "deny", reason: "frozen" }), "echo frozen >&2; exit 2"]) {
      await using scene = new HookedFolder(files({ BeforeTool: run(command) }));
      const runtime = await scene.runtime({
        toolset: "gemini-cli",
        permissions: [{ kind: "edit", verdict: "allow" }],
      });
      const input = { file_path: `${scene.folder.project}/a.txt`, content: "x" };
      const result = await runtime.execute({ id: "g1", name: "write_file", input });
      expect(result.status).toBe("rejected-by-user");
      expect(textOf(result)).toContain("frozen");
    }
  });

  it("receive the events of the host by its names", async () => {
    await using scene = new HookedFolder(
      files({
        BeforeAgent: run(keep("prompt", print({ decision: "deny", reason: "secret" }))),
        AfterAgent: run(keep("end", print({ decision: "block", reason: "retry" }))),
        SessionStart: run(print({ continue: false, stopReason: "ignored" }), "startup"),
      }),
    );
    const { lifecycle, options } = await scene.lifecycle();
    const prompt = await lifecycle.run({ event: "UserPromptSubmit", prompt: "hi" }, options);
    const end = await lifecycle.run({ event: "Stop", prompt: "hi", lastMessage: "Done." }, options);
    expect([prompt.blocked, end.blocked]).toEqual(["secret", "retry"]);
    expect(await lifecycle.run({ event: "SessionStart" }, options)).toMatchObject({ stopped: undefined });
    expect(Object.keys(seen(scene, "prompt")).sort()).toEqual([...base, "prompt"].sort());
    expect(seen(scene, "end")).toMatchObject({
      hook_event_name: "AfterAgent",
      prompt_response: "Done.",
      stop_hook_active: false,
    });
  });

  it("replace the output of a tool", () => {
    const stdout = JSON.stringify({
      hookSpecificOutput: { tool_output: "short", additionalContext: "more" },
    });
    expect(readAfterAnswer({ exitCode: 0, stdout, stderr: "" }, "gemini-cli")).toEqual({
      replacement: "short",
      context: "more",
    });
  });

  it("do not run if the settings disable all, a command or a name", async () => {
    const named = { BeforeAgent: [{ hooks: [{ type: "command", command: "true", name: "n" }] }] };
    for (const hooksConfig of [{ enabled: false }, { disabled: ["true"] }, { disabled: ["n"] }]) {
      await using scene = new HookedFolder(files(named, { hooksConfig }));
      expect((await scene.folder.load()).lifecycle.events).toEqual([]);
    }
  });
});
