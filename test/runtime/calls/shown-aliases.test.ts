import { describe, expect, it } from "vitest";
import * as z from "zod";
import { toTools as toAnthropic } from "../../../src/adapters/anthropic/index.js";
import { toTools as toOpenAi } from "../../../src/adapters/openai/index.js";
import {
  createToolRuntime,
  defineTool,
  memoryBackend,
  type RuntimeOptions,
  runAgent,
} from "../../../src/index.js";
import { scriptedModel } from "../../../src/testing/index.js";

const find = defineTool({
  name: "find_text",
  description: "Finds a text in files.",
  kind: "search",
  inputSchema: z.object({
    pattern: z.string().describe("Text"),
    limit: z.number().int().max(50).describe("Lines"),
  }),
  aliases: [
    "search_text",
    {
      name: "search_code",
      description: "Searches the code base by words.",
      inputSchema: z.object({
        words: z.array(z.string()).min(1).describe("Words"),
        count: z.number().default(10).describe("Lines"),
      }),
      mapInput: ({ words, count }) => ({ pattern: (words as string[]).join(" "), limit: count }),
    },
  ],
  execute: ({ pattern, limit }) => `${pattern}:${limit}`,
});

function runtimeWith(options: RuntimeOptions = {}) {
  return createToolRuntime({
    cwd: "/w",
    backend: memoryBackend({ files: {} }),
    toolset: "none",
    tools: [find],
    ...options,
  });
}

const shownIn = (options: RuntimeOptions) =>
  runtimeWith(options)
    .tools()
    .map(({ name }) => name);

describe("an alias with a schema", () => {
  it("appears, with its schema and description, in modes that name it", () => {
    expect(shownIn({})).toEqual(["find_text"]);
    expect(shownIn({ mode: { includeTools: ["search_code"] } })).toEqual(["search_code"]);
    expect(shownIn({ mode: { includeTools: ["find_text", "search_code"] } })).toEqual([
      "find_text",
      "search_code",
    ]);
    expect(shownIn({ mode: { includeTools: ["search_text"] } })).toEqual(["find_text"]);
    const [shown] = runtimeWith({ mode: { includeTools: ["search_code"] } }).tools();
    expect(shown).toMatchObject({
      name: "search_code",
      description: "Searches the code base by words.",
      inputSchema: {
        properties: { words: { type: "array" }, count: { type: "number" } },
        required: ["words"],
      },
    });
  });

  it("appears in sessions whose mode names it, as the same object each time", () => {
    const runtime = runtimeWith();
    const session = runtime.session({ mode: { includeTools: ["search_code"] } });
    const [shown] = runtime.tools(undefined, { session });
    expect(shown?.name).toBe("search_code");
    expect(runtime.tools(undefined, { session })[0]).toBe(shown);
    expect(runtime.tools()[0]).toBe(find);
  });

  it("reaches providers by the adapters", () => {
    const tools = runtimeWith({ mode: { includeTools: ["search_code"] } }).tools();
    expect(toAnthropic(tools)[0]).toMatchObject({
      name: "search_code",
      description: "Searches the code base by words.",
      input_schema: { required: ["words"] },
    });
    expect(JSON.stringify(toOpenAi(tools))).toContain("Searches the code base by words.");
  });

  it("validates by its schema, converts, and validates by the schema of the tool", async () => {
    await using runtime = runtimeWith();
    const run = (input: unknown, name = "search_code") =>
      runtime.execute({ id: "1", name, input: input as object });
    expect(await run({ words: ["a", "b"] })).toMatchObject({
      status: "done",
      result: "a b:10",
      toolName: "find_text",
    });
    expect(await run({ words: '["a"]', count: "3" })).toMatchObject({ status: "done", result: "a:3" });
    const refused = await run({ words: [] });
    expect(refused.error).toMatchObject({ errorCode: "invalid-input" });
    expect(refused.error?.message).toContain("Invalid input for 'search_code'");
    expect(refused.error?.message).not.toContain("pattern");
    const misspelled = await run({ word: ["a"] });
    expect(misspelled.error?.message).toContain("words");
    const converted = await run({ words: ["a"], count: 99 });
    expect(converted.error?.message).toContain("Invalid input for 'find_text'");
    expect(await run({ pattern: "a", limit: 1 }, "search_text")).toMatchObject({ result: "a:1" });
  });

  it("reports parameters that neither schema has", async () => {
    await using runtime = runtimeWith();
    const done = await runtime.execute({
      id: "1",
      name: "search_code",
      input: { words: ["a"], colour: "red" },
    });
    expect(done.status).toBe("done");
    expect(JSON.stringify(done.content)).toContain("colour");
    expect(JSON.stringify(done.content)).not.toContain("count");
  });

  it("may be asynchronous", async () => {
    const tool = defineTool({
      name: "own",
      description: "Returns the text.",
      kind: "think",
      inputSchema: z.object({ text: z.string().refine(async (text) => text !== "") }),
      aliases: [
        {
          name: "other",
          inputSchema: z.object({ body: z.string().refine(async () => true) }),
          mapInput: ({ body }) => ({ text: body }),
        },
      ],
      execute: ({ text }) => text,
    });
    await using runtime = runtimeWith({ tools: [tool] });
    expect(await runtime.execute({ id: "1", name: "other", input: { body: "x" } })).toMatchObject({
      result: "x",
    });
    expect((await runtime.execute({ id: "1", name: "other", input: { body: "" } })).error?.errorCode).toBe(
      "invalid-input",
    );
  });

  it("serves an agent that sees it, and a misspelling of it leads to it", async () => {
    const model = scriptedModel([
      { calls: [{ name: "search_code", input: { words: ["a"] } }] },
      { sees: ["a:10"], says: "Done." },
    ]);
    const runtime = runtimeWith({ mode: { includeTools: ["search_code"] } });
    expect(await runAgent({ runtime, model, prompt: "Go." })).toMatchObject({ ended: "done", text: "Done." });
    const unknown = await runtime.execute({ id: "1", name: "serch_code", input: {} });
    expect(unknown.error?.message).toContain("Did you mean 'search_code'?");
  });

  it("loads by ToolSearch under the name that the mode shows", async () => {
    const later = defineTool({
      name: "later",
      description: "Does it later.",
      kind: "think",
      deferred: true,
      inputSchema: z.object({ at: z.string() }),
      aliases: [
        {
          name: "postpone",
          description: "Postpones a task.",
          inputSchema: z.object({ until: z.string() }),
          mapInput: ({ until }) => ({ at: until }),
        },
      ],
      execute: ({ at }) => at,
    });
    await using runtime = runtimeWith({ tools: [later], mode: { includeTools: ["postpone", "ToolSearch"] } });
    expect(runtime.tools().map(({ name, description }) => [name, description.includes("postpone")])).toEqual([
      ["ToolSearch", true],
    ]);
    const found = await runtime.execute({ id: "1", name: "ToolSearch", input: { query: "postpones task" } });
    expect(JSON.stringify(found.result)).toContain('"name":"postpone"');
    expect(JSON.stringify(found.result)).toContain('"until"');
    expect(runtime.tools().map(({ name }) => name)).toEqual(["ToolSearch", "postpone"]);
  });

  it("throws for an unknown key, a description without a schema, and a schema of no object", () => {
    const inputSchema = z.object({ a: z.string() });
    const define = (alias: object) =>
      defineTool({
        name: "own",
        description: "x",
        inputSchema,
        aliases: [alias as { name: string }],
        execute: () => "",
      });
    expect(() => define({ name: "x", inputSchem: inputSchema })).toThrow(/inputSchem.*inputSchema/s);
    expect(() => define({ name: "x", description: "y" })).toThrow(/without an inputSchema/);
    expect(() => define({ name: "x", description: " ", inputSchema })).toThrow(/empty/);
    expect(() => define({ name: "x", inputSchema: z.string() })).toThrow(/must describe an object/);
    expect(() => define([] as unknown as object)).toThrow(/neither a name nor an object/);
  });
});
