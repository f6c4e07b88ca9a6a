import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DIFFERENCES } from "../../scripts/differences/index.js";
import { PAGED_TOOLSETS, toolsetPage } from "../../scripts/toolset-page.js";
import { TOOLSETS } from "../../src/toolsets/index.js";
import { ROOT } from "./documents.js";

const FOLDER = resolve(ROOT, "docs/toolsets");

describe("pages about toolsets", () => {
  it("exist once for each toolset that has tools", () => {
    const named = Object.entries(TOOLSETS).filter(([, { tools }]) => tools.length > 0);
    expect(readdirSync(FOLDER).sort()).toEqual(named.map(([name]) => `${name}.md`).sort());
  });

  it.each(PAGED_TOOLSETS)("%s matches the generated page", (name) => {
    const page = readFileSync(`${FOLDER}/${name}.md`, "utf8");
    expect(page, "Run: npx tsx scripts/write-toolset-pages.ts").toBe(toolsetPage(name));
  });

  it.each(PAGED_TOOLSETS)("%s lists every tool and every parameter", (name) => {
    const page = readFileSync(`${FOLDER}/${name}.md`, "utf8");
    for (const tool of TOOLSETS[name].tools) {
      const start = page.indexOf(`\n## ${tool.name}\n`);
      expect(start, tool.name).toBeGreaterThan(0);
      const section = page.slice(start).split("\n## ")[1] ?? "";
      for (const parameter of Object.keys(tool.inputSchema.properties ?? {})) {
        expect(section).toContain(`| \`${parameter}\` |`);
      }
    }
  });
});

describe("rows of the differences from the specification", () => {
  const rows = PAGED_TOOLSETS.flatMap((toolset) =>
    (DIFFERENCES[toolset] ?? []).map((row) => ({ toolset, ...row })),
  );

  it("cover the three toolsets that follow a specification (control)", () => {
    expect(new Set(rows.map(({ toolset }) => toolset))).toEqual(new Set(["amp", "opencode", "claude-code"]));
  });

  it.each(rows)("$toolset $tool: the tool and the test of the row exist", ({ toolset, tool, test }) => {
    expect(["all", ...TOOLSETS[toolset].tools.map(({ name }) => name)]).toContain(tool);
    expect(existsSync(resolve(ROOT, test)), test).toBe(true);
  });

  it.each(rows)("$toolset $tool: each cell is a sentence", ({ specification, collet, reason }) => {
    for (const text of [specification, collet, reason]) expect(text).toMatch(/^[A-Z`][^\n]*\.$/);
  });
});
