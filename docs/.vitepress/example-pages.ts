import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { headingAnchor } from "./heading-anchor.js";
import { DOCS } from "./pages.js";

const EXAMPLES = resolve(DOCS, "../examples");
/** Languages of the code blocks by the ending of the file. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ".ts": "ts",
  ".js": "js",
  ".mjs": "js",
  ".json": "json",
  ".html": "html",
};
/** Longer than every fence inside of an example. */
const FENCE = "`````";

/** One page of the site, as VitePress reads it from `[name].paths.ts`. */
export interface ExamplePage {
  readonly params: { readonly name: string };
  readonly content: string;
}

/** Returns a page for each example: its README and its files. GitHub shows the folders themselves. */
export function examplePages(): readonly ExamplePage[] {
  return exampleNames().map((name) => ({ params: { name }, content: pageOf(name) }));
}

/** Returns the names of all examples. */
export function exampleNames(): readonly string[] {
  return readdirSync(EXAMPLES).sort();
}

function pageOf(name: string): string {
  const files = (readdirSync(join(EXAMPLES, name), { recursive: true }) as string[])
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => LANGUAGES[extname(path)] !== undefined)
    .sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1));
  const readme = readdirSync(join(EXAMPLES, name)).includes("README.md")
    ? readFileSync(join(EXAMPLES, name, "README.md"), "utf8").replaceAll(
        /\]\((?!\.\.|[a-z]+:|#)([^)]+)\)/g,
        withAnchor,
      )
    : `# ${name}\n\nRun it in a clone of the repository with \`npm start\`.\n`;
  const blocks = files.map((path) => {
    const code = readFileSync(join(EXAMPLES, name, path), "utf8").trimEnd();
    return `## ${path}\n\n${FENCE}${LANGUAGES[extname(path)]}\n${code}\n${FENCE}\n`;
  });
  return `${readme.replaceAll("](../../docs/", "](../")}\n${blocks.join("\n")}`;
}

/** A link to a file of the example leads to its heading. */
function withAnchor(_: string, path: string): string {
  return `](#${headingAnchor(path)})`;
}

function depth(path: string): number {
  return dirname(path)
    .split("/")
    .filter((part) => part !== ".").length;
}
