import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRuntime } from "../../../src/runtime/index.js";
import { defineTool } from "../../../src/schema/index.js";

describe("a tool that asks for a missing service", () => {
  it.each([
    ["files", "files", "Pass createToolRuntime a backend with files."],
    ["shell", "a shell", "Pass createToolRuntime a backend with a shell."],
    ["search", "a search", "Pass createToolRuntime a backend with a search."],
    [
      "subagents",
      "a model for subagents",
      "Pass createToolRuntime a model, or kinds of subagents that bring one.",
    ],
    ["threads", "a thread store", "Pass one to createToolRuntime as threads"],
    ["diagnostics", "language servers", "Pass createToolRuntime a backend with diagnostics"],
    ["repositories", "copies of repositories", "Pass createToolRuntime a backend with repositories."],
    ["web.pages", "access to web pages", "Pass createToolRuntime a backend with pages."],
    ["web.search", "a search engine", "Pass one to createToolRuntime as webSearch."],
  ] as const)("reports the remedy for the host: %s", async (path, what, remedy) => {
    const asking = defineTool({
      name: "asking",
      description: "Asks for a service.",
      inputSchema: z.object({}),
      execute: async (_input, context) => {
        const service = path
          .split(".")
          .reduce<unknown>((value, key) => Reflect.get(value as object, key), context);
        return String(service);
      },
    });
    const runtime = createRuntime({ tools: [asking], permissions: "allow-all" });
    const result = await runtime.execute({ id: "1", name: "asking", input: {} });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "not-supported" } });
    expect(result.error?.message).toContain(`The tool 'asking' needs ${what}, and this runtime has none.`);
    expect(result.error?.message).toContain(remedy);
  });
});
