import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withSecretList } from "../../scripts/secret-list.js";

it("docs/security.md lists every secret file (npx tsx scripts/write-secret-list.ts writes the list)", () => {
  const page = readFileSync(new URL("../../docs/security.md", import.meta.url), "utf8");
  expect(withSecretList(page)).toBe(page);
});
