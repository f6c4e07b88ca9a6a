import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "../../src/backends/glob/index.js";
import { compilePathGlob, pathSegments } from "../../src/permissions/rules/path-glob.js";

type Answer = boolean | "refused";

const inRule = (pattern: string, path: string): Answer =>
  compilePathGlob(pattern, []).matches(pathSegments(path));

function inSearch(pattern: string, path: string): Answer {
  try {
    return compileGlob(pattern, { hidden: "explicit" }).matches(path);
  } catch {
    return "refused";
  }
}

/** Number of pairs of braces; the braces of a rule may stand for 100 patterns. */
const MAX_BRACES = 4;

const NAME = fc
  .array(fc.constantFrom("a", "b", "🙂", "*", "?", "[ab]", "[!a]", "[a-b🙂]", "{a,b}", "{a,{b,🙂}}", "\\*"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join("").replace(/\*{2,}/g, "*"));
const PATTERN = fc.array(fc.oneof({ weight: 3, arbitrary: NAME }, fc.constant("**")), {
  minLength: 1,
  maxLength: 4,
});
const PATH = fc
  .array(fc.string({ unit: fc.constantFrom("a", "b", "c", "*", "🙂"), minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((names) => names.join("/"));

describe("the globs of path rules and of searches", () => {
  it("agree on everything that docs/permissions.md does not list as a difference", () => {
    fc.assert(
      fc.property(PATTERN, PATH, (names, path) => {
        const pattern = names.join("/");
        // A rule about `src/**` also matches `src`.
        fc.pre(names.at(-1) !== "**" && pattern.split("{").length <= MAX_BRACES + 1);
        expect(inRule(pattern, path)).toBe(inSearch(pattern, path));
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string, string, Answer, Answer]>([
    ["a folder before /**", "src/**", "src", true, false],
    ["hidden names", "src/*", "src/.env", true, false],
    ["a [ that is not closed", "a[b", "a[b", true, "refused"],
    ["a { that is not closed", "a{b,c", "a{b,c", true, "refused"],
    ["braces without a comma", "a{b}", "a{b}", true, false],
    ["a \\ in brackets", "[\\]]", "]", true, false],
    ["a \\ at the end", "a\\", "a\\", true, "refused"],
    ["a range that runs backwards", "[b-a]", "a", false, "refused"],
    ["the parent folder", "src/../a", "a", true, false],
  ])("differ in %s", (_what, pattern, path, rule, search) => {
    expect([inRule(pattern, path), inSearch(pattern, path)]).toEqual([rule, search]);
  });
});
