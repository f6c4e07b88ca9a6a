import { describe, expect, it } from "vitest";
import type { CodeEngine } from "../../src/code-mode/index.js";
import { ENDLESS } from "../endless-values.js";
import { RETURNED, THROWN } from "../runtime/hostile-values.js";
import { expectWellFormed, watchProcess } from "../runtime/well-formed.js";
import { createProgramHost, textOf } from "./program-host.js";

/** A message of the engine instead of one of this library. */
const RAW = /call stack|is not iterable|is not a function|Cannot (?:read|destructure)|\[object Object\]/;

async function run(engine: CodeEngine) {
  const watched = watchProcess();
  await using host = createProgramHost({
    codeMode: { engine, limits: { computeMs: 500, durationMs: 2_000 } },
  });
  const result = await host.run("1");
  expectWellFormed([{ id: "p1", name: "run_code", input: {} }], [result]);
  expect(textOf(result)).not.toMatch(RAW);
  await watched.none();
  return result;
}

describe("an engine of the host", () => {
  it.each(Object.entries(THROWN))(
    "an engine that throws or rejects with %s fails its program",
    async (_title, make) => {
      for (const engine of [
        {
          run: () => {
            throw make();
          },
        },
        { run: () => Promise.reject(make()) },
      ]) {
        const result = await run(engine);
        expect(result).toMatchObject({ status: "error", error: { errorCode: "program-failed" } });
      }
    },
  );

  it.each([...Object.entries(RETURNED), ...ENDLESS])(
    "an engine that returns %s fails its program",
    async (_title, make) => {
      for (const engine of [
        { run: () => make() as never },
        { run: async () => ({ type: "returned", value: make() }) as never },
        { run: async () => ({ type: "failed", message: make() }) as never },
        { run: async () => ({ type: make() }) as never },
      ]) {
        const result = await run(engine);
        expect(result).toMatchObject({ status: "error", error: { errorCode: "program-failed" } });
      }
    },
  );

  it.each([...Object.entries(RETURNED), ...ENDLESS])(
    "an engine that submits %s fails its program",
    async (_title, make) => {
      const result = await run({
        run: async (_program, host) => {
          host.submit(make() as never);
          await host.next();
          return { type: "returned", value: '{"value":1}' };
        },
      });
      expect(result).toMatchObject({ status: "error", error: { errorCode: "program-failed" } });
    },
  );
});

describe("a program", () => {
  it.each([
    ["an object that contains itself", "const a = { list: [] }; a.list.push(a); return a"],
    [
      "an object without an end",
      "const f = () => new Proxy({}, { get: (_t, n) => (n === 'toJSON' ? undefined : f()), ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }); return f()",
    ],
    [
      "a list without an end",
      "return new Proxy([], { get: (t, n) => (n === 'length' ? 4294967295 : n === 'toJSON' ? undefined : 1) })",
    ],
    ["an object of 20,000 levels", "let a = 1; for (let i = 0; i < 20000; i++) a = { a }; return a"],
    ["a bigint", "return 5n"],
    ["an object whose getters throw", "return { get a() { throw new Error('no') } }"],
    ["an object whose toJSON throws", "return { toJSON() { throw null } }"],
    ["a revoked proxy", "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy"],
    ["a promise that rejects with null", "return Promise.reject(null)"],
  ])("a program that returns %s ends with an error that the program caused", async (_title, code) => {
    const watched = watchProcess();
    await using host = createProgramHost({ codeMode: { limits: { computeMs: 2_000 } } });
    for (const program of [code, code.replace(/return (.*)$/, "await tools.get({ name: $1 })")]) {
      const result = await host.run(program);
      expect(result.status).toBe("error");
      expect(textOf(result)).not.toMatch(/\[object Object\]/);
    }
    await watched.none();
  });

  it.each([
    ["undefined", "return undefined"],
    ["a function", "return () => 1"],
    ["a symbol", "return Symbol('a')"],
    ["NaN", "return NaN"],
  ])("a program that returns %s ends without a value", async (_title, code) => {
    await using host = createProgramHost();
    const result = await host.run(code);
    expectWellFormed([{ id: "p1", name: "run_code", input: {} }], [result]);
    expect(result.status).toBe("done");
  });
});
