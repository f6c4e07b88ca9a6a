import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob, fileTypeFilter, pathFilter } from "../../../src/backends/glob/index.js";

const piece = fc.constantFrom("a", "b", ".", "..", ".env", "key", "-", ".ts", "x.ts", "é", "a b", "*", "A");
const name = fc
  .array(piece, { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(""))
  .filter((text) => text !== "." && text !== "..");
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const oneName = fc
  .tuple(fc.array(piece, { maxLength: 2 }), fc.constantFrom("", "*"), fc.array(piece, { maxLength: 2 }))
  .map(([before, star, after]) => `**/${before.join("")}${star}${after.join("")}`)
  .filter((glob) => glob !== "**/");

describe("a filter by globs", () => {
  it("matches names in any folder as the automaton for all other globs does", () => {
    fc.assert(
      fc.property(oneName, path, fc.boolean(), (glob, candidate, hidden) => {
        const matcher = compileGlob(glob, { hidden: hidden ? "any" : "explicit" });
        const filter = pathFilter([glob], { hidden });
        expect(filter.accepts(candidate)).toBe(matcher.matches(candidate));
        expect(filter.reachesHidden).toBe(hidden || matcher.spellsDot);
        const excluding = compileGlob(glob, { hidden: "any" });
        expect(pathFilter([`!${glob}`], { hidden }).accepts(candidate)).toBe(
          !excluding.matchesPathOrFolder(candidate),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it("excludes plain paths in any folder as the automaton does", () => {
    const plainPaths = fc.array(path, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(plainPaths, fc.array(path, { minLength: 1, maxLength: 3 }), (excluded, parts) => {
        const candidate = parts.join("/");
        const globs = excluded.map((plain) => `**/${plain}`);
        const isExcluded = globs.some((glob) =>
          compileGlob(glob, { hidden: "any" }).matchesPathOrFolder(candidate),
        );
        expect(
          pathFilter(
            globs.map((glob) => `!${glob}`),
            { hidden: true },
          ).accepts(candidate),
        ).toBe(!isExcluded);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ["a/b", ["a/b", "x/a/b", "a/b/c", "x/a/b/c/d"]],
    ["a/a/b", ["a/a/a/b", "a/a/b"]],
    [".config/gh", [".config/gh/hosts.yml"]],
  ])("excludes what %s names and everything below", (plain, excluded) => {
    const filter = pathFilter([`!**/${plain}`], { hidden: true });
    const others = ["a", "b", "a/c", "xa/b", "a/bx", "b/a", ".config/ghx", ".config", "gh"];
    expect([...excluded, ...others].filter(filter.accepts)).toEqual(others);
  });

  it("reads the globs again for other globs or hidden files", () => {
    const accepted = (globs: string[], hidden = false) =>
      ["a", "b", ".c"].filter(pathFilter(globs, { hidden }).accepts);
    expect(accepted(["a", "b"])).toEqual(["a", "b"]);
    expect(accepted(["a,b"])).toEqual([]);
    expect(() => accepted(["a\0b"])).toThrow("NUL");
    expect([accepted(["*"]), accepted(["*"], true), accepted(["*"])]).toEqual([
      ["a", "b"],
      ["a", "b", ".c"],
      ["a", "b"],
    ]);
    const one = pathFilter(["!a"], { hidden: false });
    expect(pathFilter(["!a"], { hidden: false })).toBe(one);
    for (let index = 0; index < 8; index += 1) pathFilter([`${index}`], { hidden: false });
    expect(pathFilter(["!a"], { hidden: false })).not.toBe(one);
  });

  it("accepts a path that any glob matches and no exclusion matches", () => {
    const filter = pathFilter(["**/*.ts", "docs/**", "!**/*.test.ts", "!**/build"], { hidden: false });
    const paths = ["a.ts", "x/a.ts", "x/a.test.ts", "docs/a.md", "build/a.ts", "x/build/y/a.ts", ".x/a.ts"];
    expect(paths.filter(filter.accepts)).toEqual(["a.ts", "x/a.ts", "docs/a.md"]);
  });
});

describe("a filter by file types", () => {
  it("matches the names of each type", () => {
    const filter = fileTypeFilter(["ts", "ruby"]);
    const names = ["a.ts", "a.tsx", "a.mts", "Gemfile", "a.rb", "a.js", "ts", "gemfile"];
    expect(names.filter(filter)).toEqual(["a.ts", "a.tsx", "a.mts", "Gemfile", "a.rb"]);
    expect(fileTypeFilter(undefined)("anything")).toBe(true);
  });

  it.each(["nope", "constructor", ""])("refuses %j", (type) => {
    expect(() => fileTypeFilter([type])).toThrow(/is not supported by this search. Use a glob instead/);
  });
});
