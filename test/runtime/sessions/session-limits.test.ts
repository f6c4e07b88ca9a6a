import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createToolRuntime } from "../../../src/core.js";
import {
  defineTool,
  createToolRuntime as local,
  type PermissionRule,
  type SessionLimits,
} from "../../../src/index.js";
import { echoTool } from "../fixtures.js";

const runTool = defineTool({
  name: "run",
  description: "Runs a command.",
  aliases: ["sh"],
  kind: "execute",
  inputSchema: z.object({ command: z.string() }),
  facts: ({ command }) => ({ command }),
  executionProfile: { resourceKeys: () => [] },
  execute: ({ command }) => `ran ${command}`,
});
const askTool = defineTool({
  name: "asking",
  description: "Asks before it does something.",
  kind: "think",
  inputSchema: z.object({ command: z.string() }),
  executionProfile: { resourceKeys: () => [] },
  execute: async ({ command }, context) =>
    (await context.ask({ reason: "Needed.", command, kind: "execute" })) ? "yes" : "no",
});
const tools = [echoTool, runTool, askTool] as const;

const LATER = {
  description: "Is needed later.",
  kind: "think",
  deferred: true,
  inputSchema: z.object({}),
  execute: () => "later",
} as const;

const run = (command: string) => ({ id: "1", name: "run", input: { command } });

describe("the limits of a session", () => {
  it.each<[string, SessionLimits, string]>([
    ["nothing", {}, "done"],
    ["a rule that denies the tool", { rules: [{ tool: "run", verdict: "deny" }] }, "permission-denied"],
    ["a rule that denies its alias", { rules: [{ tool: "sh", verdict: "deny" }] }, "permission-denied"],
    ["a rule that denies its kind", { rules: [{ kind: "execute", verdict: "deny" }] }, "permission-denied"],
    [
      "a rule that denies the command",
      { rules: [{ command: "make *", verdict: "deny" }] },
      "permission-denied",
    ],
    ["a rule that asks", { rules: [{ command: "make *", verdict: "ask" }] }, "blocked-on-user"],
    ["a rule about something else", { rules: [{ tool: "echo", verdict: "deny" }] }, "done"],
    ["a mode without the tool", { mode: { includeTools: ["echo"] } }, "tool-not-available"],
    ["a mode with the tool", { mode: { includeTools: ["run"] } }, "done"],
    ["a list without the tool", { tools: ["echo"] }, "tool-not-available"],
    ["a function that leaves it out", { tools: (tool) => tool.kind !== "execute" }, "tool-not-available"],
    [
      "a function that throws",
      {
        tools: () => {
          throw new Error("no");
        },
      },
      "tool-not-available",
    ],
  ])("narrows the permissions of the runtime by %s", async (_what, limits, expected) => {
    const runtime = createToolRuntime({ tools, permissions: "allow-all" });
    const session = runtime.session(limits);
    const result = await runtime.execute(run("make all"), { session });
    expect(result.error?.errorCode ?? result.status).toBe(expected);
    // The runtime's own session is unchanged.
    expect((await runtime.execute(run("make all"))).status).toBe("done");
    const [planned] = (await runtime.plan([run("make all")])).calls;
    expect(planned?.decision?.verdict).toBe("allow");
  });

  it.each<[string, readonly PermissionRule[]]>([
    ["a denial", [{ tool: "run", verdict: "deny" }]],
    ["an ask", [{ tool: "run", verdict: "ask" }]],
  ])("keeps %s of the runtime", async (_what, rules) => {
    const runtime = createToolRuntime({ tools, permissions: rules });
    const allowing = {
      rules: [{ verdict: "allow" }, { tool: "run", command: "*", verdict: "allow" }],
    } as const;
    const expected = await runtime.execute(run("make"));
    const result = await runtime.execute(run("make"), { session: runtime.session(allowing) });
    expect(result.status).toBe(expected.status);
    expect(result.status).not.toBe("done");
  });

  it("keeps the limits of the parent session", async () => {
    const runtime = createToolRuntime({ tools, permissions: "allow-all" });
    const parent = runtime.session({ rules: [{ command: "make *", verdict: "deny" }], tools: ["run"] });
    const child = runtime.session({ parent, rules: [{ verdict: "allow" }], tools: ["run", "echo"] });
    const grandchild = runtime.session({ parent: child });
    // A session object that a host created has no limits.
    const foreign = { id: "x", cwd: "/", memory: new Map(), parent: grandchild };
    for (const session of [child, grandchild, foreign]) {
      expect((await runtime.execute(run("make all"), { session })).error?.errorCode).toBe(
        "permission-denied",
      );
      expect((await runtime.execute(run("ls"), { session })).status).toBe("done");
      const echo = { id: "1", name: "echo", input: { text: "a" } };
      expect((await runtime.execute(echo, { session })).error?.errorCode).toBe("tool-not-available");
      expect(runtime.tools(undefined, { session }).map(({ name }) => name)).toEqual(["run"]);
    }
  });

  it("hides tools that the session denies outright", () => {
    const runtime = createToolRuntime({ tools });
    const namesOf = (limits: SessionLimits) =>
      runtime.tools(undefined, { session: runtime.session(limits) }).map(({ name }) => name);
    expect(namesOf({})).toEqual(["echo", "run", "asking"]);
    expect(namesOf({ rules: [{ kind: "execute", verdict: "deny" }] })).toEqual(["echo", "asking"]);
    expect(namesOf({ rules: [{ command: "rm *", verdict: "deny" }] })).toEqual(["echo", "run", "asking"]);
    expect(namesOf({ mode: { includeTools: ["run"] } })).toEqual(["run"]);
    expect(namesOf({ tools: ["asking"] })).toEqual(["asking"]);
  });

  it("excludes deferred tools from ToolSearch that the session may not use", async () => {
    const later = (name: string) => defineTool({ ...LATER, name });
    const runtime = createToolRuntime({ tools: [...tools, later("later_one"), later("later_two")] });
    const session = runtime.session({ rules: [{ tool: "later_two", verdict: "deny" }] });
    for (const query of ["select:later_one,later_two", "later"]) {
      const call = { id: "1", name: "ToolSearch", input: { query } };
      const found = async (execute = {}) => JSON.stringify((await runtime.execute(call, execute)).content);
      expect(await found()).toContain('\\"name\\":\\"later_two\\"');
      expect(await found({ session })).toContain('\\"name\\":\\"later_one\\"');
      expect(await found({ session })).not.toContain('\\"name\\":\\"later_two\\"');
    }
    expect(runtime.tools(undefined, { session }).map(({ name }) => name)).toContain("later_one");
    expect(runtime.tools(undefined, { session }).map(({ name }) => name)).not.toContain("later_two");
  });

  it("applies the limits to questions of a running tool", async () => {
    const runtime = createToolRuntime({ tools, permissions: "allow-all" });
    const asking = { id: "1", name: "asking", input: { command: "make all" } };
    const answer = async (limits: SessionLimits) =>
      (await runtime.execute(asking, { session: runtime.session(limits) })).result;
    expect(await answer({})).toBe("yes");
    expect(await answer({ rules: [{ kind: "execute", verdict: "deny" }] })).toBe("no");
  });

  it("includes the limits in explain and plan", async () => {
    const runtime = createToolRuntime({ tools, permissions: "allow-all" });
    const reason = "Not here.";
    const session = runtime.session({ rules: [{ tool: "run", verdict: "deny", reason }] });
    const explained = await runtime.explain(run("make"), { session });
    expect(explained.decision).toMatchObject({ verdict: "deny", source: "rule", reason });
    expect(explained.text).toContain(reason);
    const plan = await runtime.plan([run("make")], { session });
    expect(plan.calls[0]?.error?.errorCode).toBe("permission-denied");
  });

  it.each<[string, object, RegExp]>([
    ["a rule with a misspelt key", { rules: [{ tol: "run", verdict: "deny" }] }, /has no key "tol"/],
    ["rules that are no list", { rules: "deny" }, /must be a list/],
    ["tools that are no list", { tools: "run" }, /list of names or a function/],
  ])("refuses %s", (_what, limits, message) => {
    expect(() => createToolRuntime({ tools }).session(limits)).toThrow(message);
  });
});

describe("the grants of a session", () => {
  const ask = (remember: "session" | "once") => {
    const asked: string[] = [];
    const runtime = createToolRuntime({
      tools,
      repeatedCalls: "allow",
      onApproval: ({ sessionId }) => {
        asked.push(sessionId);
        return { approved: true, remember };
      },
    });
    return { runtime, asked };
  };

  it("applies a grant in child sessions", async () => {
    const { runtime, asked } = ask("session");
    const parent = runtime.session({ id: "parent" });
    const child = runtime.session({ id: "child", parent });
    await runtime.execute(run("deploy now"), { session: parent });
    await runtime.execute(run("deploy now"), { session: child });
    expect(asked).toEqual(["parent"]);
  });

  it("applies a grant neither in parents nor in siblings", async () => {
    const { runtime, asked } = ask("session");
    const parent = runtime.session({ id: "parent" });
    const [one, other] = ["one", "other"].map((id) => runtime.session({ id, parent }));
    for (const session of [one, one, other, parent]) {
      await runtime.execute(run("deploy now"), { ...(session !== undefined && { session }) });
    }
    expect(asked).toEqual(["one", "other", "parent"]);
  });

  it("satisfies the limits of the session and of its parents, but not of its children", async () => {
    const { runtime, asked } = ask("session");
    const rules = [{ tool: "run", verdict: "ask" }] as const;
    const parent = runtime.session({ id: "parent", rules });
    const child = runtime.session({ id: "child", parent, rules });
    for (const session of [parent, parent, child, child])
      await runtime.execute(run("deploy now"), { session });
    expect(asked).toEqual(["parent", "child"]);
  });
});

describe("path rules in a session with another working directory", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "collet-limits-")));
    await mkdir(join(folder, "secret"));
    await mkdir(join(folder, "work"));
    await writeFile(join(folder, "secret/plan.txt"), "needle\n");
    await writeFile(join(folder, "work/open.txt"), "needle\n");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const RULES = [{ path: "secret/**", verdict: "deny" }] as const;
  const read = { id: "1", name: "Read", input: { path: "../secret/plan.txt" } };

  it("starts the patterns of a rule at the folder of the session that set it", async () => {
    for (const of of ["runtime", "parent"] as const) {
      await using runtime = local({ cwd: folder, permissions: { rules: of === "runtime" ? RULES : [] } });
      const parent = runtime.session(of === "parent" ? { rules: RULES } : {});
      const child = runtime.session({ parent, cwd: "work" });
      expect((await runtime.execute(read, { session: child })).error?.errorCode).toBe("permission-denied");
      const open = { id: "1", name: "Read", input: { path: "open.txt" } };
      expect((await runtime.execute(open, { session: child })).status).toBe("done");
      const grep = { id: "1", name: "Grep", input: { pattern: "needle", path: folder } };
      expect((await runtime.execute(grep, { session: child })).result).toEqual(
        ["work/open.txt:1: needle"].map((line) => expect.stringContaining(line.split("/")[1] ?? "")),
      );
    }
  });

  it("starts the patterns of its rules at its folder", async () => {
    await using runtime = local({ cwd: folder });
    const session = runtime.session({ cwd: "work", rules: [{ path: "open.txt", verdict: "deny" }] });
    const open = { id: "1", name: "Read", input: { path: join(folder, "work/open.txt") } };
    expect((await runtime.execute(open, { session })).error?.errorCode).toBe("permission-denied");
    expect((await runtime.execute(read, { session })).status).toBe("done");
  });
});
