import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePathGlob, pathSegments } from "../../../src/permissions/rules/path-glob.js";
import { exactPathPattern } from "../../../src/permissions/rules/path-pattern.js";
import { wildcard } from "../../../src/text/index.js";
import { startStopwatch } from "../../processor-time.js";

const matches = (pattern: string, path: string) => compilePathGlob(pattern, []).matches(pathSegments(path));

/** Returns the regular expression of a glob, which may be slow. */
function reference(glob: string): RegExp {
  const segments = glob.split("/").map((name) => {
    if (name === "**") return "(?:[^/]+/)*";
    const pattern = name.replace(/\[[^\]]*\]|[.*?]/g, (token) => {
      if (token === "*") return "[^/]*";
      if (token === "?") return "[^/]";
      return token === "." ? "\\." : token.replace("[!", "[^/");
    });
    return `${pattern}/`;
  });
  return new RegExp(`^${segments.join("")}$`);
}

describe("compilePathGlob", () => {
  it.each<[string, string, boolean]>([
    ["/a/*", "/a/.hidden", true],
    ["/a/*", "/a/b/c", false],
    ["/a/**", "/a", true],
    ["/a/**/c", "/a/c", true],
    ["/a/**/c", "/a/b/b/c", true],
    ["/a/**/b/**/c", "/a/x/b/y/b/z/c", true],
    ["/a/b**", "/a/bcd", true],
    ["/a/b**", "/a/b/c", false],
    ["/a/?", "/a/bb", false],
    ["/a/?", "/a/🙂", true],
    ["/a/??", "/a/🙂", false],
    ["/a/*?", "/a/🙂", true],
    ["/a/[🙂-🙃]", "/a/🙃", true],
    ["/a/[!b]", "/a/🙂", true],
    ["/a/[🙂-🙃]", "/a/😀", false],
    ["/a/[!b]", "/a/b", false],
    ["/a/[^b]", "/a/c", true],
    ["/a/[]]", "/a/]", true],
    ["/a/[b", "/a/[b", true],
    ["/a/\\*", "/a/*", true],
    ["/a/\\*", "/a/b", false],
    ["/a/{b,c{d,e}}", "/a/ce", true],
    ["/a/{b}", "/a/{b}", true],
    ["/a/{b,c", "/a/{b,c", true],
    ["/a/[{]b,c}", "/a/{b,c}", true],
    ["/a/../b", "/b", true],
    ["/a/", "/a/b/c", true],
    ["/**", "/anything/at/all", true],
  ])("%s against %s: %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it("agrees with the regular expression of the same meaning", () => {
    const name = fc
      .array(fc.constantFrom("a", "b", ".", "*", "?", "[ab]", "[!a]"), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(""))
      .filter((text) => text !== "." && text !== ".." && !text.includes("**"));
    const pattern = fc
      .array(fc.oneof({ weight: 3, arbitrary: name }, { weight: 1, arbitrary: fc.constant("**") }), {
        minLength: 1,
        maxLength: 5,
      })
      .map((parts) => parts.join("/"));
    const path = fc
      .array(
        fc
          .array(fc.constantFrom("a", "b", "."), { minLength: 1, maxLength: 4 })
          .map((parts) => parts.join(""))
          .filter((text) => text !== "." && text !== ".."),
        { minLength: 1, maxLength: 5 },
      )
      .map((parts) => parts.join("/"));
    fc.assert(
      fc.property(pattern, path, (glob, file) => {
        expect(matches(glob, file)).toBe(reference(glob).test(`${file}/`));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    `/${"*a".repeat(20)}b`,
    `/${"**/a/".repeat(20)}b`,
    `/${"*?".repeat(30)}x`,
    `/${"**/*a*/".repeat(12)}zz`,
  ])("matches in time: %s", (pattern) => {
    const glob = compilePathGlob(pattern, []);
    const elapsedMs = startStopwatch();
    glob.matches(pathSegments(`/${"a/".repeat(2000)}${"a".repeat(4000)}`));
    expect(elapsedMs()).toBeLessThan(1000);
  });
});

describe("exactPathPattern", () => {
  it("matches the path it was created from and no other", () => {
    const name = fc
      .string({ unit: fc.constantFrom(..."ab*?[]{},\\!^-. "), minLength: 1, maxLength: 8 })
      .filter((text) => text !== "." && text !== "..");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join("/")}`);
    fc.assert(
      fc.property(path, path, (one, other) => {
        expect(matches(exactPathPattern(one), one)).toBe(true);
        expect(matches(exactPathPattern(one), other)).toBe(one === other);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("wildcard", () => {
  it("agrees with the regular expression of the same meaning", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 12 });
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", " ", "*"), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (glob, value) => {
        const expression = new RegExp(`^${glob.replace(/\*+/g, ".*")}$`);
        expect(wildcard(glob)(value)).toBe(expression.test(value));
      }),
      { numRuns: 5000 },
    );
  });
});

describe("mayMatchBelow", () => {
  it.each([
    ["secrets/**", "", true],
    ["secrets/**", "secrets", true],
    ["secrets/**", "src", false],
    ["secrets/*.txt", "secrets", true],
    ["secrets/*.txt", "secrets/deep", false],
    ["secrets/a", "secrets/a", false],
    ["**/.env", "any/where", true],
    ["a/**/b/*.ts", "a", true],
    ["a/**/b/*.ts", "a/x/y", true],
    ["a/**/b/*.ts", "c", false],
    ["*/inner/x", "src", true],
    ["*/inner/x", "src/other", false],
    ["{a,b/c}/d", "b", true],
    ["{a,b/c}/d", "b/d", false],
  ])("%s below %j: %s", (pattern, folder, may) => {
    expect(compilePathGlob(pattern, []).mayMatchBelow(pathSegments(folder))).toBe(may);
  });
});
