import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/adapters/anthropic/index.js";
import * as google from "../../src/adapters/google/index.js";
import { createToolRuntime, defineTool, z } from "./fixtures.js";

describe("an object of more than 10,000 members", () => {
  const counted = (members: number) => {
    const count = { lists: 0 };
    const ownKeys = (target: object) => {
      count.lists += 1;
      return Reflect.ownKeys(target);
    };
    const object = Object.fromEntries(Array.from({ length: members }, (_, index) => [`key${index}`, index]));
    return { count, value: new Proxy(object, { ownKeys }) };
  };
  const give = (output: unknown) =>
    defineTool({
      name: "give",
      description: "Returns a value.",
      kind: "think",
      inputSchema: z.looseObject({}),
      execute: () => output,
    });

  it("lists its names once as an input and once as an output", async () => {
    const [input, output] = [counted(20_000), counted(30_000)];
    const runtime = createToolRuntime({ tools: [give(output.value)], permissions: "allow-all" });
    const refused = await runtime.execute({ id: "1", name: "give", input: input.value });
    expect(refused.error?.message).toMatch(/more than 10000 values/);
    expect(input.count.lists).toBe(1);
    expect((await runtime.execute({ id: "2", name: "give", input: {} })).status).toBe("done");
    expect(output.count.lists).toBe(1);
  });

  it.each<[string, (input: object) => ReturnType<typeof anthropic.parseToolCalls>]>([
    [
      "anthropic",
      (input) =>
        anthropic.parseToolCalls({
          content: [{ type: "tool_use", id: "1", name: "give", input: input as Record<string, unknown> }],
        } as never),
    ],
    [
      "google",
      (input) =>
        google.parseToolCalls([{ functionCall: { name: "give", args: { input } } }] as never, {
          tools: [give("text")],
        }),
    ],
  ])("lists its names once as the input of a call in a reply of %s", async (_name, parse) => {
    const input = counted(20_000);
    const runtime = createToolRuntime({ tools: [give("text")], permissions: "allow-all" });
    const [result] = await runtime.executeBatch(parse(input.value));
    expect(result?.error?.message).toMatch(/more than 10000 values/);
    expect(input.count.lists).toBe(1);
  });

  it("counts again as an input after its members were removed", async () => {
    const input: Record<string, unknown> = { ...counted(20_000).value };
    const runtime = createToolRuntime({ tools: [give("text")], permissions: "allow-all" });
    expect((await runtime.execute({ id: "1", name: "give", input })).status).toBe("error");
    for (const name of Object.keys(input)) delete input[name];
    expect((await runtime.execute({ id: "2", name: "give", input })).status).toBe("done");
  });
});
