import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createToolRuntime } from "../../../src/index.js";
import { persistentCommandOperation } from "../../../src/tools/index.js";
import { anthropicToolset, face } from "../../../src/toolsets/index.js";
import { toolsetWorld } from "../toolset-world.js";

describe("Anthropic's bash", () => {
  it("keeps folder, variables, functions and options between commands until a restart", async () => {
    const world = await toolsetWorld(anthropicToolset);
    await world.write({ "sub/file": "text" });
    const answers: string[] = [];
    for (const input of [
      { command: "cd sub && X=5; export Y='a b'; f() { echo \"f $1\"; }; set -o pipefail" },
      { command: 'pwd; cat file; echo; echo $X "$Y"; f 1' },
      { command: "false | true" },
      { restart: true },
      { command: 'pwd; echo "[$X]"' },
    ]) {
      answers.push(await world.text("bash", input));
    }
    expect(answers).toEqual([
      "(no output)",
      "/project/sub\ntext\n5 a b\nf 1\n",
      "[Exit code: 1]",
      "tool has been restarted.",
      "/project\n[]\n",
    ]);
  });

  it.each([
    ["echo out; echo err >&2", "out\nerr\n"],
    ["printf 'no line end'", "no line end"],
    ["printf 'a\\n\\n'", "a\n\n"],
    ["cat <<'X'\nit's $HOME\nX", "it's $HOME\n"],
    ['read x; echo "[$x]"', "[]\n"],
    ["for i in 1 2; do\n  echo $i\ndone", "1\n2\n"],
    ["exit 3", "bash has exited with returncode 3. The next command starts a new shell."],
    ["sh -c 'exit 7'", "[Exit code: 7]"],
    ["set -x; :", "++ :\n"],
    ["echo '\u001b[31mred\u001b[0m'", "red\n"],
  ])("answers %j", async (command, answer) => {
    const world = await toolsetWorld(anthropicToolset);
    expect(await world.text("bash", { command })).toBe(answer);
  });

  it("reports a syntax error and continues", async () => {
    const world = await toolsetWorld(anthropicToolset);
    expect(await world.text("bash", { command: "echo 'open" })).toMatch(
      /unexpected EOF.*\[Exit code: \d+\]$/s,
    );
    expect(await world.text("bash", { command: "echo fine" })).toBe("fine\n");
  });

  it("starts a new shell after the old one has ended", async () => {
    const world = await toolsetWorld(anthropicToolset);
    await world.call("bash", { command: "cd /; exit" });
    expect(await world.text("bash", { command: "pwd" })).toBe("/project\n");
  });

  it("shows the end of a long output", async () => {
    const world = await toolsetWorld(anthropicToolset);
    const answer = await world.text("bash", { command: "yes line | head -c 200000" });
    expect(answer).toMatch(/^\[Only the end of the output is shown\.\]\n/);
    expect(answer.length).toBeLessThan(60_000);
    expect(await world.text("bash", { command: "echo next" })).toBe("next\n");
  });

  it("ends a shell whose command takes too long, with what it printed", async () => {
    const limited = face(persistentCommandOperation, {
      name: "limited",
      description: "Runs a command.",
      inputSchema: z.object({ command: z.string() }),
      toInput: ({ command }) => ({ command, timeoutMs: 500 }),
      toResult: (output) => JSON.stringify(output),
    });
    const world = await toolsetWorld({ name: "own", tools: [limited] });
    expect(JSON.parse(await world.text("limited", { command: "echo begun; sleep 600" }))).toEqual({
      output: "begun\n",
      shellEnded: true,
      restarted: false,
      timeoutMs: 500,
    });
    expect(JSON.parse(await world.text("limited", { command: "echo again" }))).toMatchObject({
      output: "again\n",
      exitCode: 0,
    });
  });

  it("runs a command in a new shell if the call asks for both, and says so", async () => {
    const world = await toolsetWorld(anthropicToolset);
    await world.text("bash", { command: "X=5" });
    const both = { command: 'echo "[$X]"', restart: true };
    expect(await world.text("bash", both)).toBe("tool has been restarted.\n[]\n");
    await using runtime = createToolRuntime({ toolset: anthropicToolset });
    const { calls } = await runtime.plan([{ id: "1", name: "bash", input: both }]);
    expect(calls[0]?.decision?.verdict).toBe("ask");
  });

  it("says what is missing", async () => {
    const world = await toolsetWorld(anthropicToolset);
    expect(await world.text("bash", {})).toBe("no command provided.");
    expect(await world.text("bash", { restart: false })).toBe("no command provided.");
    expect(await world.text("bash", { command: "" })).toMatch(/^command is empty\./);
  });

  it.each([
    ["ls", "default", "ask"],
    ["cat a", { trustedFolders: ["."] }, "ask"],
    ["ls", { rules: [{ command: "ls", verdict: "allow" }] }, "ask"],
    ["ls", { rules: [{ tool: "bash", verdict: "allow" }] }, "allow"],
    [
      "rm x",
      {
        rules: [
          { tool: "bash", verdict: "allow" },
          { command: "rm *", verdict: "deny" },
        ],
      },
      "deny",
    ],
    [
      "cat secrets/a",
      {
        rules: [
          { tool: "bash", verdict: "allow" },
          { path: "secrets/**", verdict: "deny" },
        ],
      },
      "deny",
    ],
  ] as const)(
    "judges a command as one of an interpreter: %s with %j is %s",
    async (command, permissions, verdict) => {
      await using runtime = createToolRuntime({ toolset: anthropicToolset, permissions });
      const { calls } = await runtime.plan([{ id: "1", name: "bash", input: { command } }]);
      expect(calls[0]?.decision?.verdict).toBe(verdict);
    },
  );

  it("restarts without a question", async () => {
    await using runtime = createToolRuntime({ toolset: anthropicToolset });
    const { calls } = await runtime.plan([{ id: "1", name: "bash", input: { restart: true } }]);
    expect(calls[0]?.decision?.verdict).toBe("allow");
  });
});
