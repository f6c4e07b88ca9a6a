import { readdirSync } from "node:fs";
import { resolve } from "node:path";

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, "../..");

/** Folders without documents: the output and the templates of `npm run docs:build`, and the sample project of an example. */
const EXCLUDED = ["docs/reference/", "docs/.vitepress/", "docs/examples/", "examples/quickstart/sample/"];

/** Paths of all documents from the root: the pages of `docs/`, the READMEs, CONTRIBUTING and CHANGELOG. */
export const DOCUMENTS: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...textsBelow("docs"),
  ...textsBelow("examples"),
];

function textsBelow(folder: string): readonly string[] {
  return readdirSync(resolve(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => !path.includes("/node_modules/") && !EXCLUDED.some((start) => path.startsWith(start)))
    .sort();
}
