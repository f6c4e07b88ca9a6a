import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withPresetList } from "../../scripts/preset-list.js";

it("docs/permissions.md lists what each preset allows (npx tsx scripts/write-preset-list.ts writes the list)", () => {
  const page = readFileSync(new URL("../../docs/permissions.md", import.meta.url), "utf8");
  expect(withPresetList(page)).toBe(page);
});
