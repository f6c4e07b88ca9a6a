import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { apiReports } from "./api/api-reports.js";
import { isChangelogMissing } from "./api/changelog-line.js";

// Compares the public API with the reports in api/: npm run check:api. With --write, writes the reports.
// Fails if a commit since the base (API_BASE, else where the branch left origin/main) changes a report without a line in CHANGELOG.md.
const ROOT = resolve(import.meta.dirname, "..");
const isWriting = process.argv.includes("--write");

const different: string[] = [];
mkdirSync(join(ROOT, "api"), { recursive: true });
for (const { name, text } of apiReports(ROOT)) {
  const file = join(ROOT, "api", `${name}.txt`);
  if (isWriting) writeFileSync(file, text);
  else if (read(file) !== text) different.push(`api/${name}.txt`);
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
