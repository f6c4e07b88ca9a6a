import { describe, expect, it } from "vitest";
import type { ToolContext, ToolResult } from "../../src/core.js";
import { createToolRuntime, defineTool, z } from "./fixtures.js";
import { cyclic, revokedProxy, throwingGetters } from "./hostile-values.js";
import { expectWellFormed, watchProcess } from "./well-formed.js";

/** Values that `JSON.stringify` cannot write. */
const WITHOUT_JSON: readonly (readonly [string, () => unknown])[] = [
  ["a bigint", () => 7n],
  ["a bigint in a list", () => [{ count: 7n }]],
  ["a bigint in a long list", () => [...Array.from({ length: 50_000 }, () => 1), 7n]],
  ["a cyclic object", cyclic],
  ["an object whose getters throw", () => ({ inner: throwingGetters() })],
  ["a revoked proxy", () => ({ inner: revokedProxy() })],
  ["a revoked function", () => ({ inner: revokedProxy(() => 1) })],
];

const CALLS = [{ id: "1", name: "odd", input: {} }];

async function runTool(
  execute: (input: object, context: ToolContext) => unknown,
  render?: () => string,
): Promise<ToolResult> {
  const watched = watchProcess();
  const tool = defineTool({
    ...{ name: "odd", description: "Returns odd values.", kind: "think", inputSchema: z.object({}) },
    execute,
    ...(render !== undefined && { render }),
  });
  const results = await createToolRuntime({ tools: [tool], permissions: "allow-all" }).executeBatch(CALLS);
  expectWellFormed(CALLS, results);
  await watched.none();
  return results[0] as ToolResult;
}

describe("a result whose parts have no JSON form", () => {
  it.each(WITHOUT_JSON)("refuses the output %s of a tool that renders it itself", async (_name, make) => {
    const result = await runTool(make, () => "rendered");
    expect(result).toMatchObject({
      status: "error",
      error: {
        errorCode: "invalid-output",
        message: "The tool 'odd' ran, but its output cannot be written as JSON.",
      },
    });
  });

  it.each(WITHOUT_JSON)("refuses a note that contains %s", async (_name, make) => {
    const result = await runTool((_input, { note }) => note({ inner: { value: make() } }));
    const named = /^The tool 'odd' failed: note\(\) expects an object that can be written as JSON/;
    expect(result).toMatchObject({ status: "error", error: { message: expect.stringMatching(named) } });
  });

  it("keeps a note that the tool changes afterwards", async () => {
    const list: unknown[] = [1];
    const result = await runTool((_input, { note }) => {
      note({ list });
      list.push(2n);
      return "done";
    });
    expect(result).toMatchObject({ status: "done", metadata: { list: [1] } });
  });
});

describe("promises inside values of a tool", () => {
  const rejecting = () => ({ inner: [{ deep: Promise.reject(new Error("never awaited")) }] });

  it.each<[string, (input: object, context: ToolContext) => unknown]>([
    ["an output", rejecting],
    ["a note", (_input, { note }) => note(rejecting())],
    ["a progress update", (_input, { progress }) => progress(rejecting() as never)],
    [
      "a thrown error",
      () => {
        throw Object.assign(new Error("boom"), { code: Promise.reject(new Error("never awaited")) });
      },
    ],
  ])("may reject in %s without ending the process", async (_name, execute) => {
    // Detects unhandled rejections itself.
    await runTool(execute);
    await runTool(execute, () => "rendered");
  });
});
