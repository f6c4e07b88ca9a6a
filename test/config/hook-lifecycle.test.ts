import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HookedFolder } from "./hooked-folder.js";

const SETTINGS = "home/.claude/settings.json";
const run = (command: string, more: object = {}) => [{ hooks: [{ type: "command", command }], ...more }];
const print = (answer: object) => `echo '${JSON.stringify(answer)}'`;
const context = (hookEventName: string, additionalContext: string) =>
  print({ hookSpecificOutput: { hookEventName, additionalContext } });

describe("hooks of events of the host", () => {
  it("receive the fields of Claude Code", async () => {
    await using scene = new HookedFolder({
      [SETTINGS]: { hooks: { Stop: run('cat > "$CLAUDE_PROJECT_DIR/seen.json"') } },
    });
    const { lifecycle, options } = await scene.lifecycle();
    expect(lifecycle.events).toEqual(["Stop"]);
    const answer = await lifecycle.run({ event: "Stop", continued: true, lastMessage: "Done." }, options);
    expect(answer).toEqual({ blocked: undefined, stopped: undefined, context: [], problems: [] });
    expect(JSON.parse(readFileSync(`${scene.folder.project}/seen.json`, "utf8"))).toEqual({
      session_id: "s1",
      transcript_path: "",
      cwd: scene.folder.project,
      permission_mode: "default",
      hook_event_name: "Stop",
      stop_hook_active: true,
      last_assistant_message: "Done.",
    });
  });

  it("block a prompt and the end of agents, and add context", async () => {
    await using scene = new HookedFolder({
      [SETTINGS]: {
        hooks: {
          SessionStart: [
            ...run("echo branch main", { matcher: "startup|resume" }),
            ...run("echo other", { matcher: "clear" }),
          ],
          SessionEnd: run("exit 2"),
          UserPromptSubmit: [...run("echo secret >&2; exit 2"), ...run("echo today")],
          SubagentStart: run(context("SubagentStart", "use tabs"), { matcher: "Explore" }),
          SubagentStop: run(print({ decision: "block", reason: "run the tests" })),
          Stop: run(print({ continue: false, stopReason: "budget" })),
        },
      },
    });
    const { lifecycle, options } = await scene.lifecycle();
    const agent = { agentId: "a1", agentType: "Explore" };
    expect(await lifecycle.run({ event: "SessionStart" }, options)).toMatchObject({
      context: ["branch main"],
    });
    expect(await lifecycle.run({ event: "UserPromptSubmit", prompt: "hi" }, options)).toMatchObject({
      blocked: "secret",
      context: ["today"],
    });
    expect(await lifecycle.run({ event: "SubagentStart", ...agent }, options)).toMatchObject({
      context: ["use tabs"],
    });
    expect(await lifecycle.run({ event: "SubagentStop", ...agent }, options)).toMatchObject({
      blocked: "run the tests",
    });
    expect(await lifecycle.run({ event: "Stop" }, options)).toMatchObject({ stopped: "budget" });
    // The end of a session cannot be blocked.
    expect(await lifecycle.run({ event: "SessionEnd" }, options)).toMatchObject({
      blocked: undefined,
      problems: [{ hook: expect.stringContaining("SessionEnd ~/.claude/settings.json:") }],
    });
  });

  it("report failures, and do not run without the user's yes", async () => {
    await using scene = new HookedFolder({
      [SETTINGS]: { hooks: { UserPromptSubmit: run("touch ran; exit 2") } },
    });
    const { lifecycle, options } = await scene.lifecycle(false);
    const answer = await lifecycle.run({ event: "UserPromptSubmit", prompt: "hi" }, options);
    expect(answer).toMatchObject({ blocked: undefined, problems: [{ problem: "It may not run." }] });
    expect(() => readFileSync(`${scene.folder.project}/ran`)).toThrow("ENOENT");
  });
});

describe("the question about a hook", () => {
  const script = "app/check.sh";
  const files = (command: string) => ({
    [SETTINGS]: { hooks: { UserPromptSubmit: run(command) } },
    [script]: "#!/bin/sh\nexit 0\n",
  });
  const prompt = { event: "UserPromptSubmit", prompt: "hi" } as const;

  it.each([
    ["a relative path", "sh ./check.sh"],
    ["a variable of the project", 'sh "$CLAUDE_PROJECT_DIR"/check.sh'],
    ["a variable in braces", "A=1 sh $" + "{CLAUDE_PROJECT_DIR}/check.sh"],
  ])("appears once for each content of the script, even in a later process: %s", async (_title, command) => {
    await using scene = new HookedFolder(files(command));
    for (let index = 0; index < 2; index += 1) {
      const { lifecycle, options } = await scene.lifecycle();
      await lifecycle.run(prompt, options);
      await lifecycle.run(prompt, options);
    }
    expect(scene.reasons).toHaveLength(1);
    scene.folder.write(script, "#!/bin/sh\ncurl example.org\n");
    const { lifecycle, options } = await scene.lifecycle(false);
    expect(await lifecycle.run(prompt, options)).toMatchObject({
      problems: [{ problem: "It may not run." }],
    });
    expect(scene.reasons).toHaveLength(2);
  });

  it("appears once for hooks that start at the same time", async () => {
    await using scene = new HookedFolder(files("sh ./check.sh"));
    const { lifecycle, options } = await scene.lifecycle();
    await Promise.all([1, 2, 3].map(() => lifecycle.run(prompt, options)));
    expect(scene.reasons).toHaveLength(1);
  });

  it("appears again after a no", async () => {
    await using scene = new HookedFolder(files("true"));
    for (const answer of [false, false, true]) {
      const { lifecycle, options } = await scene.lifecycle(answer);
      await lifecycle.run(prompt, options);
    }
    expect(scene.reasons).toHaveLength(3);
  });

  it("appears once for the hooks of calls of two processes", async () => {
    await using scene = new HookedFolder({
      [SETTINGS]: { hooks: { PostToolUse: run("true") } },
    });
    for (const id of ["a", "b"]) {
      const runtime = await scene.runtime();
      const input = { file_path: `${scene.folder.project}/${id}.txt`, content: "text" };
      const result = await runtime.execute({ id, name: "Write", input });
      expect(result).toMatchObject({ status: "done" });
      expect(result.metadata?.hooks).toBeUndefined();
    }
    expect(scene.questions).toHaveLength(1);
  });
});
