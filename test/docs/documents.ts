import { readdirSync } from "node:fs";
import { resolve } from "node:path";

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, "../..");

/** What `npm run docs:build` makes, and a project that an example works on. */
const LEFT_OUT = ["docs/reference/", "docs/.vitepress/", "examples/quickstart/sample/"];

/** Every text for people, as a path from the root: what is in `docs/`, and what stands beside it. */
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
    .filter((path) => !path.includes("/node_modules/") && !LEFT_OUT.some((start) => path.startsWith(start)))
    .sort();
}
