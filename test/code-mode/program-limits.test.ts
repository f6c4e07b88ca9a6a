import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type CodeEngine, quickJsEngine } from "../../src/code-mode/index.js";
import { createProgramHost, textOf } from "./program-host.js";

describe("the limits of a program", () => {
  it.each([
    ["computes without end", "while (true);", "computed for more than"],
    ["runs microtasks without end", "for (;;) await 0;", "computed for more than"],
    ["computes after it claims to wait", "collet.next(); while (true);", "computed for more than"],
    ["computes in a regular expression", `/^(a+)+$/.test("a".repeat(50) + "b")`, "computed for more than"],
    [
      "uses too much memory",
      `const all = []; for (;;) all.push("x".repeat(1e6) + all.length)`,
      "out of memory",
    ],
    ["calls itself without end", "const f = () => f() + 1; f()", "stack"],
    ["waits for nothing", "await new Promise(() => {})", "cannot happen"],
    ["makes too many calls", "for (;;) await tools.get({ name: 'a' })", "more than 20 calls"],
    ["puts out too much", "for (;;) text('x'.repeat(10_000))", "more than"],
    ["sends too much at once", "text('x'.repeat(5e6))", "too much"],
    [
      "passes too many values at once",
      "text(''); tools.get(Array(25_000).fill([]))",
      "more than 20000 values",
    ],
    [
      "forges a message of too many values",
      "collet.submit('[' + '[],'.repeat(1e6) + '1]'); await tools.get({})",
      "20000 values",
    ],
    ["returns too many values", "return Array(25_000).fill({})", "returned more than 20000 values"],
    ["returns too long a text", "return 'x'.repeat(5e6)", "returned more than 4194304 characters"],
  ])("end one that %s", async (_name, code, message) => {
    const computeMs = message.startsWith("computed") ? 300 : 10_000;
    const limits = { computeMs, calls: 20, outputCharacters: 100_000, memoryBytes: 33_554_432 };
    await using host = createProgramHost({ codeMode: { limits } });
    const result = await host.run(code);
    expect(result.status).toBe("error");
    expect(textOf(result)).toContain(message);
  });

  it("end one that runs too long", async () => {
    await using host = createProgramHost({
      codeMode: { limits: { durationMs: 50 } },
      pause: () => new Promise(() => {}),
    });
    expect(textOf(await host.run("await tools.get({ name: 'a' })"))).toContain("time limit");
  });

  it("do not count the time that the engine takes to start", async () => {
    const engine = quickJsEngine();
    const computeMs = 300;
    const slow: CodeEngine = {
      run: async (program, host) => {
        await delay(2 * computeMs);
        return engine.run(program, host);
      },
    };
    await using host = createProgramHost({ codeMode: { engine: slow, limits: { computeMs } } });
    expect(await host.run("1 + 1")).toMatchObject({ status: "done", result: { value: 2 } });
  });
});
