import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { NOT_EXPORTED, readPublicApi } from "./api/api-reports.js";
import { isChangelogMissing } from "./api/changelog-line.js";

// Compares the public API with the reports in api/: npm run check:api. With --write, writes the reports.
// Fails if a commit since the base (API_BASE, else where the branch left origin/main) changes a report without a line in CHANGELOG.md.
const ROOT = resolve(import.meta.dirname, "..");
const isWriting = process.argv.includes("--write");

const different: string[] = [];
const incomplete: string[] = [];
mkdirSync(join(ROOT, "api"), { recursive: true });
const { reports, undocumented } = readPublicApi(ROOT);
for (const { name, text } of reports) {
  const file = join(ROOT, "api", `${name}.txt`);
  if (text.includes(NOT_EXPORTED)) incomplete.push(`api/${name}.txt`);
  if (isWriting) writeFileSync(file, text);
  else if (read(file) !== text) different.push(`api/${name}.txt`);
}
if (incomplete.length > 0) {
  console.error(
    `A public signature names a type that no entry point exports: see "${NOT_EXPORTED.trim()}" in ${incomplete.join(", ")}. Export it.`,
  );
  process.exitCode = 1;
}
if (undocumented.length > 0) {
  console.error(`These options have no doc comment: ${undocumented.join(", ")}.`);
  process.exitCode = 1;
}
if (different.length > 0) {
  console.error(
    `The public API changed: ${different.join(", ")}. Run npm run check:api -- --write and add a line to CHANGELOG.md.`,
  );
  process.exitCode = 1;
} else if (!isWriting && isChangelogMissing(ROOT, process.env.API_BASE)) {
  console.error("A report of the API changed without a line in CHANGELOG.md.");
  process.exitCode = 1;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
