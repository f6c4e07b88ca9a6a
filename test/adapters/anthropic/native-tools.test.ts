import { describe, expect, it } from "vitest";
import * as z from "zod";
import { anthropicModel, parseToolCalls, toTools } from "../../../src/adapters/anthropic/index.js";
import { runAgent } from "../../../src/agents/index.js";
import { createToolRuntime, defineTool } from "../../../src/index.js";
import { anthropicToolset, memoryTool } from "../../../src/toolsets/index.js";

const NATIVE = [
  { type: "text_editor_20250728", name: "str_replace_based_edit_tool" },
  { type: "bash_20250124", name: "bash" },
  { type: "memory_20250818", name: "memory" },
];

describe("Anthropic's own tools", () => {
  it("toTools declares them by their type, and other tools by their schema", () => {
    const own = defineTool({
      name: "own",
      description: "Does something.",
      inputSchema: z.object({}),
      execute: () => "done",
    });
    expect(toTools([...anthropicToolset.tools, own], { native: true })).toEqual([
      ...NATIVE,
      expect.objectContaining({ name: "own", input_schema: expect.anything() }),
    ]);
    expect(toTools(anthropicToolset.tools).map((each) => [each.name, "input_schema" in each])).toEqual(
      NATIVE.map(({ name }) => [name, true]),
    );
  });

  it("carry callers, examples, deferral and the cache breakpoint", () => {
    const deferred = { ...memoryTool(), deferred: true };
    const examples = [{ command: "view", path: "/memories" }];
    expect(
      toTools([...anthropicToolset.tools.slice(0, 1), deferred], {
        native: true,
        deferred: "defer",
        cacheControl: "1h",
        allowedCallers: ({ name }) => (name === "memory" ? ["direct", "code_execution_20260521"] : undefined),
        inputExamples: ({ name }) => (name === "memory" ? examples : undefined),
      }),
    ).toEqual([
      { ...NATIVE[0], cache_control: { type: "ephemeral", ttl: "1h" } },
      {
        ...NATIVE[2],
        defer_loading: true,
        allowed_callers: ["direct", "code_execution_20260521"],
        input_examples: examples,
      },
    ]);
  });

  it("apply callers and examples to functions as well", () => {
    const [first] = toTools(anthropicToolset.tools, {
      allowedCallers: () => ["direct"],
      inputExamples: () => [{ command: "view", path: "a" }],
    });
    expect(first).toMatchObject({
      allowed_callers: ["direct"],
      input_examples: [{ command: "view", path: "a" }],
    });
  });

  it("parseToolCalls restores the name of the tool that implements them", () => {
    const renamed = { ...memoryTool(), name: "notes" };
    const message = [
      { type: "tool_use", id: "1", name: "memory", input: { command: "view", path: "/memories" } },
    ];
    expect(parseToolCalls(message, { tools: [renamed] })).toMatchObject([{ name: "notes" }]);
  });

  it("anthropicModel declares them with native", async () => {
    await using runtime = createToolRuntime({ toolset: anthropicToolset });
    let sent: unknown;
    const model = anthropicModel(
      {
        messages: {
          create: async (request) => {
            sent = request.tools;
            return { content: [], stop_reason: "end_turn", usage: {} };
          },
        },
      },
      { model: "m", native: true },
    );
    await runAgent({ runtime, model, prompt: "Hello." });
    expect(sent).toEqual(NATIVE);
  });
});
