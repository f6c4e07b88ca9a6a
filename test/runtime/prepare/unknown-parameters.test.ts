import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import type { ToolResult } from "../../../src/contract/index.js";
import { createToolRuntime as createCoreRuntime, defineTool } from "../../../src/core.js";
import { createToolRuntime, jsonSchema, type ToolRuntimeOptions } from "../../../src/index.js";
import { z } from "../fixtures.js";

const SEARCH = z.object({
  pattern: z.string(),
  folder: z.string().optional(),
  limit: z.number().optional(),
  filters: z.array(z.object({ name: z.string(), invert: z.boolean().optional() })).optional(),
});

const tool = (inputSchema: Parameters<typeof defineTool>[0]["inputSchema"] = SEARCH, more: object = {}) =>
  defineTool({
    name: "search",
    description: "Searches.",
    kind: "think",
    inputSchema,
    executionProfile: { resourceKeys: () => [] },
    execute: (input: unknown) => JSON.stringify(input),
    ...more,
  });

async function call(input: object, given = tool(), name = "search"): Promise<ToolResult> {
  await using runtime = createCoreRuntime({ tools: [given] });
  return await runtime.execute({ id: "1", name, input });
}

const textOf = ({ content }: ToolResult) =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

describe("an unknown parameter", () => {
  it("refuses a name that is one typing error away from an optional parameter that is not given", async () => {
    const result = await call({ pattern: "x", foldre: "src" });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "invalid-input" } });
    expect(textOf(result)).toBe(
      "Invalid input for 'search':\n- unknown: foldre (did you mean folder?)\nThe call has not run. Parameters: pattern (string), folder (string, optional), limit (number, optional), filters (array of objects, optional). Correct the input and call again.",
    );
  });

  it("refuses a misspelled name inside a list, with its place", async () => {
    const result = await call({ pattern: "x", filters: [{ name: "a", invrt: true }] });
    expect(result.status).toBe("error");
    expect(textOf(result)).toContain("- unknown: filters[].invrt (did you mean invert?)\n");
  });

  it("notes an unknown name if the parameter that it resembles is given", async () => {
    const result = await call({ pattern: "x", folder: "src", foldre: "lib" });
    expect(result.status).toBe("done");
    expect(textOf(result)).toBe(
      `{"pattern":"x","folder":"src"}\nNote: 'foldre' is not a parameter of search and had no effect. Did you mean 'folder'?`,
    );
  });

  it("notes an unknown name with the parameters of the tool if no name is near", async () => {
    const result = await call({ pattern: "x", colour: "red", shape: "round" });
    expect(textOf(result)).toContain(
      "Note: 'colour', 'shape' are not parameters of search and had no effect. Its parameters: pattern, folder, limit, filters.",
    );
    expect(result.metadata).toEqual({ unknownParameters: ["colour", "shape"] });
  });

  it("notes a longer name of a parameter, with the parameter", async () => {
    expect(textOf(await call({ pattern: "x", limit_ms: 5 }))).toMatch(
      / had no effect\. Did you mean 'limit'\?$/,
    );
  });

  it("notes an unknown name with inputRepair off", async () => {
    await using runtime = createCoreRuntime({ tools: [tool()], inputRepair: "off" });
    const result = await runtime.execute({ id: "1", name: "search", input: { pattern: "x", colour: 1 } });
    expect(textOf(result)).toContain("Note: 'colour' is not a parameter");
  });

  it("notes an unknown name as passed on if the tool receives it", async () => {
    const schema = jsonSchema({ type: "object", properties: { pattern: { type: "string" } } });
    const result = await call({ pattern: "x", colour: "red" }, tool(schema));
    expect(textOf(result)).toBe(
      `{"pattern":"x","colour":"red"}\nNote: 'colour' is not a parameter of search and may have had no effect. Its parameters: pattern.`,
    );
  });

  it.each([
    ["the schema allows any parameter", jsonSchema({ type: "object", additionalProperties: true })],
    ["the schema allows a kind of names", jsonSchema({ type: "object", patternProperties: { "^x-": {} } })],
    [
      "alternatives of an object may declare it",
      jsonSchema({
        type: "object",
        properties: {
          pattern: {
            type: "object",
            properties: { name: {} },
            anyOf: [{ required: ["a"] }, { required: ["b"] }],
          },
        },
      }),
    ],
    ["an object has no declared properties", z.object({ pattern: z.record(z.string(), z.string()) })],
  ])("adds no note if %s", async (why, schema) => {
    const isOpen = why.startsWith("the schema");
    const input = isOpen ? { colour: "red" } : { pattern: { colour: "red" } };
    expect((await call(input, tool(schema))).metadata).toBeUndefined();
  });

  it("adds no note for a value of null", async () => {
    expect((await call({ pattern: "x", colour: null })).metadata).toBeUndefined();
  });

  it("suggests a name if the schema refuses unknown parameters", async () => {
    const result = await call({ pattern: "x", foldre: "src" }, tool(z.strictObject(SEARCH.shape)));
    expect(textOf(result)).toContain("- unknown: foldre (did you mean folder?)");
  });

  it("counts the names beyond five", async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`zzz${index}`, 1]));
    const note = textOf(await call({ pattern: "x", ...many })).split("\n")[1] ?? "";
    expect(note).toContain("'zzz4' and 59 more are not parameters");
    expect(note.length).toBeLessThan(500);
  });
});

describe("a parameter that a mapping drops", () => {
  const mapped = tool(SEARCH, {
    aliases: [
      {
        name: "find",
        mapInput: ({ text, ...rest }: Record<string, unknown>) => ({
          pattern: text,
          ...("in" in rest && { folder: rest.in }),
        }),
      },
    ],
  });

  it("notes a dropped parameter, but not one that has an effect", async () => {
    const result = await call({ text: "x", in: "src", wait: 5 }, mapped, "find");
    expect(textOf(result)).toContain("Note: 'wait' is not a parameter of search and had no effect.");
    expect(result.metadata?.unknownParameters).toEqual(["wait"]);
  });
});

describe("an unknown parameter in a dialect", () => {
  const files = { "/project/src/a.txt": "alpha\n" };

  async function inToolset(toolset: ToolRuntimeOptions["toolset"], name: string, input: object) {
    const cwd = mkdtempSync(join(tmpdir(), "collet-unknown-"));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    const place = name.toLowerCase().includes("bash")
      ? { cwd }
      : { cwd: "/project", backend: memoryBackend({ files }) };
    await using runtime = createToolRuntime({
      ...place,
      toolset: toolset ?? "amp",
      permissions: "allow-all",
    });
    return await runtime.execute({ id: "1", name, input });
  }

  it("does not run a command in the wrong folder", async () => {
    const result = await inToolset("opencode", "bash", {
      command: "pwd",
      description: "Shows",
      workdri: "src",
    });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "invalid-input" } });
    expect(textOf(result)).toContain("- unknown: workdri (did you mean workdir?)");
  });

  it("refuses a misspelled parameter of the called name that the tool names differently", async () => {
    const result = await inToolset("amp", "bash", { command: "pwd", workdri: "src" });
    expect(textOf(result)).toContain("- unknown: workdri (did you mean workdir?)");
  });

  it.each([
    ["amp", "Bash", { cmd: "pwd", workdri: "src" }, "workdir"],
    ["claude-code", "Bash", { command: "pwd", workdri: "src" }, "workdir"],
    ["gemini-cli", "run_shell_command", { command: "pwd", workdri: "src" }, "workdir"],
    ["opencode", "bash", { command: "pwd", description: "d", dir_pth: "src" }, "dir_path"],
    ["amp", "edit_file", { path: "a.txt", old_str: "a", new_str: "b", replaceAl: true }, "replaceAll"],
  ] as const)(
    "refuses for %s %s %j, a misspelled optional parameter of another dialect",
    async (toolset, name, input, meant) => {
      const result = await inToolset(toolset, name, input);
      expect(result).toMatchObject({ status: "error", error: { errorCode: "invalid-input" } });
      expect(textOf(result)).toContain(`(did you mean ${meant}?)`);
    },
  );

  it("notes a parameter that only another dialect has", async () => {
    const result = await inToolset("amp", "bash", { command: "echo hi", timeout: 5_000 });
    expect(result.status).toBe("done");
    expect(textOf(result)).toContain("Note: 'timeout' is not a parameter of Bash and had no effect.");
  });

  it("adds no note for a converted parameter", async () => {
    const result = await inToolset("amp", "read", { filePath: "/project/src/a.txt", offset: 0, limit: 1 });
    expect(result.result).toBe("1: alpha");
    expect(result.metadata).not.toHaveProperty("unknownParameters");
  });

  it("notes a dropped key in the items of a list", async () => {
    const todos = [{ content: "a", status: "pending", activeForm: "A", priority: "high" }];
    const result = await inToolset("claude-code", "todowrite", { todos });
    expect(result.metadata?.unknownParameters).toEqual(["todos[].priority"]);
  });
});
