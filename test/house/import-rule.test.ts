import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { circlesOf } from "./circles.js";

const SOURCE = resolve(import.meta.dirname, "../../src");

/** Most files that one folder of `src` may hold, subfolders not counted. */
const MAX_FILES_PER_FOLDER = 20;

/** Most lines of one file of `src`. */
const MAX_LINES_PER_FILE = 300;

/** The layers of the codebase (docs/architecture.md): a folder imports only from the folders listed for it. */
const BASE = ["values", "text"];
const PURE = ["contract", "schema", "batching", "truncation", "fuzzy", "permissions"];
const MAY_IMPORT: Record<string, readonly string[]> = {
  values: [],
  text: ["values"],
  contract: BASE,
  schema: [...BASE, "contract"],
  batching: [...BASE, "contract"],
  truncation: [...BASE, "contract"],
  fuzzy: [...BASE, "contract"],
  permissions: [...BASE, "contract"],
  backends: [...BASE, ...PURE],
  workspace: [...BASE, ...PURE, "backends"],
  tools: [...BASE, ...PURE, "backends", "workspace"],
  toolsets: [...BASE, ...PURE, "backends", "workspace", "tools"],
  registry: [...BASE, ...PURE],
  runtime: [...BASE, ...PURE, "registry"],
  agents: [...BASE, ...PURE, "registry", "runtime"],
  "code-mode": [...BASE, ...PURE, "registry", "runtime"],
};

/** Layers whose parts are entry points of their own, so that one can be loaded without the others. */
const LAYERS_OF_PARTS = ["adapters", "backends"];

/** Folders that may import Node built-ins; everything else runs wherever JavaScript does. */
const MAY_USE_NODE = [
  "devtools/server",
  "backends/local",
  "backends/posix-shell",
  "backends/remote",
  "backends/sandbox-sessions",
  "backends/sandboxes",
  "adapters/mcp/http",
  "adapters/bullmq",
  "adapters/remote/sessions",
  "adapters/remote/worker",
  "config/files",
  "cli",
  "code-mode/quick-js",
  "code-mode/records",
];

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name: name.split(sep).join("/"), text: readFileSync(join(SOURCE, name), "utf8") }));
const names = new Set(files.map(({ name }) => name));

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map((match) => match[1] ?? "");
}

/** Returns the files that a file imports, relative to `src`. */
function targetsOf({ name, text }: { readonly name: string; readonly text: string }): string[] {
  return importsOf(text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => relative(SOURCE, resolve(SOURCE, dirname(name), specifier)))
    .map((target) => target.split(sep).join("/").replace(/\.js$/, ".ts"))
    .map((target) => (names.has(target) ? target : target.replace(/\.ts$/, ".tsx")));
}

/** Returns the entry point through which a file has to import another one; undefined for a neighbour or a folder above. */
function entryPointFor(name: string, target: string): string | undefined {
  const folders = target.split("/").slice(0, -1);
  for (let depth = 1; depth <= folders.length; depth++) {
    const folder = folders.slice(0, depth).join("/");
    if (name.startsWith(`${folder}/`) || LAYERS_OF_PARTS.includes(folder)) continue;
    if (names.has(`${folder}/index.ts`)) return `${folder}/index.ts`;
  }
  return undefined;
}

describe("the import rule", () => {
  it("sees the source files", () => {
    expect(files.length).toBeGreaterThan(50);
  });

  it("lets no layer import from a higher layer", () => {
    const violations = files.flatMap((file) => {
      const layer = file.name.split("/")[0] ?? "";
      const allowed = MAY_IMPORT[layer];
      if (allowed === undefined) return [];
      return targetsOf(file)
        .filter((target) => target.split("/")[0] !== layer && !allowed.includes(target.split("/")[0] ?? ""))
        .map((target) => `${file.name} imports ${target}`);
    });
    expect(violations).toEqual([]);
  });

  it("lets files import a folder beside them only through its entry point", () => {
    const violations = files.flatMap((file) =>
      targetsOf(file)
        .filter((target) => (entryPointFor(file.name, target) ?? target) !== target)
        .map((target) => `${file.name} imports ${target} and not ${entryPointFor(file.name, target)}`),
    );
    expect(violations).toEqual([]);
  });

  it("keeps files and folders free of circles", () => {
    const imports = new Map(files.map((file) => [file.name, targetsOf(file)]));
    expect(circlesOf(imports)).toEqual([]);
  });

  it("finds a circle of three files (control)", () => {
    const imports = new Map([
      ["a.ts", ["b.ts"]],
      ["b.ts", ["c.ts"]],
      ["c.ts", ["a.ts"]],
      ["d.ts", ["a.ts"]],
    ]);
    expect(circlesOf(imports)).toEqual([["a.ts", "b.ts", "c.ts"]]);
  });

  it(`holds at most ${MAX_FILES_PER_FOLDER} files in each folder`, () => {
    const counts = new Map<string, number>();
    for (const { name } of files) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MAX_FILES_PER_FOLDER)).toEqual([]);
  });

  it(`holds at most ${MAX_LINES_PER_FILE} lines in each file`, () => {
    const lengths = files.map(({ name, text }) => [name, text.split("\n").length - 1] as const);
    expect(lengths.filter(([, lines]) => lines > MAX_LINES_PER_FILE)).toEqual([]);
  });

  it("keeps adapters, configuration, DevTools, command line and testing on top: no lower layer imports them", () => {
    const violations = files
      .filter(({ name }) => !/^(adapters|config|devtools|cli|testing)\//.test(name))
      // The main entry point stands on top as well: it loads the MCP adapter when a server is connected.
      .filter(({ name }) => name !== "create-tool-runtime.ts")
      .filter((file) =>
        targetsOf(file).some((target) => /^(adapters|config|devtools|cli|testing)\//.test(target)),
      )
      .map(({ name }) => name);
    expect(violations).toEqual([]);
  });

  it("names Node built-ins in the local backend only", () => {
    const violations = files
      .filter(({ name }) => !MAY_USE_NODE.some((folder) => name.startsWith(`${folder}/`)))
      .flatMap(({ name, text }) =>
        importsOf(text)
          .filter((specifier) => specifier.startsWith("node:"))
          .map((specifier) => `${name} imports ${specifier}`),
      );
    expect(violations).toEqual([]);
  });

  it("keeps entry points free of logic and of export *", () => {
    // The main entry point contains the core: one list of names for both.
    const CORE = 'export * from "./core.js";';
    const violations = files
      .filter(({ name }) => name.endsWith("/index.ts") || name === "index.ts" || name === "core.ts")
      .filter(
        ({ name, text }) =>
          text
            .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
            .replace(/export\s+(?:type\s+)?\{[^}]*\}\s*from\s*"[^"]+";/g, "")
            .replace(name === "index.ts" ? CORE : "", "")
            .trim() !== "",
      )
      .map(({ name }) => name);
    expect(violations).toEqual([]);
  });
});
