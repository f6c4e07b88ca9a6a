import { describe, expect, it } from "vitest";
import { opencodeToolset } from "../../../src/toolsets/index.js";
import { OPENCODE_TRUNCATION } from "../../../src/truncation/index.js";

const tools = new Map<string, (typeof opencodeToolset.tools)[number]>(
  opencodeToolset.tools.map((tool) => [tool.name, tool]),
);

const text = { type: "string" };
const number = { type: "number" };
const flag = { type: "boolean" };
const edit = { filePath: text, oldString: text, newString: text, replaceAll: flag };

/** Seed 004's parameters: names in the seed's order, types, and which are required; the words are our own. */
const SEED_SCHEMAS = {
  read: { properties: { filePath: text, offset: number, limit: number }, required: ["filePath"] },
  write: { properties: { content: text, filePath: text }, required: ["content", "filePath"] },
  edit: { properties: edit, required: ["filePath", "oldString", "newString"] },
  multiedit: {
    properties: {
      filePath: text,
      edits: {
        type: "array",
        items: { type: "object", properties: edit, required: ["filePath", "oldString", "newString"] },
      },
    },
    required: ["filePath", "edits"],
  },
  grep: { properties: { pattern: text, path: text, include: text }, required: ["pattern"] },
  glob: { properties: { pattern: text, path: text }, required: ["pattern"] },
  list: { properties: { path: text, ignore: { type: "array", items: text } } },
  bash: {
    properties: { command: text, timeout: number, workdir: text, description: text },
    required: ["command", "description"],
  },
};

describe("the opencode toolset", () => {
  it("holds the eight tools of the OpenCode specification in its order, then its other tools", () => {
    expect(opencodeToolset.name).toBe("opencode");
    expect(opencodeToolset.tools.map(({ name }) => name)).toEqual([
      ...Object.keys(SEED_SCHEMAS),
      "apply_patch",
      "todowrite",
      "todoread",
      "task",
      "webfetch",
      "websearch",
      "skill",
      "question",
    ]);
  });

  it("truncates long results as the OpenCode specification does", () => {
    expect(opencodeToolset.truncation).toBe(OPENCODE_TRUNCATION);
  });

  it.each(Object.entries(SEED_SCHEMAS))(
    "shows %s with the parameters of the specification",
    (name, schema) => {
      const shown = withoutWords(tools.get(name)?.inputSchema);
      expect(shown).toStrictEqual({ type: "object", ...schema });
      expect(Object.keys((shown as { properties: object }).properties)).toEqual(
        Object.keys(schema.properties),
      );
    },
  );

  it.each([
    ["apply_patch", { patchText: "" }, ["patchText"]],
    ["todowrite", { todos: [] }, ["todos"]],
    ["todoread", {}, []],
    [
      "task",
      { description: "", prompt: "", subagent_type: "", task_id: "", paths: [] },
      ["description", "prompt", "subagent_type"],
    ],
    ["webfetch", { url: "", format: "", timeout: 1 }, ["url"]],
    ["websearch", { query: "", numResults: 1 }, ["query"]],
    ["skill", { name: "" }, ["name"]],
    ["question", { questions: [], answers: [] }, ["questions"]],
  ])("shows %s with OpenCode's parameters", (name, parameters, required) => {
    const { inputSchema } = tools.get(name) ?? {};
    expect(Object.keys(inputSchema?.properties ?? {})).toEqual(Object.keys(parameters));
    expect(inputSchema?.required ?? []).toEqual(required);
  });

  it.each([
    ["read", "read"],
    ["write", "edit"],
    ["edit", "edit"],
    ["multiedit", "edit"],
    ["grep", "search"],
    ["glob", "search"],
    ["list", "search"],
    ["bash", "execute"],
    ["apply_patch", "edit"],
    ["todowrite", "think"],
    ["todoread", "think"],
    ["webfetch", "fetch"],
    ["websearch", "fetch"],
  ])("assigns %s the kind %s, from which its default permission follows", (name, kind) => {
    expect(tools.get(name)).toMatchObject({ kind, source: "builtin" });
  });

  it("describes every tool and every parameter", () => {
    for (const tool of opencodeToolset.tools) {
      expect(tool.description.length, tool.name).toBeGreaterThan(100);
      for (const [name, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
        expect((schema as { description?: string }).description, `${tool.name}.${name}`).toEqual(
          expect.any(String),
        );
      }
    }
  });
});

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== "description" || typeof inner !== "string")
      .map(([key, inner]) => [key, withoutWords(inner)]),
  );
}
