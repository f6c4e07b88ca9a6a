import { readdirSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const SOURCE = resolve(import.meta.dirname, "../../src");

/** Most positional parameters of a function. */
const MAX_PARAMETERS = 4;

/** Functions whose parameters another library prescribes, by file and name, with the reason. */
const PRESCRIBED: Readonly<Record<string, string>> = {
  "adapters/remote/sessions/deepagents-session.ts edit": "the interface of sandboxes of deepagents",
  "adapters/remote/sessions/deepagents-types.ts edit": "the interface of sandboxes of deepagents",
};

interface UnclearFunction {
  readonly name: string;
  readonly problem: "boolean beside other parameters" | "too many parameters";
}

function isBoolean({ type, initializer }: ts.ParameterDeclaration): boolean {
  if (type === undefined)
    return (
      initializer?.kind === ts.SyntaxKind.TrueKeyword || initializer?.kind === ts.SyntaxKind.FalseKeyword
    );
  const parts = ts.isUnionTypeNode(type) ? type.types : [type];
  const kinds = parts.map(({ kind }) => kind).filter((kind) => kind !== ts.SyntaxKind.UndefinedKeyword);
  return kinds.length > 0 && kinds.every((kind) => kind === ts.SyntaxKind.BooleanKeyword);
}

/** Matches the files that may have such functions, because parsing all of them takes seconds. */
const SUSPECT = /\bboolean\b|= (?:true|false)\b|\((?:[^()]*(?:\([^()]*\)[^()]*)?,){4}/;

function nameOf(node: ts.SignatureDeclaration, parent: ts.Node, file: ts.SourceFile): string {
  const name = node.name ?? (parent as { readonly name?: ts.Node }).name;
  return `${ts.isConstructorDeclaration(node) ? "new " : ""}${name?.getText(file) ?? "(without a name)"}`;
}

/** Returns the functions whose calls cannot be read alone. A boolean that is the only parameter is a value: `answer(true)`. */
function unclearFunctions(text: string, path = "file.ts"): UnclearFunction[] {
  const file = ts.createSourceFile(path, text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const found: UnclearFunction[] = [];
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const parameters = node.parameters.filter(({ name }) => name.getText(file) !== "this");
      if (parameters.length > 1 && parameters.some(isBoolean))
        found.push({ name: nameOf(node, parent, file), problem: "boolean beside other parameters" });
      if (parameters.length > MAX_PARAMETERS)
        found.push({ name: nameOf(node, parent, file), problem: "too many parameters" });
    }
    ts.forEachChild(node, (child) => visit(child, node));
  };
  visit(file, file);
  return found;
}

describe("the parameters of functions", () => {
  it(`name flags in options, and are at most ${MAX_PARAMETERS}`, () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const found = files.flatMap((name) => {
      const path = name.split(sep).join("/");
      const text = readFileSync(join(SOURCE, name), "utf8");
      if (!SUSPECT.test(text)) return [];
      return unclearFunctions(text, path).map((each) => [`${path} ${each.name}`, each.problem] as const);
    });
    expect(files.length).toBeGreaterThan(500);
    expect(found.filter(([name]) => !Object.hasOwn(PRESCRIBED, name))).toEqual([]);
    expect(Object.keys(PRESCRIBED).filter((name) => !found.some(([each]) => each === name))).toEqual([]);
  });

  it.each([
    ["function f(text: string, all: boolean) {}", "f"],
    ["const f = (text: string, all = false) => {};", "f"],
    ["class F { constructor(text: string, readonly all?: boolean | undefined) {} }", "new F"],
    ["interface F { f(text: string, all: boolean): void }", "f"],
  ])("find the flag of %s (control)", (text, name) => {
    expect(unclearFunctions(text)).toEqual([{ name, problem: "boolean beside other parameters" }]);
  });

  it("find five parameters, and leave options, predicates and single values alone (control)", () => {
    expect(unclearFunctions("function f(a: A, b: B, c: C, d: D, e: E) {}")).toEqual([
      { name: "f", problem: "too many parameters" },
    ]);
    const clear =
      "function f(a: A, { all }: { all: boolean }): a is B { return [1].some((each): boolean => all); } g.onAnswer = (approved: boolean) => {};";
    expect(unclearFunctions(clear)).toEqual([]);
  });
});
