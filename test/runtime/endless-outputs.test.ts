import { describe, expect, it } from "vitest";
import type { Middleware, ToolResult } from "../../src/core.js";
import { ENDLESS } from "../endless-values.js";
import { createToolRuntime, defineTool, z } from "./fixtures.js";
import { expectWellFormed, watchProcess } from "./well-formed.js";

const CALLS = [{ id: "1", name: "give", input: {} }];

/** A message of the engine instead of one of this library. */
const RAW = /call stack|is not iterable|Cannot (?:read|destructure)/;

/** A tool that returns a value. */
const giving = (output: unknown, parts: object = {}) =>
  defineTool({
    name: "give",
    description: "Returns a value.",
    kind: "think",
    inputSchema: z.looseObject({}),
    execute: () => output,
    ...parts,
  });

async function run(options: object): Promise<ToolResult> {
  const watched = watchProcess();
  const runtime = createToolRuntime({ permissions: "allow-all", ...options });
  const results = await runtime.executeBatch(CALLS);
  expectWellFormed(CALLS, results);
  await watched.none();
  const [result] = results as [ToolResult];
  expect(result.error?.message ?? "").not.toMatch(RAW);
  return result;
}

describe("a call", () => {
  it.each(ENDLESS)("ends with an error in bounded time if its tool returns %s", async (_title, make) => {
    const result = await run({ tools: [giving(make())] });
    expect(result).toMatchObject({
      status: "error",
      error: { message: expect.stringMatching(/'give'|output/) },
    });
  });

  it.each(ENDLESS)("ends in bounded time if its tool renders %s", async (_title, make) => {
    const result = await run({ tools: [giving("x", { render: () => make() })] });
    expect(result.error?.message).toMatch(/^The tool 'give' ran, but its render function/);
  });

  it.each(ENDLESS)("ends in bounded time if middleware returns %s", async (_title, make) => {
    const layers: readonly Middleware[] = [
      () => make() as never,
      async (_call, next) => ({ ...(await next()), result: make() }) as never,
      async (_call, next) => ({ ...(await next()), metadata: { made: make() } }) as never,
      async (_call, next) => ({ ...(await next()), content: make() }) as never,
    ];
    for (const layer of layers) {
      const result = await run({ tools: [giving("x")], middleware: [layer] });
      expect(result).toMatchObject({
        status: "error",
        error: { message: expect.stringMatching(/^Middleware 1 /) },
      });
    }
  });

  it.each(ENDLESS)("ends in bounded time if the executor returns %s", async (_title, make) => {
    for (const answer of [
      make(),
      { status: "done", result: make(), content: [{ type: "text", text: "x" }] },
      { status: "done", result: 1, content: make() },
      { status: "done", result: 1, content: [], metadata: make() },
    ]) {
      const result = await run({ tools: [giving("x")], executor: { run: async () => answer } });
      expect(result).toMatchObject({
        status: "error",
        error: { message: expect.stringMatching(/executor/) },
      });
    }
  });

  it.each(ENDLESS)(
    "ends in bounded time if a hook or an approver changes its input to %s",
    async (_title, make) => {
      const hook = { name: "h", beforeCall: () => ({ input: make() }) as never };
      const hooked = await run({ tools: [giving("x")], hooks: [hook] });
      expect(hooked.status).toMatch(/^(?:done|error)$/);
      const answered = await run({
        tools: [giving("x")],
        permissions: [{ tool: "give", verdict: "ask" }],
        onApproval: () => ({ approved: true, input: make() }) as never,
      });
      expect(answered.status).not.toBe("done");
    },
  );
});
