import { describe, expect, it } from "vitest";
import { lastValueOf } from "../../../src/code-mode/engine/last-value.js";

describe("lastValueOf", () => {
  it.each([
    ["one expression", "1 + 1", "return (1 + 1\n);"],
    ["the last line", "const a = 1\na", "const a = 1\nreturn (a\n);"],
    [
      "an expression of several lines",
      "let a\nawait f({\n  b: 1\n})",
      "let a\nreturn (await f({\n  b: 1\n})\n);",
    ],
    ["the last statement of one line", "const a = 1; a;", "const a = 1;return ( a\n);"],
    ["an array after a semicolon", "const a = 1;\n[a]", "const a = 1;\nreturn ([a]\n);"],
    ["an expression with a comment", "f()\n// done", "return (f()\n// done\n);"],
    ["an operator that continues the line before", "x = 1\n+ 2", "return (x = 1\n+ 2\n);"],
    ["a string with a semicolon", "const a = 1; 'a; b'", "const a = 1;return ( 'a; b'\n);"],
  ])("returns the value of %s", (_name, program, expected) => {
    expect(lastValueOf(program)).toBe(expected);
  });

  it.each([
    ["a statement", "const a = 1"],
    ["an own return", "return 1"],
    ["a function declaration", "f();\nfunction f() { return 1 }"],
    ["a class declaration", "class A {}"],
    ["an index that continues the line before", "const a = b\n[0]"],
    ["a call that continues the line before", "const a = b\n(0)"],
    ["a template of several lines", "const a = `\nb\n`"],
    ["an else branch", "if (a) { b }\nelse c"],
    ["a syntax error", "a b c"],
    ["an empty program", ""],
  ])("leaves a program that ends with %s unchanged", (_name, program) => {
    expect(lastValueOf(program)).toBe(program);
  });

  it("parses a long program of semicolons in little time", () => {
    const startedAt = performance.now();
    lastValueOf("a;".repeat(32_000));
    lastValueOf("(\n".repeat(32_000));
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
