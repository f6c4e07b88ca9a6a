import { describe, expect, it } from "vitest";
import {
  applyEdit,
  applyEditBriefly,
  applyPatchHunks,
  applyPatchHunksBriefly,
} from "../../src/fuzzy/index.js";

const CODE = Array.from(
  { length: 200 },
  (_, line) => `  const value${line} = compute(input, ${line});\n`,
).join("");

describe("applyEditBriefly", () => {
  it.each([
    ["an exact place", "value7 = compute", "v = compute"],
    ["another indentation", "const value7 = compute(input, 7);\nconst value8 = compute(input, 8);", "x"],
    ["an absent text", "const value7 = compute(output, 999);", "x"],
    ["several places", "const value", "x"],
  ])("returns what applyEdit returns for %s", (_title, oldString, newString) => {
    const request = { content: CODE, oldString, newString };
    expect(JSON.stringify(applyEditBriefly(request))).toBe(JSON.stringify(applyEdit(request)));
  });

  it.each([
    ["needs many comparisons", "\\n".repeat(12_500), `${"\\n".repeat(10_000)}b`],
    ["looks through a long content", CODE.repeat(100), "const xx = 1;\nfoo()"],
    ["has a long old text", CODE, CODE.repeat(10)],
  ])("returns undefined for an edit that %s", (_title, content, oldString) => {
    expect(applyEditBriefly({ content, oldString, newString: "y" })).toBeUndefined();
  });
});

it("leaves a replacement of more than 5,000 places to another thread", () => {
  const request = { oldString: "ab", newString: "c", replaceAll: true };
  expect(applyEditBriefly({ ...request, content: "ab".repeat(5_000) })).toMatchObject({ ok: true });
  expect(applyEditBriefly({ ...request, content: "ab".repeat(5_001) })).toBeUndefined();
});

describe("applyPatchHunksBriefly", () => {
  const hunks = [
    { anchors: [], lines: [{ kind: "remove" as const, text: "  const value7 = compute(input, 7);" }] },
  ];

  it("returns what applyPatchHunks returns", () => {
    const request = { content: CODE, hunks };
    expect(JSON.stringify(applyPatchHunksBriefly(request))).toBe(JSON.stringify(applyPatchHunks(request)));
  });

  it("returns undefined for a long content", () => {
    expect(applyPatchHunksBriefly({ content: CODE.repeat(100), hunks })).toBeUndefined();
  });
});
