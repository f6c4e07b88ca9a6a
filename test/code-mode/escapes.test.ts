import { describe, expect, it } from "vitest";
import type { CodeEngine } from "../../src/code-mode/index.js";
import { createProgramHost, textOf } from "./program-host.js";

/** Programs that return `true` if they found something that a program must not have. */
const ESCAPES: readonly (readonly [name: string, code: string])[] = [
  // Names of hosts.
  ["process", "return typeof process !== 'undefined'"],
  ["require", "return typeof require !== 'undefined'"],
  ["module", "return typeof module !== 'undefined'"],
  ["Buffer", "return typeof Buffer !== 'undefined'"],
  ["fetch", "return typeof fetch !== 'undefined'"],
  ["XMLHttpRequest", "return typeof XMLHttpRequest !== 'undefined'"],
  ["WebSocket", "return typeof WebSocket !== 'undefined'"],
  ["WebAssembly", "return typeof WebAssembly !== 'undefined'"],
  ["Worker", "return typeof Worker !== 'undefined'"],
  ["Deno and Bun", "return typeof Deno !== 'undefined' || typeof Bun !== 'undefined'"],
  ["the modules std and os of QuickJS", "return typeof std !== 'undefined' || typeof os !== 'undefined'"],
  [
    "print and scriptArgs of QuickJS",
    "return typeof print !== 'undefined' || typeof scriptArgs !== 'undefined'",
  ],
  [
    "a clock of microseconds",
    "return typeof performance !== 'undefined' && performance.now() !== performance.now()",
  ],
  ["a message port", "return typeof postMessage !== 'undefined' || typeof parentPort !== 'undefined'"],
  ["dynamic import of a Node built-in", "return await import('node:fs').then(() => true, () => false)"],
  ["dynamic import of std", "return await import('std').then(() => true, () => false)"],
  ["dynamic import of os", "return await import('os').then(() => true, () => false)"],
  ["dynamic import of a file", "return await import('/etc/passwd').then(() => true, () => false)"],
  [
    "dynamic import of a data URL",
    "return await import('data:text/javascript,export default 1').then(() => true, () => false)",
  ],
  // Constructors of functions reach the global scope of the engine, never that of the host.
  [
    "the constructor of a function",
    "return typeof (() => {}).constructor('return this')().process !== 'undefined'",
  ],
  [
    "the constructor of a tool",
    "return typeof tools.get.constructor('return this')().process !== 'undefined'",
  ],
  [
    "the constructor of a host function",
    "return typeof collet.submit.constructor('return this')().process !== 'undefined'",
  ],
  [
    "the constructor of an async function",
    "return typeof (await (async () => {}).constructor('return this')()).process !== 'undefined'",
  ],
  [
    "the constructor of a generator",
    "return typeof (function* () {}).constructor('yield this')().next().value.process !== 'undefined'",
  ],
  ["eval", "return typeof (0, eval)('this').process !== 'undefined'"],
  ["this of a sloppy function", "return typeof (function () { return this })().process !== 'undefined'"],
  [
    "the constructor of a result",
    "const got = await tools.set({ name: 'a', value: 1 }); return typeof got.constructor.constructor('return this')().process !== 'undefined'",
  ],
  [
    "the constructor of a promise of a call",
    "const call = tools.get({ name: 'a' }); const all = call.constructor.constructor('return this')(); await call; return typeof all.process !== 'undefined'",
  ],
  [
    "the constructor of an error of a call",
    "const error = await tools.fail().catch((error) => error); return typeof error.constructor.constructor('return this')().process !== 'undefined'",
  ],
  // Errors that cross.
  [
    "a stack with paths of the host",
    "const { stack } = await tools.fail().catch((error) => error); return /node_modules|file:|\\/src\\//.test(String(stack))",
  ],
  [
    "a cause or further members of an error",
    "const error = await tools.fail().catch((error) => error); return error.cause !== undefined || Object.keys(error).some((key) => !['code', 'status', 'name', 'stack', 'message'].includes(key))",
  ],
  [
    "an error of the engine with a stack of the host",
    "try { null.x } catch ({ stack }) { return /node:|file:/.test(String(stack)) }",
  ],
  [
    "a structured stack",
    "Error.prepareStackTrace = (_, frames) => frames; const { stack } = new Error('x'); return typeof stack !== 'string' && stack?.[0]?.getThis?.()?.process !== undefined",
  ],
  [
    "callee and caller",
    "return (function () { try { return arguments.callee.caller?.caller?.arguments?.[0]?.process !== undefined } catch { return false } })()",
  ],
  // Values on the way to the host.
  [
    "a getter on arguments that sees the host",
    "let seen; await tools.get({ get name() { seen = new Error().stack; return 'a' } }); return /node:|file:|dist/.test(String(seen))",
  ],
  [
    "a getter that changes its value",
    "let reads = 0; await tools.get({ get name() { reads += 1; return 'a' } }); return reads > 1",
  ],
  [
    "toJSON that returns another value later",
    "let reads = 0; await tools.get({ toJSON() { reads += 1; return { name: 'a' } } }); return reads > 1",
  ],
  [
    "a proxy as arguments",
    "const touched = []; await tools.get(new Proxy({ name: 'a' }, { get: (target, key) => { touched.push(key); return target[key] } })); return touched.includes('then')",
  ],
  [
    "a prototype for the host",
    'await tools.get(JSON.parse(\'{"name":"a","__proto__":{"polluted":true}}\')).catch(() => {}); return ({}).polluted === true',
  ],
  [
    "a constructor for the host",
    "await tools.get({ name: 'a', constructor: { prototype: { polluted: true } } }).catch(() => {}); return ({}).polluted === true",
  ],
  ["a function as arguments", "return await tools.get(() => process).then(() => true, () => false)"],
  ["a symbol as arguments", "return await tools.get(Symbol('a')).then(() => true, () => false)"],
  [
    "a cycle as arguments",
    "const all = { name: 'a' }; all.all = all; return await tools.get(all).then(() => true, () => false)",
  ],
  ["a bigint as arguments", "return await tools.get({ name: 1n }).then(() => true, () => false)"],
  // Names of tools.
  ["the tool __proto__", "return await tools.__proto__({}).then(() => true, () => false)"],
  ["the tool constructor", "return await tools.constructor({}).then(() => true, () => false)"],
  ["the tool that runs programs", "return await tools.run_code({ code: '1' }).then(() => true, () => false)"],
  [
    "the wrapper of several calls",
    "return await tools['multi_tool_use.parallel']({ tool_uses: [{ recipient_name: 'functions.run_code', parameters: { code: '1' } }] }).then(() => true, () => false)",
  ],
  [
    "another tool in place of one",
    "try { tools.get = () => 1 } catch {} return (await tools.get({ name: 'a' })) === 1",
  ],
  [
    "another prototype of the tools",
    "try { Object.setPrototypeOf(tools, { get: () => 1 }) } catch {} return (await tools.get({ name: 'a' })) === 1",
  ],
  // Messages past the code around the program.
  ["a message that is not JSON", "collet.submit('{'); await new Promise(() => {})"],
  [
    "a message of an unknown type",
    'collet.submit(\'[{"type":"run","code":"1"}]\'); await new Promise(() => {})',
  ],
  [
    "a call with a number of the future",
    'collet.submit(\'[{"type":"call","n":99,"name":"get","input":{}}]\'); await new Promise(() => {})',
  ],
  [
    "a call with a number of the past",
    'await tools.get({ name: \'a\' }); collet.submit(\'[{"type":"call","n":1,"name":"get","input":{}}]\'); await new Promise(() => {})',
  ],
  [
    "a call of a host function that does not exist",
    'collet.submit(\'[{"type":"host","n":1,"name":"constructor","input":[]}]\'); const message = JSON.parse(await collet.next()); return message.results.some(([, ok]) => ok)',
  ],
  ["a message of many parts", "for (let i = 0; i < 200_000; i += 1) collet.submit('[]'); return true"],
  ["many waits", "for (let i = 0; i < 100; i += 1) collet.next(); return true"],
  [
    "an object in place of a message",
    'collet.submit({ toString() { return \'[{"type":"run"}]\' } }); await new Promise(() => {})',
  ],
  // What a program changes in its own scope stays there.
  [
    "a promise with another species",
    "class Own extends Promise { static get [Symbol.species]() { return Array } } const own = Own.resolve(1); return typeof own.then(() => {}).process !== 'undefined'",
  ],
  [
    "a thenable that answers twice",
    "let count = 0; const value = await { then(resolve) { resolve(1); resolve(2); count += 1 } }; return value !== 1 || count !== 1",
  ],
  [
    "changed prototypes",
    "Array.prototype.push = () => { throw new Error('own') }; return await tools.get({ name: 'a' }).then(() => false, () => false)",
  ],
  [
    "a changed JSON",
    "JSON.stringify = () => '[{\"type\":\"run\"}]'; return await tools.get({ name: 'a' }).then(() => true, () => false)",
  ],
  [
    "a changed Promise",
    "Promise.prototype.then = function () { return this }; tools.get({ name: 'a' }); return false",
  ],
  ["the end of the function around the program", "return false } ; text(typeof process); {"],
  ["a return value that is not JSON", "return { toJSON() { return () => {} } }"],
  ["a forged end", 'JSON.stringify = () => \'{"value":"forged"}\'; return 1'],
];

/** An engine without a sandbox: it runs programs in the scope of the host. */
const openEngine: CodeEngine = {
  async run({ source }, host) {
    const run = Object.getPrototypeOf(async () => {}).constructor("collet", source) as (
      collet: unknown,
    ) => Promise<string>;
    const collet = { submit: (text: string) => host.submit(text), next: () => host.next() };
    return { type: "returned", value: await run(collet) };
  },
};

describe("an escape of a program", () => {
  it("covers more than 60 ways", () => {
    expect(ESCAPES.length).toBeGreaterThan(60);
  });

  it.each(["process", "Buffer", "fetch", "the constructor of a tool", "eval"])(
    "finds %s in an engine without a sandbox (control)",
    async (name) => {
      await using host = createProgramHost({ codeMode: { engine: openEngine } });
      const code = ESCAPES.find(([each]) => each === name)?.[1] ?? "";
      expect(await host.run(code)).toMatchObject({ status: "done", result: { value: true } });
    },
  );

  it.each(ESCAPES)("does not find %s", async (_name, code) => {
    await using host = createProgramHost({ codeMode: { limits: { computeMs: 2_000 } } });
    const result = await host.run(code);
    expect(["done", "error"]).toContain(result.status);
    if (result.status === "done") expect((result.result as { value?: unknown }).value).not.toBe(true);
    expect(textOf(result)).not.toMatch(/\bobject\b.*process|node:|\/dist\//);
    // The host is as it was: it runs the next program, and no prototype has changed.
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(await host.run("1 + 1")).toMatchObject({ status: "done", result: { value: 2 } });
    expect(host.executed.filter((call) => !/^(get|set) a$/.test(call))).toEqual([]);
  });
});
