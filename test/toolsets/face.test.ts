import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { ToolContext } from "../../src/contract/index.js";
import type { Operation } from "../../src/tools/index.js";
import { face } from "../../src/toolsets/index.js";

const double: Operation<{ readonly value: number }, { readonly doubled: number; readonly note: string }> = {
  kind: "think",
  annotations: { readOnlyHint: true },
  executionProfile: { resourceKeys: ({ value }) => [{ key: `number:${value}`, mode: "read" }] },
  facts: ({ value }, { cwd }) => ({ paths: [`${cwd}/${value}`] }),
  preview: async ({ value }) => [{ type: "text", text: `doubles ${value}` }],
  timeoutMs: 5000,
  truncation: { maxBytes: 10 },
  run: async ({ value }) => ({ doubled: value * 2, note: "exactly" }),
};

const tool = face(double, {
  name: "Double",
  description: "Doubles a number.",
  inputSchema: z.object({ n: z.number() }),
  aliases: ["twice"],
  parameterAliases: { n: ["number"] },
  prepare: ({ n }) => ({ n: Math.round(n) }),
  toInput: ({ n }) => ({ value: n }),
  toResult: ({ doubled }) => ({ doubled }),
  render: ({ doubled }, { input, output }) => `${input.n} -> ${doubled} (${output?.note ?? "unknown"})`,
});

const context = {} as ToolContext;

describe("face", () => {
  it("passes on each declaration of the operation, in the terms of the face's input", async () => {
    expect(tool).toMatchObject({
      name: "Double",
      kind: "think",
      source: "builtin",
      aliases: [{ name: "twice" }],
      parameterAliases: { n: ["number"] },
      annotations: { readOnlyHint: true },
      timeoutMs: 5000,
      truncation: { maxBytes: 10 },
    });
    expect(tool.executionProfile?.resourceKeys?.({ n: 3 }, { cwd: "/" })).toEqual([
      { key: "number:3", mode: "read" },
    ]);
    expect(tool.facts?.({ n: 3 }, { cwd: "/x" })).toEqual({ paths: ["/x/3"] });
    expect(await tool.preview?.({ n: 3 }, context)).toEqual([{ type: "text", text: "doubles 3" }]);
    expect(tool.preprocessArgs?.({ n: 2.6 }, { cwd: "/" })).toEqual({ n: 3 });
  });

  it("returns the documented shape as the result, and the rendering may state more", async () => {
    const result = await tool.execute({ n: 4 }, context);
    expect(result).toEqual({ doubled: 8 });
    expect(tool.render?.(result, { n: 4 })).toBe("4 -> 8 (exactly)");
    expect(tool.render?.({ doubled: 8 }, { n: 4 })).toBe("4 -> 8 (unknown)");
  });
});
