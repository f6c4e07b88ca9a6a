import { describe, expect, it } from "vitest";
import { ignoreRejection } from "../../src/contract/index.js";
import { createToolRuntime, defineTool, echoTool, z } from "./fixtures.js";
import { RETURNED, throwingProxy } from "./hostile-values.js";
import { watchProcess } from "./well-formed.js";

const call = { id: "1", name: "echo", input: { text: "x" } };
const runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });

/** The engine's own message for an unexpected value, which names no argument. */
const RAW = /^(?:.* is not iterable|Cannot (?:read|destructure|perform|convert)|.* is not a function)/;

/** Calls a method; anything it throws or rejects with must be an error with a message of this library. */
async function outcomeOf(use: () => unknown): Promise<unknown> {
  try {
    return await use();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(Error);
    expect((thrown as Error).message).not.toMatch(RAW);
    return thrown;
  }
}

const NOT_LISTS = Object.entries(RETURNED).filter(
  ([name]) => !/list$|list of nothing/.test(name) || /revoked/.test(name),
);
const NOT_OPTIONS = Object.entries(RETURNED).filter(
  ([name]) => !/undefined|null|object|list|function|promise|thenable/.test(name),
);

describe("arguments of a runtime", () => {
  it.each(NOT_LISTS)(
    "refuses %s in executeBatch, stream, plan and resume with the expected value",
    async (_name, make) => {
      const watched = watchProcess();
      const value = make();
      ignoreRejection(value);
      const { executeBatch, stream, plan, resume } = runtime;
      for (const [method, use] of Object.entries({ executeBatch, stream, plan })) {
        const thrown = await outcomeOf(() => use(value as never));
        expect(thrown).toBeInstanceOf(TypeError);
        expect((thrown as Error).message).toContain(`${method} expects an array of calls`);
      }
      const refused = await outcomeOf(() => resume(value as never, {}));
      expect((refused as Error).message).toContain("resume expects the list of results");
      await watched.none();
    },
  );

  it.each(Object.entries(RETURNED))(
    "execute, explain, invoke and importSession take %s without a raw error",
    async (_name, make) => {
      const watched = watchProcess();
      const value = make();
      ignoreRejection(value);
      await outcomeOf(() => runtime.execute(value as never));
      await outcomeOf(() => runtime.explain(value as never));
      await outcomeOf(() => runtime.invoke(value as never, {} as never));
      expect(await outcomeOf(() => runtime.importSession(value))).toMatchObject({ code: "invalid-input" });
      for (const states of [{ reads: value }, { journal: value }, value]) {
        await outcomeOf(() => runtime.importSession({ version: 1, id: "a", grants: [], states }));
      }
      await outcomeOf(() => runtime.importSession({ version: 1, id: "a", grants: value, states: {} }));
      await watched.none();
    },
  );

  it.each(NOT_OPTIONS)("options that are %s are refused by name", async (_name, make) => {
    const thrown = await outcomeOf(() => runtime.executeBatch([call], make() as never));
    expect((thrown as Error).message).toContain("options of a run must be an object");
    for (const name of ["signal", "session", "within", "onApproval", "onTimeline"]) {
      const refused = await outcomeOf(() => runtime.executeBatch([call], { [name]: make() } as never));
      expect((refused as Error).message).toMatch(new RegExp(`^(?:${name} must be|.*options of a run)`));
    }
  });

  it.each(Object.entries(RETURNED))(
    "resume names the entry and the field of a result that is %s",
    async (_name, make) => {
      const value = make();
      ignoreRejection(value);
      const refused = await outcomeOf(() => runtime.resume([value] as never, {}));
      expect(refused).toMatchObject({
        code: "invalid-input",
        message: expect.stringContaining("results[0]"),
      });
      const asked = { callId: "1", status: "blocked-on-user", approval: value };
      expect(await outcomeOf(() => runtime.resume([asked] as never, { 1: true }))).toMatchObject({
        code: "invalid-input",
        message: expect.stringContaining("results[0].approval"),
      });
    },
  );

  it("refuses lists whose length cannot be read or is impossible", async () => {
    const lists = [
      throwingProxy([]),
      new Proxy([], { get: (list, name) => (name === "length" ? 2 ** 32 - 1 : Reflect.get(list, name)) }),
      new Proxy([], { get: (list, name) => (name === "length" ? "all" : Reflect.get(list, name)) }),
    ];
    const { executeBatch, plan, resume } = runtime;
    for (const list of lists) {
      for (const use of [executeBatch, plan, (value: never) => resume(value, {})]) {
        const thrown = await outcomeOf(() => use(list as never));
        expect(thrown).toBeInstanceOf(TypeError);
        expect((thrown as Error).message).toContain("a list that cannot be read");
      }
    }
  });

  it("refuses dates as answers and as questions of resume", async () => {
    const date = new Date(Number.NaN);
    const answers = await outcomeOf(() => runtime.resume([], date as never));
    expect((answers as Error).message).toContain("resume expects answers by call id");
    const asked = { callId: "1", status: "blocked-on-user", approval: date };
    expect(await outcomeOf(() => runtime.resume([asked] as never, { 1: true }))).toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining("results[0].approval must be an object"),
    });
  });

  it.each(Object.entries(RETURNED))("explain names the rule that is %s", async (name, make) => {
    const rule = { tool: "echo", verdict: "allow" };
    for (const rules of [make(), [make()], [{ ...rule, tool: make() }], [{ ...rule, reason: make() }]]) {
      ignoreRejection(rules);
      const thrown = await outcomeOf(() => runtime.explain(call, { rules } as never));
      if (thrown instanceof Error)
        expect(thrown.message, name).toMatch(/^(?:permissions: rule|rules must|The (?:options|rules))/);
    }
    const throwing = Object.defineProperty({ ...rule }, "path", {
      enumerable: true,
      get: () => throwingProxy().constructor,
    });
    const refused = await outcomeOf(() => runtime.explain(call, { rules: [throwing] } as never));
    expect((refused as Error).message).toContain("permissions: rule 1 cannot be read");
  });

  it("resumes results that were stored as JSON", async () => {
    const tool = defineTool({
      name: "ask",
      description: "Asks.",
      kind: "think",
      inputSchema: z.object({}),
      execute: () => "done",
    });
    const asking = createToolRuntime({ tools: [tool], permissions: [{ tool: "ask", verdict: "ask" }] });
    const blocked = await asking.executeBatch([{ id: "1", name: "ask", input: {} }]);
    const stored = JSON.parse(JSON.stringify(blocked));
    expect(await asking.resume(stored, { 1: true })).toMatchObject([{ status: "done", result: "done" }]);
  });
});
