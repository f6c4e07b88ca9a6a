import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRuntime } from "../../../src/runtime/index.js";
import { defineTool } from "../../../src/schema/index.js";

describe("a tool that asks for what its runtime has not", () => {
  it.each([
    ["files", "files", "a backend with files"],
    ["shell", "a shell", "a backend with a shell"],
    ["search", "a search", "a backend with a search"],
    ["subagents", "a model for subagents", "a model, or kinds of subagents that bring one"],
    ["threads", "a thread store", "one as threads"],
    ["diagnostics", "language servers", "a backend with diagnostics"],
    ["repositories", "copies of repositories", "a backend with repositories"],
    ["web.pages", "access to web pages", "a backend with pages"],
    ["web.search", "a search engine", "one as webSearch"],
  ] as const)("is told what the host can do: %s", async (path, what, remedy) => {
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
    expect(result.error?.message).toContain(`Give createToolRuntime ${remedy}`);
  });
});
