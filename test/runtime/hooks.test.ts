import { describe, expect, it, vi } from "vitest";
import type { ApprovalRequest, BeforeCallAnswer, CallHook, ToolResult } from "../../src/core.js";
import { memoryBackend } from "../../src/core.js";
import {
  advanceUntilEnd,
  createToolRuntime,
  deferred,
  defineTool,
  manualClock,
  settle,
  z,
} from "./fixtures.js";
import { watchProcess } from "./well-formed.js";

/** A tool of a kind that asks by default; it writes nothing. */
function pages() {
  const ran: string[] = [];
  const tool = defineTool({
    name: "write",
    description: "Writes a page.",
    kind: "edit",
    aliases: ["Save"],
    inputSchema: z.object({ page: z.string().min(1), times: z.number().default(1) }),
    facts: ({ page }) => ({ paths: page.split(",") }),
    execute: ({ page, times }) => {
      ran.push(page);
      return `wrote ${page} ${times} times`;
    },
  });
  return { tool, ran };
}

const guarding = (answer: unknown, name = "guard"): CallHook => ({
  name,
  beforeCall: () => answer as BeforeCallAnswer,
});

type Options = Parameters<typeof createToolRuntime>[0];

function scene(hooks: readonly CallHook[], options: Options = {}) {
  const { tool, ran } = pages();
  const questions: ApprovalRequest[] = [];
  const backend = memoryBackend({ files: { "/work/a.txt": "a" } });
  const runtime = createToolRuntime({
    tools: [tool],
    backend,
    cwd: "/work",
    hooks,
    onApproval: (request) => {
      questions.push(request);
      return false;
    },
    ...options,
  });
  const write = (page = "a.txt", name = "write") => runtime.execute({ id: "1", name, input: { page } });
  return { runtime, write, ran, questions };
}

const textOf = (result: ToolResult | undefined) =>
  (result?.content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("\n");

describe("hooks before a call", () => {
  it("a hook that denies refuses a call that the rules allow", async () => {
    const { write, ran } = scene([guarding({ verdict: "deny", reason: "Frozen" })], {
      permissions: "allow-all",
    });
    const result = await write();
    expect(result).toMatchObject({
      status: "rejected-by-user",
      error: { errorCode: "permission-denied" },
      decision: { verdict: "deny", source: "hook", reason: "Frozen" },
    });
    expect(textOf(result)).toMatch(/denied by the hook 'guard'\. Reason: Frozen\./);
    expect(ran).toEqual([]);
  });

  it("a hook that asks turns an allowed call into a question, each time", async () => {
    const { write, ran, questions } = scene([guarding({ verdict: "ask", reason: "Look first" })], {
      permissions: "allow-all",
    });
    expect(await write()).toMatchObject({ status: "rejected-by-user" });
    expect(questions[0]).toMatchObject({
      decision: { verdict: "ask", source: "hook", reason: "Look first" },
      canRemember: false,
    });
    expect(ran).toEqual([]);
  });

  it("a hook that allows answers the question of the default for the kind", async () => {
    const { write, questions, ran } = scene([guarding({ verdict: "allow" })], {
      permissions: "default",
    });
    expect(await write()).toMatchObject({ status: "done", decision: { verdict: "allow", source: "hook" } });
    expect(questions).toEqual([]);
    expect(ran).toEqual(["a.txt"]);
  });

  it.each<[string, string, Options]>([
    ["a rule that asks", "a.txt", { permissions: { rules: [{ tool: "write", verdict: "ask" }] } }],
    ["a path outside the roots", "/etc/hosts", { permissions: "default" }],
    ["a protected path", ".git/config", { permissions: "default" }],
    ["a protected path after another one", "a.txt,.git/config", { permissions: "default" }],
  ])("a hook that allows does not answer the question about %s", async (_title, page, options) => {
    const { write, questions, ran } = scene([guarding({ verdict: "allow" })], options);
    await write(page);
    expect(questions).toHaveLength(1);
    expect(ran).toEqual([]);
  });

  it("a hook that allows does not answer the question about a command that cannot be read", async () => {
    const run = defineTool({
      name: "run",
      description: "Runs a command.",
      kind: "execute",
      inputSchema: z.object({ command: z.string() }),
      facts: ({ command }) => ({ command }),
      execute: ({ command }) => command,
    });
    const { runtime, questions } = scene([guarding({ verdict: "allow" })], { tools: [run] });
    const call = (command: string) => runtime.execute({ id: "1", name: "run", input: { command } });
    expect(await call("npm install")).toMatchObject({ status: "done", decision: { source: "hook" } });
    expect(await call('"$PROGRAM" install')).toMatchObject({ status: "rejected-by-user" });
    expect(questions).toHaveLength(1);
  });

  it("a hook that allows does not run for a call that a rule denies", async () => {
    const beforeCall = vi.fn(() => ({ verdict: "allow" as const }));
    const { write, ran } = scene([{ name: "guard", beforeCall }], {
      permissions: { rules: [{ tool: "write", verdict: "deny" }] },
    });
    expect(await write()).toMatchObject({ status: "rejected-by-user", decision: { source: "rule" } });
    expect(beforeCall).not.toHaveBeenCalled();
    expect(ran).toEqual([]);
  });

  it("a hook that allows does not answer the question about a repeated call", async () => {
    const { write, questions } = scene([guarding({ verdict: "allow" })], {
      permissions: "default",
    });
    for (let count = 0; count < 3; count += 1) await write();
    expect(questions.map(({ decision }) => decision.source)).toEqual(["repetition"]);
  });

  it("the strictest verdict of several hooks counts", async () => {
    const hooks = [
      guarding({ verdict: "allow" }),
      guarding({ verdict: "ask" }),
      guarding({ verdict: "deny" }, "no"),
    ];
    expect(await scene(hooks).write()).toMatchObject({ decision: { verdict: "deny", source: "hook" } });
    const { write, questions } = scene(hooks.slice(0, 2), { permissions: "allow-all" });
    await write();
    expect(questions).toHaveLength(1);
  });
});

describe("an input that a hook writes", () => {
  it("the input of a hook runs instead of the model's, and the result states it", async () => {
    const { write, ran } = scene([guarding({ input: { page: "b.txt" } })], { permissions: "allow-all" });
    const result = await write("a.txt", "Save");
    expect(result).toMatchObject({
      status: "done",
      requestedName: "Save",
      metadata: { editedInput: { page: "b.txt", times: 1 } },
    });
    expect(textOf(result)).toMatch(/A hook changed the input before this call ran.*b\.txt/);
    expect(ran).toEqual(["b.txt"]);
  });

  it("an input of a hook is validated", async () => {
    const { write, ran } = scene([guarding({ input: { page: 1, times: "x" } })], {
      permissions: "allow-all",
    });
    const result = await write();
    expect(result).toMatchObject({ status: "error", error: { errorCode: "invalid-input" } });
    expect(textOf(result)).toContain("The hook 'guard' changed the input of this call, and it has not run.");
    expect(ran).toEqual([]);
  });

  it.each<[string, Options, string]>([
    ["deny", { permissions: { rules: [{ path: "/work/b.txt", verdict: "deny" }] } }, "b.txt"],
    ["ask", { permissions: "default" }, "/etc/hosts"],
  ])(
    "an input of a hook is judged again: rules that %s count, even if the hook allows it",
    async (verdict, options, page) => {
      const { write, ran, questions } = scene([guarding({ verdict: "allow", input: { page } })], options);
      expect(await write()).toMatchObject({ status: "rejected-by-user", decision: { verdict } });
      expect(questions).toHaveLength(verdict === "ask" ? 1 : 0);
      expect(ran).toEqual([]);
    },
  );

  it("the approver sees the input of a hook, and it runs after a yes", async () => {
    const seen: unknown[] = [];
    const { write, ran } = scene([guarding({ verdict: "ask", input: { page: "b.txt" } })], {
      permissions: "allow-all",
      onApproval: ({ input, requestedInput }) => {
        seen.push(input, requestedInput);
        return true;
      },
    });
    expect(await write()).toMatchObject({ status: "done" });
    expect(seen).toEqual([{ page: "b.txt", times: 1 }, { page: "a.txt" }]);
    expect(ran).toEqual(["b.txt"]);
  });

  it("a call takes the locks of the new input", async () => {
    const gate = deferred();
    const log: string[] = [];
    const slow = defineTool({
      name: "write",
      description: "Writes a page.",
      kind: "other",
      inputSchema: z.object({ page: z.string() }),
      facts: () => ({}),
      executionProfile: { resourceKeys: ({ page }) => [{ key: page, mode: "write" }] },
      execute: async ({ page }) => {
        log.push(`start ${page}`);
        if (log.length === 1) await gate.promise;
        log.push(`end ${page}`);
        return page;
      },
    });
    const { runtime } = scene(
      [{ name: "guard", beforeCall: ({ id }) => (id === "2" ? { input: { page: "a.txt" } } : undefined) }],
      { tools: [slow], permissions: "allow-all" },
    );
    const running = runtime.executeBatch([
      { id: "1", name: "write", input: { page: "a.txt" } },
      { id: "2", name: "write", input: { page: "b.txt" } },
    ]);
    await settle();
    await settle();
    gate.resolve();
    await running;
    expect(log).toEqual(["start a.txt", "end a.txt", "start a.txt", "end a.txt"]);
  });

  it("resume runs the input that a hook wrote", async () => {
    const { tool, ran } = pages();
    const runtime = createToolRuntime({
      tools: [tool],
      cwd: "/work",
      backend: memoryBackend({ files: {} }),
      permissions: "allow-all",
      hooks: [guarding({ verdict: "ask", input: { page: "b.txt" } })],
    });
    const blocked = await runtime.execute({ id: "1", name: "write", input: { page: "a.txt" } });
    expect(blocked.status).toBe("blocked-on-user");
    const [result] = await runtime.resume([blocked], { "1": true });
    expect(result).toMatchObject({ status: "done" });
    expect(ran).toEqual(["b.txt"]);
  });
});

describe("the texts of hooks", () => {
  it("texts of hooks follow the content of the result", async () => {
    const hook: CallHook = {
      name: "lint",
      beforeCall: () => ({ context: "Formatted by prettier" }),
      afterCall: (_call, result) => ({ block: `bad ${result.status}`, context: "2 warnings" }),
    };
    const result = await scene([hook], { permissions: "allow-all" }).write();
    expect(result.status).toBe("done");
    expect(textOf(result)).toMatch(
      /^wrote a\.txt 1 times\nHook 'lint': Formatted by prettier\nHook 'lint': objects to this result: bad done\nHook 'lint': 2 warnings$/,
    );
  });

  it("texts of hooks are bounded and redacted", async () => {
    const hook: CallHook = { name: "lint", afterCall: () => ({ context: `secret ${"x".repeat(50_000)}` }) };
    const result = await scene([hook], {
      permissions: "allow-all",
      redact: (text) => text.replaceAll("secret", "***"),
    }).write();
    expect(textOf(result)).toContain("Hook 'lint': *** xxx");
    expect(textOf(result).length).toBeLessThan(11_000);
  });

  it("afterCall is not called for a call that did not run", async () => {
    const afterCall = vi.fn(() => undefined);
    const { write } = scene([guarding({ verdict: "deny" }), { name: "after", afterCall }]);
    await write();
    expect(afterCall).not.toHaveBeenCalled();
  });
});

describe("a failing hook", () => {
  const problem = (event: string) => ({ hook: "guard", event, problem: expect.any(String) });

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["rejects", () => Promise.reject(new Error("broken"))],
    ["answers with a number", () => 7],
    ["answers with an unknown verdict", () => ({ verdict: "yes" })],
    ["answers with a list as input", () => ({ input: [] })],
    [
      "has a getter that throws",
      () => ({
        get verdict() {
          throw new Error("broken");
        },
      }),
    ],
  ])("a hook that %s is reported and changes nothing", async (_title, answer) => {
    const watched = watchProcess();
    const { write, ran } = scene([{ name: "guard", beforeCall: answer as never }], {
      permissions: "allow-all",
    });
    expect(await write()).toMatchObject({ status: "done", metadata: { hooks: [problem("beforeCall")] } });
    expect(ran).toEqual(["a.txt"]);
    await watched.none();
  });

  it("a hook that fails after the call leaves the result as it is", async () => {
    const hook: CallHook = { name: "guard", afterCall: () => Promise.reject(new Error("broken")) };
    const result = await scene([hook], { permissions: "allow-all" }).write();
    expect(result).toMatchObject({ status: "done", metadata: { hooks: [problem("afterCall")] } });
  });

  it("a hook that denies with an unreadable reason still denies", async () => {
    const { write, ran } = scene([guarding({ verdict: "deny", reason: 7 })], { permissions: "allow-all" });
    expect(await write()).toMatchObject({ decision: { verdict: "deny", source: "hook" } });
    expect(ran).toEqual([]);
  });

  it("a hook that hangs is given up after the time limit, with its signal aborted", async () => {
    const clock = manualClock();
    let aborted: AbortSignal | undefined;
    const hanging: CallHook = {
      name: "guard",
      beforeCall: (_call, { signal }) => {
        aborted = signal;
        return new Promise(() => {});
      },
    };
    const { write } = scene([hanging], { permissions: "allow-all", clock, timeoutMs: 1_000 });
    const result = await advanceUntilEnd(clock, write());
    expect(result).toMatchObject({ status: "done", metadata: { hooks: [problem("beforeCall")] } });
    expect(aborted?.aborted).toBe(true);
  });

  it("a hook that hangs ends with its run, and the call does not run", async () => {
    const controller = new AbortController();
    const { runtime, ran } = scene([{ name: "guard", beforeCall: () => new Promise(() => {}) }], {
      permissions: "allow-all",
    });
    const running = runtime.execute(
      { id: "1", name: "write", input: { page: "a.txt" } },
      { signal: controller.signal },
    );
    await settle();
    controller.abort();
    expect(await running).toMatchObject({ status: "cancelled" });
    expect(ran).toEqual([]);
  });
});

describe("the option hooks", () => {
  it.each<[unknown, RegExp]>([
    ["x", /hooks must be a list/],
    [[null], /hooks\[0\] must be a hook/],
    [[{}], /hooks\[0\]\.name must be a string/],
    [[{ name: "a", beforeCall: 1 }], /hooks\[0\]\.beforeCall must be a function/],
    [[{ name: "a", before: () => {} }], /hooks\[0\].*before/],
  ])("refuses %j", (hooks, message) => {
    expect(() => createToolRuntime({ hooks: hooks as never })).toThrow(message);
  });

  it("hooks run inside middleware", async () => {
    const { write, ran } = scene([guarding({ verdict: "deny" })], {
      permissions: "allow-all",
      middleware: [(_call, next) => next()],
    });
    expect(await write()).toMatchObject({ decision: { verdict: "deny", source: "hook" } });
    expect(ran).toEqual([]);
  });
});
