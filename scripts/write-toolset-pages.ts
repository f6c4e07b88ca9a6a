import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { PAGED_TOOLSETS, toolsetPage } from "./toolset-page.js";
import { withToolsetsTable } from "./toolsets-table.js";

// Writes the pages of the toolsets and the table in docs/toolsets.md: npx tsx scripts/write-toolset-pages.ts
const docs = resolve(import.meta.dirname, "../docs");
mkdirSync(`${docs}/toolsets`, { recursive: true });
for (const name of PAGED_TOOLSETS) writeFileSync(`${docs}/toolsets/${name}.md`, await toolsetPage(name));
const overview = `${docs}/toolsets.md`;
writeFileSync(overview, await withToolsetsTable(readFileSync(overview, "utf8")));
