import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/adapters/anthropic/index.js";
import * as openai from "../../src/adapters/openai/index.js";
import { createToolRuntime, defineTool, jsonSchema } from "../../src/core.js";

const tool = (name: string, deferred: boolean) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    inputSchema: jsonSchema({ type: "object", properties: {} }),
    deferred,
    execute: () => name,
  });
const runtime = createToolRuntime({ tools: [tool("first", false), tool("later", true), tool("last", true)] });
const all = runtime.tools(undefined, { deferred: "all" });

describe("deferred tools for a provider that searches by itself", () => {
  it("marks deferred tools for Anthropic, after the cache breakpoint", () => {
    const tools = anthropic.toTools(all, { deferred: "defer", cacheControl: "5m" });
    expect(
      tools.map(({ name, defer_loading, cache_control }) => [name, defer_loading, cache_control?.ttl]),
    ).toEqual([
      ["first", undefined, "5m"],
      ["later", true, undefined],
      ["last", true, undefined],
    ]);
  });

  it("marks deferred tools for the Responses API", () => {
    const tools = openai.toTools(all, { deferred: "defer" });
    expect(tools.map(({ name, defer_loading }) => [name, defer_loading])).toEqual([
      ["first", undefined],
      ["later", true],
      ["last", true],
    ]);
  });

  it("marks no tools by default, because tools that ToolSearch has loaded are callable", () => {
    expect(JSON.stringify([anthropic.toTools(all), openai.toTools(all)])).not.toContain("defer_loading");
  });
});
