import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "../../../src/backends/glob/index.js";
import { startStopwatch } from "../../processor-time.js";
import { temporaryFolder } from "../temporary-folder.js";

const shell = { hidden: "explicit" } as const;
const lax = { hidden: "any" } as const;

describe("compileGlob", () => {
  it.each([
    // seed 000's table
    ["**/*.js", ["a.js", "src/a.js", "a/b/c.js"], ["a.ts", "a.js.map", "src/a.jsx"]],
    ["src/**/*.ts", ["src/a.ts", "src/x/y/a.ts"], ["a.ts", "lib/src/a.ts", "src/a.js"]],
    ["*.json", ["a.json"], ["src/a.json", "a.jsonc"]],
    ["**/*test*", ["test", "a/latest.ts", "test.md"], ["test/a.ts", "tes"]],
    ["**/*.{js,ts}", ["a.js", "x/a.ts"], ["a.jsx", "a.{js,ts}"]],
    ["src/[a-z]*/*.ts", ["src/ab/a.ts"], ["src/AB/a.ts", "src/a.ts", "src/ab/c/a.ts"]],
    // wildcards
    ["?.ts", ["a.ts", "é.ts", "😀.ts"], [".ts", "ab.ts", "/.ts"]],
    ["a*b", ["ab", "axxb"], ["a/b", "abc"]],
    ["a**b", ["ab", "axxb"], ["a/b"]],
    ["src/**", ["src/a", "src/a/b.c"], ["src", "srcs/a"]],
    ["src/", ["src/a", "src/a/b"], ["src"]],
    ["./src/*", ["src/a"], ["a"]],
    ["/src/*", ["src/a"], ["x/src/a"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb", "xa/b"]],
    ["**", ["a", "a/b"], []],
    ["***/a", ["x/a"], ["a", "x/y/a"]],
    // classes
    ["[!a]x", ["bx"], ["ax", "/x"]],
    ["[^a]x", ["bx"], ["ax"]],
    ["[]a]", ["]", "a"], ["b"]],
    ["[a-]", ["a", "-"], ["b"]],
    ["[😀-😂]", ["😁"], ["a"]],
    // braces
    ["{a,b{c,d}}", ["a", "bc", "bd"], ["b", "c"]],
    ["{src/**,lib}/*.ts", ["src/x/a.ts", "lib/a.ts"], ["x/a.ts"]],
    ["x{,y}", ["x", "xy"], ["x,y"]],
    ["{**/a,b}.ts", ["a.ts", "x/a.ts", "b.ts"], ["x/b.ts"]],
    // escapes
    ["\\*.ts", ["*.ts"], ["a.ts"]],
    ["\\{a\\}", ["{a}"], ["a"]],
    ["a,b", ["a,b"], ["a"]],
    ["[*]", ["*"], ["a"]],
  ])("%s", (glob, matching, other) => {
    const matcher = compileGlob(glob, shell);
    expect(matching.filter((path) => !matcher.matches(path))).toEqual([]);
    expect(other.filter((path) => matcher.matches(path))).toEqual([]);
  });

  it.each([
    ["*", ".env"],
    ["**/*", ".git/config"],
    ["**/*.js", ".cache/a.js"],
    ["**", "a/.b"],
    ["?env", ".env"],
    ["[.]env", ".env"],
    ["*.json", ".json"],
    ["src/*.json", "src/.json"],
  ])("keeps the wildcard in %s from matching the hidden %s, as a shell does", (glob, path) => {
    expect(compileGlob(glob, shell).matches(path)).toBe(false);
    expect(compileGlob(glob, lax).matches(path)).toBe(true);
  });

  it.each([
    [".env*", ".env.local"],
    [".github/**/*.yml", ".github/workflows/ci.yml"],
    ["**/.eslintrc.{js,json}", "packages/a/.eslintrc.json"],
    ["{.a,b}/*", ".a/x"],
  ])("matches hidden names where %s spells the dot", (glob, path) => {
    const matcher = compileGlob(glob, shell);
    expect(matcher.matches(path)).toBe(true);
    expect(matcher.spellsDot).toBe(true);
  });

  it("matches folders above a path", () => {
    const matcher = compileGlob("**/node_modules", lax);
    expect(matcher.matches("a/node_modules/b.js")).toBe(false);
    expect(matcher.matchesPathOrFolder("a/node_modules/b.js")).toBe(true);
    expect(matcher.matchesPathOrFolder("a/node_modules")).toBe(true);
    expect(matcher.matchesPathOrFolder("a/node_modules_old/b.js")).toBe(false);
  });

  it.each([
    ["an open class", "[a", /\[ has no \]/],
    ["an open brace", "{a,b", /\{ has no \}/],
    ["a lone brace", "a}", /\} has no \{/],
    ["a lone backslash", "a\\", /single \\/],
    ["a backward range", "[z-a]", /z-a runs backwards/],
    ["a NUL", "a\0b", /NUL/],
    ["a long glob", "a".repeat(1025), /1024 characters/],
    ["deep braces", "{".repeat(40) + "}".repeat(40), /nest deeper/],
  ])("refuses %s with the reason", (_, glob, reason) => {
    expect(() => compileGlob(glob, shell)).toThrow(
      expect.objectContaining({ code: "invalid-pattern", message: expect.stringMatching(reason) }),
    );
  });

  it.each([
    ["many stars", "*a*a*a*a*a*a*a*a*a*a*a*a*b"],
    ["many globstars", "**/a/**/a/**/a/**/a/**/a/**/b"],
    ["many braces", `${"{a,b}".repeat(20)}c`],
    ["ambiguous braces", `${"{a,aa}".repeat(60)}x`],
    ["stars beside question marks", `${"?*".repeat(200)}!`],
    ["stars in braces", `${"{*,?}".repeat(100)}!`],
  ])("stays linear on %s", (_, glob) => {
    const matcher = compileGlob(glob, shell);
    const paths = ["a".repeat(255), "a/".repeat(500), "ab".repeat(127), `${"a".repeat(60)}!b`];
    const elapsedMs = startStopwatch();
    for (let round = 0; round < 20; round += 1) for (const path of paths) matcher.matches(`${round}${path}`);
    // A backtracking matcher takes minutes to centuries for these.
    expect(elapsedMs()).toBeLessThan(1_500);
  });

  it("agrees with ripgrep on generated globs and paths", async () => {
    const folder = await temporaryFolder();
    const names = ["a", "b", "ab", "a.b", "aa"];
    const paths = new Set<string>();
    for (const first of names) {
      for (const second of names) {
        // A name cannot be both a file and a folder, so folders have a separate letter.
        for (const path of [
          `f${first}`,
          `${first}/f${second}`,
          `${first}/${second}/f${first}`,
          `${first}/${second}/b`,
        ]) {
          paths.add(path);
        }
      }
    }
    for (const path of paths) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), "");
    }
    const piece = fc.constantFrom(
      "a",
      "b",
      "f",
      ".",
      "*",
      "?",
      "[ab]",
      "[!a]",
      "{a,b}",
      "{f*,a/b}",
      "{b,ff}",
      "\\a",
    );
    const segment = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join("")),
      },
      { weight: 1, arbitrary: fc.constant("**") },
    );
    const glob = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));
    // Stars that meet make `**` inside a segment, which ripgrep reads in its own way; to it, `./` is a name.
    const tellable = glob.filter((text) => !/[^/]\*\*|\*\*[^/]|^\.\//.test(text));
    fc.assert(
      fc.property(tellable, (text) => {
        const matcher = compileGlob(text, lax);
        const expected = filesByRipgrep(folder, text);
        expect([...paths].filter((path) => matcher.matches(path)).sort()).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });
});

function filesByRipgrep(folder: string, text: string): string[] {
  // In ripgrep `[!a]` matches a slash as well; here, as in a shell, no class does.
  const glob = text.replaceAll("[!a]", "[!a/]");
  try {
    const output = execFileSync(
      rgPath,
      ["--no-config", "--files", "--no-ignore", "--hidden", `--glob=/${glob}`],
      {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    return output.split("\n").filter(Boolean).sort();
  } catch (error) {
    if ((error as { status?: number }).status === 1) return [];
    throw error;
  }
}
