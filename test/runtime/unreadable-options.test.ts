import { describe, expect, it } from "vitest";
import { runAgent } from "../../src/core.js";
import { createToolRuntime, echoTool } from "./fixtures.js";
import { RETURNED, revokedProxy, throwingGetters, throwingProxy } from "./hostile-values.js";
import { watchProcess } from "./well-formed.js";

const runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
const call = { id: "1", name: "echo", input: { text: "x" } };
const model = { generate: async () => ({ text: "done", toolCalls: [] }) };

/** The methods of a runtime that take options. */
const METHODS: Readonly<Record<string, (options: never) => unknown>> = {
  executeBatch: (options) => runtime.executeBatch([call], options),
  plan: (options) => runtime.plan([call], options),
  explain: (options) => runtime.explain(call, options),
  resume: (options) => runtime.resume([], {}, options),
  invoke: (options) => runtime.invoke("echo" as never, {} as never, options),
  session: (options) => runtime.session(options),
  tools: (options) => runtime.tools(undefined, options),
  discover: (options) => runtime.discover("/w", options),
  exportSession: (options) => runtime.exportSession(undefined, options),
  importSession: async (options) => runtime.importSession(await runtime.exportSession(), options),
  stream: async (options) => {
    for await (const event of runtime.stream([call], options)) void event;
  },
  runAgent: (options) => runAgent(options),
};

/** Objects whose members, or the list of whose members, cannot be read. */
const UNREADABLE: readonly (readonly [string, () => object])[] = [
  ["getters that throw", () => Object.defineProperties({}, enumerable(throwingGetters()))],
  ["a getter that throws no error", () => Object.defineProperty({}, "odd", { enumerable: true, get: fail })],
  ["a proxy whose traps throw", throwingProxy],
  ["a proxy whose keys cannot be listed", () => new Proxy({}, { ownKeys: fail })],
  ["a revoked proxy", () => revokedProxy()],
];

function fail(): never {
  throw 1;
}

function enumerable(object: object): PropertyDescriptorMap {
  const all = Object.entries(Object.getOwnPropertyDescriptors(object));
  return Object.fromEntries(all.map(([name, descriptor]) => [name, { ...descriptor, enumerable: true }]));
}

const rejecting = () => Promise.reject(new Error("never awaited"));

describe("options that cannot be read", () => {
  it.each(UNREADABLE)("refuses options with the name of the method if they are %s", async (_name, make) => {
    const watched = watchProcess();
    for (const [method, use] of Object.entries(METHODS)) {
      const thrown = await (async () => use(make() as never))().catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(TypeError);
      const text = (thrown as Error).message;
      expect(text).toMatch(/options|option "|must be an object|needs a runtime/);
      expect(text).not.toMatch(/a (?:getter|trap) throws/);
      if (method === "runAgent") expect(text).toContain("runAgent");
    }
    await watched.none();
  });
});

describe("options of runAgent", () => {
  const names = ["model", "prompt", "messages", "tools", "maxSteps", "maxTokens", "signal", "system"];

  it.each(Object.entries(RETURNED))(
    "options that are %s are refused by name or used",
    async (_name, make) => {
      const watched = watchProcess();
      for (const name of names) {
        const given = { runtime, model, prompt: "Go.", [name]: make() };
        const outcome = await runAgent(given as never).catch((error: unknown) => error);
        if (!(outcome instanceof Error)) continue;
        expect(outcome.message).toMatch(/runAgent|^tools /);
        expect(outcome.message).not.toMatch(/\[object |Cannot |is not (?:iterable|a function)/);
      }
      await watched.none();
    },
  );
});

describe("promises among the arguments of a runtime", () => {
  it.each<[string, () => unknown]>([
    ["execute", () => runtime.execute(rejecting() as never, rejecting() as never)],
    ["executeBatch", () => runtime.executeBatch(rejecting() as never, rejecting() as never)],
    ["the input of a call", () => runtime.execute({ ...call, input: { text: rejecting() } })],
    ["invoke", () => runtime.invoke(rejecting() as never, rejecting() as never)],
    ["explain", () => runtime.explain(rejecting() as never, rejecting() as never)],
    ["plan", () => runtime.plan(rejecting() as never, rejecting() as never)],
    ["resume", () => runtime.resume([{ status: rejecting() }] as never, { 1: rejecting() } as never)],
    ["tools", () => runtime.tools(() => rejecting() as never)],
    ["session", () => runtime.session({ subagent: { type: rejecting() } } as never)],
    ["exportSession", () => runtime.exportSession(rejecting() as never, rejecting() as never)],
    ["importSession", () => runtime.importSession({ states: { a: rejecting() } }, rejecting() as never)],
    ["runAgent", () => runAgent({ runtime, model, messages: [rejecting()], prompt: [rejecting()] } as never)],
  ])("may reject in %s without ending the process", async (_name, use) => {
    const watched = watchProcess();
    await (async () => use())().catch(() => undefined);
    await watched.none();
  });
});
