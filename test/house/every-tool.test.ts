import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { describe, expect, it } from "vitest";
import { TOOL_KINDS } from "../../src/contract/index.js";
import { createToolRuntime } from "../../src/index.js";
import { isPortableToolName } from "../../src/schema/index.js";

const tools = createToolRuntime({ permissions: "allow-all" }).registry.list();

describe("every registered tool", () => {
  it("includes the essential six", () => {
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Read", "edit_file", "create_file", "Bash", "glob", "Grep"]),
    );
  });

  describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (_name, tool) => {
    it("defines an execution profile, so that it does not conflict with every call", () => {
      expect(tool.executionProfile).toBeDefined();
    });

    it("declares its kind", () => {
      expect(TOOL_KINDS).toContain(tool.kind);
      expect(tool.kind).not.toBe("other");
    });

    it("uses names that every provider accepts", () => {
      expect(isPortableToolName(tool.name)).toBe(true);
      for (const alias of tool.aliases) expect(isPortableToolName(alias.name)).toBe(true);
    });

    it("describes its purpose and every parameter", () => {
      expect(tool.description.length).toBeGreaterThan(40);
      for (const [parameter, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
        expect(schema.description, `${tool.name}.${parameter}`).toEqual(expect.any(String));
      }
    });

    it("defines an input schema as plain JSON with an object root", () => {
      expect(tool.inputSchema.type).toBe("object");
      expect(JSON.parse(JSON.stringify(tool.inputSchema))).toEqual(tool.inputSchema);
      expect(JSON.stringify(tool.inputSchema)).not.toMatch(
        /"\$schema"|"\$ref"|"oneOf"|"allOf"|"prefixItems"/,
      );
    });

    it("keeps all parameters of its input schema in the transform of the Anthropic SDK", () => {
      const transformed = transformJSONSchema(tool.inputSchema as never) as { properties?: object };
      expect(Object.keys(transformed.properties ?? {})).toEqual(
        Object.keys(tool.inputSchema.properties ?? {}),
      );
    });

    it("declares facts when it touches files, commands or hosts", () => {
      if (tool.kind === "think") return;
      expect(tool.facts).toBeDefined();
    });
  });
});
