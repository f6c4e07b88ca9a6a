import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../src/core.js";
import { echoTool } from "../runtime/fixtures.js";

describe("ToolSearch without deferred tools", () => {
  it("returns the schemas of the tools that a model asks for, without being listed", async () => {
    await using runtime = createToolRuntime({ tools: [echoTool] });
    expect(runtime.tools().map(({ name }) => name)).toEqual(["echo"]);
    const result = await runtime.execute({ id: "1", name: "ToolSearch", input: { query: "select:echo" } });
    expect(result.status).toBe("done");
    expect(result.result).toMatchObject({ tools: [{ name: "echo" }] });
  });

  it("does not replace a tool of the host with that name", async () => {
    await using runtime = createToolRuntime({ tools: [{ ...echoTool, name: "ToolSearch" }] });
    const result = await runtime.execute({ id: "1", name: "ToolSearch", input: { text: "mine" } });
    expect(result.result).toBe("mine");
  });
});
