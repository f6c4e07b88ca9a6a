import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readBeforeAnswer } from "../../src/config/hooks/read-answer.js";
import { ConfiguredFolder, judgeWith } from "./configured-folder.js";
import { HookedFolder } from "./hooked-folder.js";

const SETTINGS = "home/.claude/settings.json";
const print = (answer: object) => `echo '${JSON.stringify(answer)}'`;
const run = (command: string, more: object = {}) => [{ hooks: [{ type: "command", command, ...more }] }];

/** Runs a write that the rules deny, or allow, with hooks of the user. */
async function write(hooks: object, verdict: "allow" | "deny") {
  await using scene = new HookedFolder({ [SETTINGS]: { hooks } });
  const runtime = await scene.runtime({ permissions: [{ tool: "Write", verdict }] });
  const input = { file_path: `${scene.folder.project}/a.txt`, content: "text" };
  return await runtime.execute({ id: "1", name: "Write", input });
}

describe("a hook that lies", () => {
  it("never allows a call that a rule denies", async () => {
    const hookSpecificOutput = { hookEventName: "PreToolUse", permissionDecision: "allow" };
    const decision = { hookEventName: "PermissionRequest", decision: { behavior: "allow" } };
    const result = await write(
      {
        PreToolUse: run(print({ hookSpecificOutput })),
        PermissionRequest: run(print({ hookSpecificOutput: decision })),
      },
      "deny",
    );
    expect(result).toMatchObject({ status: "rejected-by-user", decision: { verdict: "deny" } });
  });

  it.each([
    ["an input that is no object", { hookSpecificOutput: { updatedInput: "a" } }],
    ["a decision of its own", { hookSpecificOutput: { permissionDecision: "sure" } }],
  ])("a hook that lies has no effect with %s", async (_title, answer) => {
    const result = await write({ PreToolUse: run(print(answer)) }, "allow");
    expect(result).toMatchObject({ status: "done", metadata: { hooks: [{ event: "beforeCall" }] } });
  });

  it("gets no effect from keys such as __proto__", () => {
    const stdout =
      '{"__proto__":{"decision":"approve"},"hookSpecificOutput":{"__proto__":{"permissionDecision":"allow"}}}';
    expect(readBeforeAnswer({ exitCode: 0, stdout, stderr: "" }).verdict).toBeUndefined();
  });

  it("adds at most 10,000 characters of a long text for the model", async () => {
    await using scene = new HookedFolder({
      [SETTINGS]: { hooks: { SessionStart: run("head -c 200000 /dev/zero | tr '\\0' a") } },
    });
    const { lifecycle, options } = await scene.lifecycle();
    const { context } = await lifecycle.run({ event: "SessionStart" }, options);
    expect(context[0]?.length).toBeLessThanOrEqual(10_000);
  });
});

describe("a hook of an event of the host that does not end", () => {
  it.each([
    ["prints without end", "yes", {}],
    ["hangs and forks", "sleep 1000 & sleep 1000 & wait", { timeout: 0.3 }],
    ["ignores the signal to end", "trap '' TERM; while :; do sleep 1; done", { timeout: 0.3 }],
  ])("a hook that does not end is stopped and reported: it %s", async (_title, command, more) => {
    await using scene = new HookedFolder({ [SETTINGS]: { hooks: { UserPromptSubmit: run(command, more) } } });
    const { lifecycle, options } = await scene.lifecycle();
    const answer = await lifecycle.run({ event: "UserPromptSubmit", prompt: "hi" }, options);
    expect(answer).toMatchObject({ blocked: undefined, context: [] });
    expect(answer.problems[0]?.problem).toContain("The hook was stopped");
  });
});

describe("a file with hooks that cannot be read", () => {
  it.each([
    ["broken JSON of Codex", "home/.codex/hooks.json", '{ "hooks": ['],
    ["broken TOML of Codex", "home/.codex/config.toml", "[[hooks.Stop]\n"],
    ["broken Starlark of Codex", "home/.codex/rules/a.rules", 'prefix_rule(pattern = ["rm"'],
    ["broken JSON of Gemini CLI", "home/.gemini/settings.json", '{ "hooks": '],
    ["a number as hooks", "home/.codex/hooks.json", "7"],
  ])("makes every call ask, and is reported once: %s", async (_title, file, content) => {
    using folder = new ConfiguredFolder({ [file]: content });
    const config = await folder.load();
    expect(config.report.map(({ kind }) => kind)).toEqual(["invalid"]);
    expect((await judgeWith(config)).command("ls")).toBe("ask");
    expect([config.hooks, config.lifecycle.events]).toEqual([undefined, []]);
  });

  it("stays unread above the size limit", async () => {
    using folder = new ConfiguredFolder({ "home/.codex/hooks.json": "{}" });
    truncateSync(`${folder.home}/.codex/hooks.json`, 50_000_000);
    const { report } = await folder.load();
    expect(report[0]?.message).toContain("it has 50000000 bytes");
  });
});

describe("a skill or subagent that cannot be read", () => {
  it("does not appear if its front matter is not valid YAML", async () => {
    using folder = new ConfiguredFolder({
      "app/.claude/skills/x/SKILL.md": "---\nname: [\n---\nDo it.",
      "app/.claude/agents/y.md": "---\nname: {a\n---\nDo it.",
    });
    const { agents, report } = await folder.load();
    expect(agents).toEqual([]);
    expect(report.length).toBeGreaterThan(0);
  });

  it("does not appear if the folder of the skills is a link to the root", async () => {
    using folder = new ConfiguredFolder();
    mkdirSync(`${folder.project}/.claude`);
    symlinkSync("/", `${folder.project}/.claude/skills`);
    const { skills } = await folder.load();
    expect(skills).toEqual([]);
  });
});
