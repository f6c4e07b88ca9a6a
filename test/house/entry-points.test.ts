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
/** Returns what a module imports. Parsed as a program: `--files0-from", value: "` in a string is not an import. */
function specifiersOf(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const specifier = isDynamic
      ? node.arguments[0]
      : ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : undefined;
    if (specifier !== undefined && ts.isStringLiteral(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

function reach(file: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(file)) return seen;
  const text = readFileSync(file, "utf8");
  const specifiers = specifiersOf(file, text);
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

  it("imports no package: the parts of packages that it uses are in the build", () => {
    const reached = [...reach(resolve(ROOT, "dist/core.js"))].flatMap(([, specifiers]) => specifiers);
    expect(reached.length).toBeGreaterThan(10);
    expect(reached.filter((specifier) => !specifier.startsWith("."))).toEqual([]);
  });

  it("loads no toolset, so that hosts with their own tools do not load the built-in ones", () => {
    const reached = [...reach(resolve(ROOT, "dist/core.js")).keys()].map((file) =>
      readFileSync(file, "utf8"),
    );
    const toolsets = [...reach(resolve(ROOT, "dist/toolsets.js")).keys()].map((file) =>
      readFileSync(file, "utf8"),
    );
    for (const name of ["run_shell_command", "MultiEdit", "exec_command", "view_image", "get_diagnostics"]) {
      // A definition; the registry knows the names alone, for its advice about a missing tool.
      const definition = `name:"${name}"`;
      expect(reached.filter((text) => text.includes(definition))).toEqual([]);
      expect(
        toolsets.some((text) => text.includes(definition)),
        name,
      ).toBe(true);
    }
  });
});
