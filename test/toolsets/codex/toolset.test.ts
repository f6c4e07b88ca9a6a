import { describe, expect, it } from "vitest";
import { codexToolset } from "../../../src/toolsets/index.js";

describe("the codex toolset", () => {
  it.each([
    ["apply_patch", "edit", ["input"], ["input"]],
    ["update_plan", "think", ["explanation", "plan"], ["plan"]],
    ["view_image", "read", ["path"], ["path"]],
    [
      "exec_command",
      "execute",
      ["cmd", "workdir", "yield_time_ms", "max_output_tokens", "tty", "justification"],
      ["cmd"],
    ],
    ["write_stdin", "read", ["session_id", "chars", "yield_time_ms", "max_output_tokens"], ["session_id"]],
  ])("shows %s, of kind %s, with Codex' parameters", (name, kind, parameters, required) => {
    const tool = codexToolset.tools.find((each) => each.name === name);
    expect(tool).toMatchObject({ kind, source: "builtin" });
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(parameters);
    expect(tool?.inputSchema.required).toEqual(required);
  });

  it("holds these tools alone", () => {
    expect(codexToolset.name).toBe("codex");
    expect(codexToolset.tools).toHaveLength(12);
  });

  it("takes a plan as steps with one of three statuses", () => {
    const [, , , updatePlan] = codexToolset.tools;
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
