import { expect } from "vitest";
import * as z from "zod";
import { createToolRuntime, defineTool, type ToolResult } from "../../../src/index.js";
import { type Attack, asked, refused } from "../attack.js";
import { bash, create, edit, grep, read, remove } from "../calls.js";
import { CANARY, SECRET_TEXT, type World } from "../world.js";
import { type WorldRuntimeOptions, worldRuntime } from "../world-runtime.js";

/** A command that leaves a trace when it runs. */
const TRACE = "touch RAN";

/** Runs calls one after the other with the answers of an approver, and gives what came of them. */
async function calls(
  world: World,
  options: WorldRuntimeOptions,
  ...steps: readonly { readonly name: string; readonly input: unknown }[]
): Promise<readonly ToolResult[]> {
  await using runtime = worldRuntime(world, options);
  const results: ToolResult[] = [];
  for (const [index, step] of steps.entries()) {
    results.push(await runtime.execute({ id: `${index}`, ...step }));
  }
  return results;
}

/** Ways around rules and approvals. */
export const permissionEngineAttacks: readonly Attack[] = [
  {
    id: "K002",
    hazard: "a denied tool by its other name",
    rules: [{ tool: "Bash", verdict: "deny" }],
    steps: [{ name: "run_terminal_command", input: { cmd: TRACE } }],
    ending: refused("permission-denied"),
  },
  {
    id: "K004",
    hazard: "another tool that runs commands, where one is denied",
    stage: async (world) => {
      let ran = false;
      const powerShell = defineTool({
        name: "PowerShell",
        description: "Runs a command.",
        kind: "execute",
        inputSchema: z.object({ command: z.string() }),
        facts: ({ command }) => ({ command }),
        execute: () => {
          ran = true;
          return "ran";
        },
      });
      await using runtime = createToolRuntime({
        cwd: world.ws,
        stateDirectory: world.state,
        tools: [powerShell],
        permissions: [{ kind: "execute", verdict: "deny" }],
        onApproval: () => true,
      });
      const result = await runtime.execute({ id: "1", name: "PowerShell", input: { command: "rm x" } });
      expect(result.error?.errorCode).toBe("permission-denied");
      expect(ran).toBe(false);
      const names = runtime.tools().map(({ name }) => name);
      expect(names).not.toContain("PowerShell");
      expect(names).not.toContain("Bash");
    },
  },
  {
    id: "K005",
    hazard: "an allow for everything after a deny",
    setup: (world) => world.file("$WS/f"),
    rules: [{ tool: "delete_file", verdict: "deny" }, { verdict: "allow" }],
    steps: [remove("$WS/f")],
    ending: refused("permission-denied"),
  },
  {
    id: "K006",
    hazard: "a folder of the same name somewhere else",
    setup: (world) => world.file("$WS/other/src/f", "a\n"),
    asksForEdits: true,
    rules: [{ kind: "edit", path: "src/**", verdict: "allow" }],
    steps: [edit("$WS/other/src/f", "a", "b")],
    ending: asked("$WS/other/src/f"),
  },
  {
    id: "K007",
    hazard: "a search in a folder whose files must not be read",
    setup: (world) => world.file("$WS/secrets/x", "x\n"),
    rules: [{ path: "secrets/**", verdict: "deny" }],
    steps: [grep("x", { path: "$WS/secrets" })],
    ending: refused("permission-denied"),
  },
  {
    id: "K007b",
    hazard: "a command that reads a file that must not be read, with every command allowed",
    setup: (world) => world.file("$WS/secrets/x", "x\n"),
    rules: [
      { tool: "Bash", verdict: "allow" },
      { path: "secrets/**", verdict: "deny" },
    ],
    steps: [bash("cd . && cat './secrets/x'")],
    ending: refused("permission-denied"),
  },
  {
    id: "K007c",
    hazard: "a name of a file that is only known when the command runs, where a rule denies files",
    setup: (world) => world.file("$WS/secrets/x", "x\n"),
    rules: [
      { tool: "Bash", verdict: "allow" },
      { path: "secrets/**", verdict: "deny" },
    ],
    steps: [bash("cat s[e]*/x")],
    ending: asked(),
  },
  {
    id: "K007d",
    hazard: "a pattern of names that matches a file that a rule denies",
    setup: (world) => world.file("$WS/secrets/x", "x\n"),
    rules: [
      { tool: "Bash", verdict: "allow" },
      { path: "secrets/**", verdict: "deny" },
    ],
    steps: [bash("cat s*/x")],
    ending: refused("permission-denied"),
  },
  {
    id: "K012",
    hazard: "an approver that never answers",
    stage: async (world) => {
      world.file("$WS/a.txt", "seen\n");
      await using runtime = createToolRuntime({
        cwd: world.ws,
        stateDirectory: world.state,
        approvalTimeoutMs: 100,
        onApproval: () => new Promise<boolean>(() => {}),
      });
      const [written, seen] = await runtime.executeBatch([
        { id: "1", name: "create_file", input: { path: world.path("$WS/f"), content: "x" } },
        { id: "2", name: "Read", input: { path: world.path("$WS/a.txt") } },
      ]);
      expect(written).toMatchObject({ status: "rejected-by-user", error: { errorCode: "approval-failed" } });
      expect(seen?.status).toBe("done");
      expect(world.has("$WS/f")).toBe(false);
    },
  },
  {
    id: "K015",
    hazard: "a runtime has no approver to ask",
    stage: async (world) => {
      await using runtime = createToolRuntime({ cwd: world.ws, stateDirectory: world.state });
      const call = { id: "1", name: "create_file", input: { path: world.path("$WS/f"), content: "x" } };
      expect((await runtime.execute(call)).status).toBe("blocked-on-user");
      expect(world.has("$WS/f")).toBe(false);
    },
  },
  {
    id: "K016",
    hazard: "an approval for the session that covers more than it was given for",
    stage: async (world) => {
      const questions: string[] = [];
      const [first, again, more, longer] = await calls(
        world,
        {
          onApproval: ({ facts }) => {
            questions.push(facts.command ?? "");
            return facts.command === "touch a" ? { approved: true, remember: "session" } : false;
          },
        },
        bash("touch a"),
        bash("touch a"),
        bash(`touch a; ${TRACE}`),
        bash("touch a RAN"),
      );
      expect([first?.status, again?.status]).toEqual(["done", "done"]);
      expect([more?.status, longer?.status]).toEqual(["rejected-by-user", "rejected-by-user"]);
      expect(questions).toEqual(["touch a", `touch a; ${TRACE}`, "touch a RAN"]);
      expect(world.has("$WS/RAN")).toBe(false);
    },
  },
  {
    id: "K022",
    hazard: "a text that draws another question over the real one",
    asksForEdits: true,
    steps: [create("$WS/f", `\u001b[2J\u202e${"x\n".repeat(10_000)}`)],
    ending: {
      outcome: "ask",
      paths: ["$WS/f"],
      check: ({ questions }) => {
        const [question] = questions;
        expect(question?.warnings).toContain("hidden-characters");
        const preview = JSON.stringify(question?.preview);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point.
        expect(preview).not.toMatch(/[\u001b\u202e]|\\u001b/);
        expect(preview.length).toBeLessThan(100_000);
      },
    },
  },
  {
    id: "K023",
    hazard: "a symlink hides where a file lands",
    setup: (world) => world.link("$WS/link", "$OUT"),
    asksForEdits: true,
    steps: [create("$WS/link/f")],
    ending: {
      outcome: "ask",
      paths: ["$OUT/f"],
      check: ({ questions, world }) => {
        expect(questions[0]?.warnings).toContain("outside-roots");
        expect(questions[0]?.decision.reason).toContain(world.path("$OUT/f"));
        expect(JSON.stringify(questions[0]?.requestedInput)).toContain("link/f");
      },
    },
  },
  {
    id: "K024",
    hazard: "a description that tells something else than the command does",
    setup: (world) => world.file("$WS/build/a"),
    steps: [{ name: "Bash", input: { cmd: "rm -r build", description: "Lists files" } }],
    ending: {
      outcome: "safe",
      check: ({ questions, world, last }) => {
        expect(world.has("$WS/build/a")).toBe(true);
        expect(last.status).not.toBe("done");
        for (const { commands } of questions) expect(commands?.[0]?.words).toEqual(["rm", "-r", "build"]);
      },
    },
  },
  {
    id: "K026",
    hazard: "a path that leaves the allowed folder after its name",
    setup: (world) => {
      world.folder("$WS/build");
      world.folder("$WS/.git/hooks");
    },
    asksForEdits: true,
    rules: [{ kind: "edit", path: "build/**", verdict: "allow" }],
    steps: [create("$WS/build/../.git/hooks/x")],
    ending: asked("$WS/.git/hooks/x"),
  },
  {
    id: "K027",
    hazard: "a symlink in an allowed folder leads to a private key",
    setup: (world) => {
      world.file("$HOME/.ssh/id_rsa", SECRET_TEXT);
      world.link("$HOME/notes/link-to-ssh", "$HOME/.ssh");
    },
    rules: [{ kind: "read", path: "~/notes/**", verdict: "allow" }],
    steps: [read("~/notes/link-to-ssh/id_rsa")],
    ending: {
      outcome: "safe",
      check: ({ last, text }) => {
        expect(last.status).not.toBe("done");
        expect(text).not.toContain(CANARY);
      },
    },
  },
  {
    id: "K028",
    hazard: "a denied tool in other letters",
    rules: [{ tool: "bash", verdict: "deny" }],
    steps: [{ name: "BASH", input: { cmd: TRACE } }],
    ending: refused("permission-denied", "unknown-tool"),
  },
  {
    id: "K028b",
    hazard: "two answers to one question",
    stage: async (world) => {
      await using runtime = createToolRuntime({ cwd: world.ws, stateDirectory: world.state });
      const call = { id: "1", name: "Bash", input: { cmd: "echo x >> RAN" } };
      const blocked = JSON.parse(JSON.stringify([await runtime.execute(call)]));
      const results = (
        await Promise.all([runtime.resume(blocked, { 1: true }), runtime.resume(blocked, { 1: true })])
      ).flat();
      expect(results.map(({ status }) => status).sort()).toEqual(["done", "rejected-by-user"]);
      expect(world.text("$WS/RAN")).toBe("x\n");
    },
  },
  {
    id: "K028c",
    hazard: "an approver's own input that a rule denies",
    stage: async (world) => {
      const [result] = await calls(
        world,
        {
          rules: [{ tool: "Bash", command: "touch *", verdict: "deny" }],
          onApproval: () => ({ approved: true, input: { cmd: TRACE } }),
        },
        bash("mkdir b"),
      );
      expect(result?.error?.errorCode).toBe("permission-denied");
      expect(world.names()).toEqual([]);
    },
  },
];
