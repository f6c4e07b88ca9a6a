import ts from "typescript";
import { describe, expect, it } from "vitest";
import { symbolReport } from "../../../scripts/api/symbol-report.js";

/** Returns the report of an export of a module. */
function report(text: string, name: string) {
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.ES2022, true);
  const host = ts.createCompilerHost({});
  const program = ts.createProgram(
    ["a.ts"],
    { noLib: true, target: ts.ScriptTarget.ES2022 },
    {
      ...host,
      getSourceFile: (path) => (path === "a.ts" ? file : undefined),
    },
  );
  const checker = program.getTypeChecker();
  const symbol = checker
    .getExportsOfModule(checker.getSymbolAtLocation(file) as ts.Symbol)
    .find((each) => each.name === name);
  const { text: shown, named } = symbolReport(name, symbol as ts.Symbol, checker);
  return { shown, named: [...named].map((each) => each.name) };
}

describe("symbolReport", () => {
  it("shows the public members of a class without private ones, bodies and comments", () => {
    const { shown } = report(
      "export class A { #a = 1; private b = 2; /** C. */ c: string = ''; d(n: number): number { return n; } }",
      "A",
    );
    expect(shown).toBe("export class A {\n  c: string\n  d: (n: number) => number\n}");
  });

  it("names the types of a signature, and none that occur only in the body", () => {
    const { shown, named } = report(
      "interface In { a: string } interface Inner { b: string }\nexport function f(a: In): void { const b: Inner = { b: a.a }; }",
      "f",
    );
    expect(shown).toBe("export f: (a: In) => void");
    expect(named).toEqual(["In"]);
  });
});
