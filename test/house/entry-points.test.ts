import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const packageJson = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8")) as {
  exports: Record<string, string | { types: string; default: string }>;
};
const entries = Object.entries(packageJson.exports).flatMap(([name, target]) =>
  typeof target === "string" ? [] : [{ name, file: target.default }],
);

describe("entry points", () => {
  it.each(entries)("$name exports exactly the public API of the snapshot", async ({ file }) => {
    const module = (await import(resolve(ROOT, file))) as Record<string, unknown>;
    expect(Object.keys(module).sort()).toMatchSnapshot();
  });
});

/** Returns every module that a built file reaches through static and dynamic imports, with its specifiers. */
function reach(file: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(file)) return seen;
  const text = readFileSync(file, "utf8");
  // Parsed as a program: `--files0-from", value: "` in a string is not an import.
  const specifiers = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  seen.set(file, specifiers);
  for (const specifier of specifiers) {
    if (specifier.startsWith(".")) reach(resolve(file, "..", specifier), seen);
  }
  return seen;
}

describe("collet/core", () => {
  it("imports no Node built-in", () => {
    const reached = [...reach(resolve(ROOT, "dist/core.js"))].flatMap(([, specifiers]) => specifiers);
    expect(reached.filter((specifier) => specifier.startsWith("node:"))).toEqual([]);
  });

  it("imports only the packages of its schema converters and matchers", () => {
    const reached = [...reach(resolve(ROOT, "dist/core.js"))].flatMap(([, specifiers]) => specifiers);
    const packages = new Set(reached.filter((specifier) => !specifier.startsWith(".")));
    expect([...packages].sort()).toMatchSnapshot();
  });

  it("loads no toolset, so that hosts with their own tools do not load the built-in ones", () => {
    const reached = [...reach(resolve(ROOT, "dist/core.js")).keys()].map((file) =>
      readFileSync(file, "utf8"),
    );
    for (const name of ["run_shell_command", "multi_edit", "MultiEdit", "todowrite", "view_image"]) {
      expect(reached.filter((text) => text.includes(`"${name}"`))).toEqual([]);
    }
  });
});
