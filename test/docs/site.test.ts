import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { sidebar, TOPICS } from "../../docs/.vitepress/pages.js";
import { DOCUMENTS, ROOT } from "./documents.js";

const read = (path: string) => readFileSync(resolve(ROOT, path), "utf8");

const pages = DOCUMENTS.filter((path) => path.startsWith("docs/")).map((path) =>
  path.slice("docs/".length, -3),
);

describe("the sidebar of the site", () => {
  it("lists every page once", () => {
    const listed = [...Object.values(TOPICS).flat(), "index"];
    expect(listed.sort()).toEqual(pages.filter((page) => !page.startsWith("decisions/")).sort());
  });

  it("lists every decision in order", () => {
    const decisions = sidebar()
      .find(({ text }) => text === "Decisions")
      ?.items.map(({ link }) => link);
    expect(decisions).toEqual(
      pages.filter((page) => page.startsWith("decisions/")).map((page) => `/${page}`),
    );
  });

  it("names a page by its heading", () => {
    expect(sidebar()[0]?.items[0]).toEqual({ text: "Getting started", link: "/getting-started" });
  });
});

describe("the reference", () => {
  it("covers every entry point of the package", () => {
    const { config } = ts.parseConfigFileTextToJson("tsconfig.json", read("tsconfig.json"));
    const { paths } = config.compilerOptions as { paths: Record<string, readonly string[]> };
    const { entryPoints } = JSON.parse(read("typedoc.json")) as { entryPoints: readonly string[] };
    expect(entryPoints.map((file) => `./${file}`)).toEqual(Object.values(paths).flat());
    const { exports } = JSON.parse(read("package.json")) as { exports: Record<string, unknown> };
    const imports = Object.keys(exports).filter((name) => name !== "./package.json");
    expect(Object.keys(paths)).toEqual(imports.map((name) => name.replace(/^\./, "collet")));
  });
});

describe("commands in the documentation", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const suites = [...read("bench/main.ts").matchAll(/^ {2}(\w+): bench/gm)].map(([, name = ""]) => name);

  it.each(DOCUMENTS)("%s names only existing scripts", (document) => {
    const blocks = [...read(document).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code);
    const named = [...blocks.join("\n").matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)];
    expect(named.filter(([, name = ""]) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it("names only existing suites of the benchmark", () => {
    const rows = [...read("docs/performance.md").matchAll(/^\| `(\w+)` \|/gm)].map(([, name = ""]) => name);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((name) => !suites.includes(name))).toEqual([]);
  });
});
