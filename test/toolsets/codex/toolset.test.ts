import { describe, expect, it } from "vitest";
import { codexToolset } from "../../../src/toolsets/index.js";

describe("the codex toolset", () => {
  it.each([
    ["shell", "execute", ["command", "workdir", "timeout_ms"], ["command"]],
    ["apply_patch", "edit", ["input"], ["input"]],
    ["update_plan", "think", ["explanation", "plan"], ["plan"]],
    ["view_image", "read", ["path"], ["path"]],
  ])("shows %s, of kind %s, with Codex' parameters", (name, kind, parameters, required) => {
    const tool = codexToolset.tools.find((each) => each.name === name);
    expect(tool).toMatchObject({ kind, source: "builtin" });
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(parameters);
    expect(tool?.inputSchema.required).toEqual(required);
  });

  it("holds these four alone", () => {
    expect(codexToolset.name).toBe("codex");
    expect(codexToolset.tools).toHaveLength(4);
  });

  it("takes a command as a list, and a plan as steps with one of three statuses", () => {
    const [shell, , updatePlan] = codexToolset.tools;
    expect(shell.inputSchema.properties?.command).toMatchObject({ type: "array", items: { type: "string" } });
    expect(updatePlan.inputSchema.properties?.plan).toMatchObject({
      type: "array",
      items: {
        properties: { step: { type: "string" }, status: { enum: ["pending", "in_progress", "completed"] } },
        required: ["step", "status"],
      },
    });
  });

  it("describes every tool and every parameter", () => {
    for (const tool of codexToolset.tools) {
      expect(tool.description.length, tool.name).toBeGreaterThan(100);
      for (const [name, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
        expect((schema as { description?: string }).description, `${tool.name}.${name}`).toEqual(
          expect.any(String),
        );
      }
    }
  });
});
