import { describe, expect, it } from "vitest";
import { type AnyTool, TOOL_KINDS } from "../../src/contract/index.js";
import { createToolRegistry } from "../../src/registry/index.js";
import { isPortableToolName, lintPortability } from "../../src/schema/index.js";
import { TOOLSETS, type Toolset, type ToolsetName } from "../../src/toolsets/index.js";

const toolsets = Object.entries(TOOLSETS) as [ToolsetName, Toolset][];
const tools = toolsets.flatMap(([toolset, { tools: own }]) =>
  own.map((tool): [string, AnyTool] => [`${toolset}: ${tool.name}`, tool]),
);

describe.each(toolsets)("the toolset %s", (name, toolset) => {
  it("names itself as in the table of toolsets", () => {
    expect(toolset.name).toBe(name);
  });

  it("can be registered: no name of a tool is another one's", () => {
    const registry = createToolRegistry(toolset.tools);
    for (const tool of toolset.tools) {
      for (const known of registry.names(tool)) expect(registry.resolve(known)).toMatchObject({ tool });
    }
  });

  it("cannot be changed", () => {
    expect(Object.isFrozen(toolset)).toBe(true);
    expect(Object.isFrozen(toolset.tools)).toBe(true);
    for (const tool of toolset.tools) expect(Object.isFrozen(tool)).toBe(true);
  });
});

describe.each(tools)("%s", (_title, tool) => {
  it("declares what the runtime acts on", () => {
    expect(tool.executionProfile).toBeDefined();
    expect(TOOL_KINDS).toContain(tool.kind);
    // A call that the approver answers has no other effect, and must ask by default.
    if (
      !["AskUserQuestion", "ExitPlanMode", "ask_user", "question", "request_user_input"].includes(tool.name)
    )
      expect(tool.kind).not.toBe("other");
    expect(tool.source).toBe("builtin");
    expect(tool.facts).toBeDefined();
  });

  it("describes itself and every parameter in distinct sentences", () => {
    expect(tool.description.length).toBeGreaterThan(40);
    for (const [parameter, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
      expect(schema.description, parameter).toEqual(expect.any(String));
    }
  });

  it("answers to names that every provider accepts", () => {
    for (const { name } of [tool, ...tool.aliases]) expect(isPortableToolName(name), name).toBe(true);
  });

  it("uses schemas that every provider accepts, apart from parameter names", () => {
    const warnings = lintPortability(tool).filter(({ code }) => code !== "parameter-name");
    expect(warnings).toEqual([]);
  });
});
