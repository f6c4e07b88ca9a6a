import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { PAGED_TOOLSETS, toolsetPage } from "./toolset-page.js";

// Writes the pages of the toolsets: npx tsx scripts/write-toolset-pages.ts
const folder = resolve(import.meta.dirname, "../docs/toolsets");
mkdirSync(folder, { recursive: true });
for (const name of PAGED_TOOLSETS) writeFileSync(`${folder}/${name}.md`, toolsetPage(name));
