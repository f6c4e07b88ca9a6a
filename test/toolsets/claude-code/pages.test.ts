import { describe, expect, it } from "vitest";
import { toolsetWorld } from "../toolset-world.js";

describe("the pages of Read", () => {
  it.each([
    ["3", "<file>\n[The whole PDF is shown. You asked for page 3.]"],
    ["1-5", "<file>\n[The whole PDF is shown. You asked for pages 1-5.]"],
  ])("the pages of Read are repeated beside the PDF: %s", async (pages, answer) => {
    const world = await toolsetWorld("claude-code");
    await world.write({ "a.pdf": "%PDF-1.7\n%%EOF" });
    expect(await world.text("Read", { file_path: "a.pdf", pages })).toBe(answer);
  });

  it("do not apply to other files, and have one form", async () => {
    const world = await toolsetWorld("claude-code");
    await world.write({ "a.txt": "one\n" });
    expect(await world.text("Read", { file_path: "a.txt", pages: "1" })).toBe(
      "     1\tone\n[pages was ignored: this is not a PDF.]",
    );
    expect(await world.text("Read", { file_path: "a.txt", pages: "first" })).toMatch(/pages/);
  });
});
