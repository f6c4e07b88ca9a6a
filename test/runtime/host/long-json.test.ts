import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLongJson, longJsonText } from "../../../src/runtime/host/long-json.js";
import { createYield } from "../../../src/values/index.js";
import { createToolRuntime, defineTool, z } from "../fixtures.js";

const ROWS = Array.from({ length: 30_000 }, (_, index) => ({
  id: index,
  name: `row ${index}`,
  parts: [1, 2],
}));

async function outputOf(output: unknown) {
  const tool = defineTool({
    name: "give",
    description: "Returns a value.",
    kind: "think",
    inputSchema: z.object({}),
    execute: () => output,
  });
  const runtime = createToolRuntime({ tools: [tool], permissions: "allow-all" });
  return runtime.execute({ id: "1", name: "give", input: {} });
}

describe("longJsonText", () => {
  it("writes the same JSON as JSON.stringify", async () => {
    // A text that makes every value above it long, so that all levels are written in steps.
    const heavy = "x".repeat(1_400_000);
    const member = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(undefined, Number.NaN, new Date(0), () => 1, Symbol("s"), new Map([[1, 2]]), Object(3)),
    );
    const inner = fc.oneof(fc.array(member), fc.dictionary(fc.string(), member));
    await fc.assert(
      fc.asyncProperty(inner, fc.boolean(), async (value, inList) => {
        const long = inList
          ? [value, [heavy, value], undefined]
          : { "": value, b: { heavy, value }, c: undefined };
        expect(await longJsonText(long, { pause: createYield() })).toBe(JSON.stringify(long));
      }),
      { numRuns: 40 },
    );
  });

  it("uses toJSON of long members", async () => {
    const value = { rows: { toJSON: (key: string) => [key, ...ROWS] } };
    expect(await longJsonText(value, { pause: createYield() })).toBe(JSON.stringify(value));
  });

  it("refuses a value that contains itself", async () => {
    const value: Record<string, unknown> = { rows: ROWS };
    value.self = [value, value];
    await expect(longJsonText(value, { pause: createYield() })).rejects.toThrow("contains itself");
  });

  it("refuses a small value that is shared so often that its JSON is too long", async () => {
    let value: unknown = ["x".repeat(100)];
    for (let level = 0; level < 40; level += 1) value = [value, value];
    await expect(longJsonText(value, { pause: createYield() })).rejects.toThrow(
      /more than 67108864 characters/,
    );
  });

  it("writes long bytes as their length", async () => {
    const value = { bytes: new Uint8Array(5_000_000), buffer: Buffer.alloc(5_000_000) };
    expect(await longJsonText(value, { pause: createYield() })).toBe(
      '{"bytes":"(5000000 bytes)","buffer":"(5000000 bytes)"}',
    );
  });

  it("checks values of any length, and objects that are shared once each", async () => {
    let shared: unknown = ["x".repeat(100)];
    for (let level = 0; level < 40; level += 1) shared = [shared, shared];
    const rows = Array.from({ length: 700 }, () => "x".repeat(100_000));
    const check = (value: unknown) => longJsonText(value, { pause: createYield(), purpose: "check" });
    await expect(check({ rows, shared })).resolves.toBeTypeOf("string");
    await expect(check({ rows, shared: [shared, { at: 1n }] })).rejects.toThrow(TypeError);
  });
});

describe("isLongJson", () => {
  it.each<[string, unknown, boolean]>([
    ["a small object", { a: [1, { b: 2 }] }, false],
    ["many rows", ROWS, true],
    ["a long text", { text: "x".repeat(2_000_000) }, true],
    ["long bytes", new Uint8Array(1_000_000), true],
  ])("returns of %s whether it is long", (_name, value, expected) => {
    expect(isLongJson(value)).toBe(expected);
  });
});

describe("the output of a tool", () => {
  it("shows the start of the JSON of a long value and returns the value", async () => {
    const result = await outputOf(ROWS);
    expect(result.status).toBe("done");
    expect(result.result).toBe(ROWS);
    expect(result.content[0]).toMatchObject({
      type: "text",
      text: expect.stringMatching(/^\[\{"id":0,"name":"row 0","parts":\[1,2\]\}/),
    });
    expect(result.truncation?.omittedBytes).toBeGreaterThan(1_000_000);
  });

  it("shows a value of many members whose JSON is short as the truncation policy says", async () => {
    const zeros = new Array(30_000).fill(0);
    const { content } = await outputOf(zeros);
    expect(content).toEqual([{ type: "json", value: zeros }]);
  });

  it("shows bytes as their length", async () => {
    expect((await outputOf(new Uint8Array(10_000_000))).content).toEqual([
      { type: "text", text: "(10000000 bytes)" },
    ]);
  });

  it("fails with the reason for a long value that contains itself", async () => {
    const value: Record<string, unknown> = { rows: ROWS };
    value.self = value;
    const result = await outputOf(value);
    expect(result).toMatchObject({
      status: "error",
      error: { message: expect.stringContaining("contains itself") },
    });
  });
});

describe("a runtime", () => {
  it("refuses bytes as an input without reading each byte", async () => {
    const tool = defineTool({
      name: "take",
      description: "Takes anything.",
      kind: "think",
      inputSchema: z.looseObject({}),
      execute: () => "ok",
    });
    const runtime = createToolRuntime({ tools: [tool], permissions: "allow-all" });
    for (const input of [new Uint8Array(50_000_000), { bytes: new Uint8Array(50_000_000) }]) {
      const startedAt = process.cpuUsage();
      const result = await runtime.execute({ id: "1", name: "take", input });
      expect(result.error?.message).toContain("more than 10000 values");
      const { user } = process.cpuUsage(startedAt);
      expect(user).toBeLessThan(1_000_000);
    }
  });
});
