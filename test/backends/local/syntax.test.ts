import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { Parser } from "web-tree-sitter";
import { localSyntax, requireSyntaxOptions } from "../../../src/backends/local/syntax/index.js";
import { iterationsDuring } from "../../event-loop-iterations.js";

const { signal } = new AbortController();
const { resolve } = createRequire(import.meta.url);
const GO = resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm");

describe("localSyntax with installed grammars", () => {
  const syntax = localSyntax();

  it.each([
    ["a.py", "def f(x):\n    return x\n", "def f(x:\n    return x\n", 1],
    ["a.ts", "const a: number = 1;\n", "\nconst a: = 1;\n", 2],
    ["a.tsx", "const a = <b>1</b>;\n", "const a = <b>1</b;\n", 1],
    ["a.go", "package a\n\nfunc f() {}\n", "package a\n\nfunc f( {}\n", 3],
    ["A.RS", "fn f() -> u8 { 1 }\n", "fn f() -> { 1 }\n", 1],
    ["a.sh", "if a; then b; fi\n", "if a; then b;\n", 2],
    ["a.css", "a { color: red; }\n", "a { color: red;\n", 2],
  ])("finds errors in %s", async (path, right, wrong, line) => {
    expect(await syntax.errors(`/w/${path}`, right, signal)).toEqual([]);
    const [first] = (await syntax.errors(`/w/${path}`, wrong, signal)) ?? [];
    expect(first?.message).toMatch(/^(?:missing|unexpected) ./);
    expect(Math.abs((first?.line ?? 0) - line)).toBeLessThanOrEqual(1);
  });

  it("states what is missing, and at most three errors", async () => {
    const [first] = (await syntax.errors("a.go", "package a\nfunc f( {}\n", signal)) ?? [];
    expect(first).toEqual({ line: 2, column: 8, message: "missing )" });
    const many = await syntax.errors("a.ts", "const = 1;\nlet x;\n".repeat(20), signal);
    expect(many).toHaveLength(3);
  });

  it("does not check files without a grammar, long texts and cancelled calls", async () => {
    expect(await syntax.errors("a.unknown", "(", signal)).toBeUndefined();
    expect(await syntax.errors("Makefile", "(", signal)).toBeUndefined();
    expect(await syntax.errors("a.constructor", "(", signal)).toBeUndefined();
    expect(await syntax.errors("a.py", "(".repeat(256 * 1024 + 1), signal)).toBeUndefined();
    expect(await syntax.errors("a.py", "(", AbortSignal.abort())).toBeUndefined();
  });

  it("searches a tree of many statements in steps", async () => {
    await syntax.errors("a.py", "a", signal);
    // A clock that depends on the work, not on the machine: it advances with each look of the search, not of the parser.
    let nowMs = 0;
    let isParsed = false;
    const parse = Parser.prototype.parse;
    const parser = vi.spyOn(Parser.prototype, "parse").mockImplementation(function (this: Parser, ...input) {
      const tree = parse.apply(this, input);
      isParsed = tree !== null;
      return tree;
    });
    const clock = vi.spyOn(performance, "now").mockImplementation(() => {
      if (isParsed) nowMs += 0.2;
      return nowMs;
    });
    try {
      const iterations = await iterationsDuring(async () => {
        const found = await syntax.errors("a.py", `${"a\n".repeat(80_000)}b(\n`, signal);
        expect(found).toMatchObject([{ line: 80_001 }]);
      });
      expect(iterations).toBeGreaterThan(15);
    } finally {
      clock.mockRestore();
      parser.mockRestore();
    }
  });

  it("parses several texts at the same time", async () => {
    const texts = [1, 2, 3].map((count) => `x = [${"1, ".repeat(count * 2_000)}\n`);
    const found = await Promise.all(texts.map((text) => syntax.errors("a.py", text, signal)));
    for (const each of found) expect(each?.length).toBe(1);
  });
});

describe("localSyntax with grammars of the host", () => {
  it.each([
    ["a path", GO],
    ["bytes", readFileSync(GO)],
    ["a function", async () => GO],
  ])("accepts %s", async (_, grammar) => {
    const syntax = localSyntax({ grammars: { ".gopher": grammar }, installed: false });
    expect(await syntax.errors("a.gopher", "package a\nfunc f( {}\n", signal)).toHaveLength(1);
    expect(await syntax.errors("a.go", "package a\nfunc f( {}\n", signal)).toBeUndefined();
  });

  it.each([
    ["a missing file", "/nowhere/tree-sitter-x.wasm"],
    ["other bytes", new Uint8Array([1, 2, 3])],
    ["a function that throws", () => Promise.reject(new Error("no grammar"))],
  ])("checks nothing with %s", async (_, grammar) => {
    const syntax = localSyntax({ grammars: { ".py": grammar } });
    expect(await syntax.errors("a.py", "(", signal)).toBeUndefined();
  });

  it.each([
    [true, /"installed" or an object/],
    [{ grammar: {} }, /grammar/],
    [{ grammars: { py: GO } }, /not the ending/],
    [{ grammars: { ".PY": GO } }, /lower case/],
    [{ grammars: { ".py": 1 } }, /must be a path, bytes or a function/],
  ])("refuses %j", (options, message) => {
    expect(() => requireSyntaxOptions(options)).toThrow(message);
  });
});
