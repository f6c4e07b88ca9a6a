import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { internalReferences } from "./shipped-text.js";

// Fails if a file of the package or a page of the documentation cites an internal document:
// npx tsx scripts/check-shipped-text.ts
const root = resolve(import.meta.dirname, "..");
const { files } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as { files: string[] };
const found = files.filter((name) => !name.startsWith("!")).flatMap((name) => internalReferences(root, name));
if (found.length > 0) {
  console.error(`Name the product instead of an internal document:\n${found.join("\n")}`);
  process.exitCode = 1;
}
