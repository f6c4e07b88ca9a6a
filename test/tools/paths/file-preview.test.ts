import { expect, it } from "vitest";
import { filePreview } from "../../../src/tools/paths/index.js";

it.each([
  ["short pieces", ["--- a\n", "+++ b\n"], "--- a\n+++ b\n"],
  ["no pieces", [], "The file would stay the same."],
  [
    "long pieces, of which the first 100,000 characters are shown",
    ["a".repeat(60_000), "b".repeat(60_000), "c".repeat(5)],
    `${"a".repeat(60_000)}${"b".repeat(40_000)}\n[The preview ends here; it omits 20005 characters.]`,
  ],
])("filePreview joins %s", async (_title, pieces, text) => {
  expect(await filePreview(async () => pieces)).toEqual([{ type: "text", text }]);
  expect(await filePreview(async () => pieces.join(""))).toEqual([{ type: "text", text }]);
});
