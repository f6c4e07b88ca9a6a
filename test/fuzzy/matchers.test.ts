import { describe, expect, it } from "vitest";
import {
  applyEdit,
  EDIT_PRESETS,
  findMatches,
  type MatcherName,
  matchers,
  OPENCODE_MATCHERS,
  SAFE_MATCHERS,
} from "../../src/fuzzy/index.js";

const CONTENT = 'start\n  function f() {\n    one();\n    two("x");\n    three();\n  }\nend\n';

function found(name: MatcherName, oldString: string, content = CONTENT) {
  return matchers[name]({ content, oldString, preset: "opencode" }).map((match) =>
    content.slice(match.start, match.end),
  );
}

describe("each matcher by its name", () => {
  const cases: { name: MatcherName; old: string; expected: string[]; content?: string }[] = [
    { name: "simple", old: "one()", expected: ["one()"] },
    { name: "line-trimmed", old: 'one();\ntwo("x");', expected: ['    one();\n    two("x");'] },
    {
      name: "block-anchor",
      old: "function f() {\n  anything\n}",
      expected: ['  function f() {\n    one();\n    two("x");\n    three();\n  }'],
    },
    { name: "whitespace-normalized", old: "function  f()  {", expected: ["  function f() {"] },
    {
      name: "indentation-flexible",
      old: "function f() {\n  one();",
      expected: ["  function f() {\n    one();"],
    },
    { name: "escape-normalized", old: 'two(\\"x\\");\\n', expected: ['two("x");\n'] },
    { name: "trimmed-boundary", old: "\n\n one(); \n", expected: ["one();"] },
    {
      name: "context-aware",
      old: 'function f() {\none();\nother("x");\nthree();\n}',
      expected: ['  function f() {\n    one();\n    two("x");\n    three();\n  }'],
    },
    { name: "multi-occurrence", old: "a", content: "a b a", expected: ["a", "a"] },
    { name: "whitespace-fallback", old: 'one();   \n two("x");', expected: ['    one();\n    two("x");'] },
    {
      name: "most-similar",
      old: 'function f() {\n    one();\n    two("x");\n    four();\n  }',
      expected: ['  function f() {\n    one();\n    two("x");\n    three();\n  }'],
    },
  ];
  for (const { name, old, expected, content } of cases) {
    it(`${name} returns the spans it finds`, () => {
      expect(found(name, old, content)).toEqual(expected);
    });
  }

  it("returns nothing for a text that resembles nothing", () => {
    for (const name of Object.keys(matchers) as MatcherName[])
      expect(found(name, "entirely\nelse\nhere"), name).toEqual([]);
  });

  it("exists for every name of the presets", () => {
    for (const name of [...SAFE_MATCHERS, ...OPENCODE_MATCHERS])
      expect(matchers[name]).toBeTypeOf("function");
  });
});

describe("findMatches", () => {
  it("returns the places of the first matcher that finds any, with their lines", () => {
    expect(findMatches({ content: "x\n y\nx\n y\n", oldString: "x\ny" })).toMatchObject([
      { matcher: "line-keys", startLine: 1, endLine: 2, similarity: 1 },
      { matcher: "line-keys", startLine: 3, endLine: 4 },
    ]);
  });
  it("never throws", () => {
    expect(findMatches(undefined as never)).toEqual([]);
    expect(findMatches({ content: "a", oldString: 5 as never })).toEqual([]);
  });
});

describe("the opencode preset", () => {
  it("uses the published thresholds of the OpenCode specification", () => {
    expect(EDIT_PRESETS.opencode.thresholds).toMatchObject({
      singleCandidateSimilarity: 0,
      multipleCandidatesSimilarity: 0.3,
      contextLineShare: 0.5,
    });
  });
  it("accepts any middle between two correct anchors, which the safe preset refuses", () => {
    const request = {
      content: CONTENT,
      oldString: "  function f() {\n    nothing like it\n  }",
      newString: "  gone",
    };
    expect(applyEdit(request)).toMatchObject({ ok: false, reason: "not-found" });
    expect(applyEdit({ ...request, preset: "opencode" })).toMatchObject({
      ok: true,
      matcher: "block-anchor",
      content: "start\n  gone\nend\n",
    });
  });
  it("still requires one place: equally similar blocks are ambiguous", () => {
    const content = "{\n  a\n}\n{\n  b\n}\n";
    const result = applyEdit({ content, oldString: "{\n  c\n}", newString: "x", preset: "opencode" });
    expect(result).toMatchObject({ ok: false });
  });
});
