import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DOCUMENTS, ROOT } from "./documents.js";

const EXAMPLES = readdirSync(join(ROOT, "examples"));

describe("docs/examples.md", () => {
  const page = readFileSync(join(ROOT, "docs/examples.md"), "utf8");

  it.each(EXAMPLES)("links to the example %s", (name) => {
    expect(page).toContain(`[${name}](../examples/${name})`);
  });
});

describe("guides", () => {
  const guides = DOCUMENTS.filter((path) => path.startsWith("docs/") && path !== "docs/examples.md");
  const text = guides.map((path) => readFileSync(join(ROOT, path), "utf8")).join("\n");

  it.each(EXAMPLES)("link to the example %s where its subject is explained", (name) => {
    expect(text).toContain(`](../examples/${name})`);
  });
});
