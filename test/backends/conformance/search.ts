import type { Search, SearchScope, TextSearch } from "../../../src/contract/index.js";
import type { BackendFactory, ConformanceRunner, SeedEntry } from "../backend-conformance.js";
import { type Bench, benchTests, codeOf } from "./test-bench.js";

const TREE = {
  "readme.md": "# Title\nhello world\nHello again\n",
  "src/main.ts": "const one = 1;\nconst two = 2;\nconsole.log(one + two);\n",
  "src/deep/er/leaf.ts": "export const leaf = 'one';\n",
  "src/windows.txt": "first one\r\nsecond\r\n",
  "src/unterminated.txt": "no newline at the end: one",
  "src/empty.txt": "",
  ".hidden/secret.ts": "const one = 'hidden';\n",
  ".config.json": '{ "one": 1 }\n',
  ".git/HEAD": "ref: one\n",
  "build/out.js": "one\n",
  "logs/today.log": "one\n",
  "logs/kept.log": "one\n",
  "logs/deep/more.log": "one\n",
  "to-src": { symlinkTo: "src" },
  "to-main.ts": { symlinkTo: "src/main.ts" },
  ".gitignore": "# made by hand\n/build/\n*.log\n!kept.log\n",
} satisfies Record<string, SeedEntry>;

/** What the search port promises. */
export function describeSearch(factory: BackendFactory, runner: ConformanceRunner): void {
  const test = benchTests(factory, runner);
  const never = new AbortController().signal;

  function searchOf({ backend }: Bench): Search {
    if (backend.search === undefined) throw new Error(`The ${factory.name} backend has no search.`);
    return backend.search;
  }

  /** Paths found, relative to the root, in order. */
  async function filesIn(bench: Bench, scope: Partial<SearchScope> = {}): Promise<string[]> {
    const found: string[] = [];
    for await (const path of searchOf(bench).files({ path: bench.root, signal: never, ...scope })) {
      found.push(relativeTo(bench, path));
    }
    return found.sort();
  }

  /** Lines found as `path:line:text`, context with `-`, files in order. */
  async function linesIn(
    bench: Bench,
    request: Partial<TextSearch> & { readonly pattern: string },
  ): Promise<string[]> {
    const byPath = new Map<string, string[]>();
    for await (const { kind, path, line, text } of searchOf(bench).text({
      path: bench.root,
      signal: never,
      ...request,
    })) {
      const name = relativeTo(bench, path);
      const mark = kind === "match" ? ":" : "-";
      byPath.set(name, [...(byPath.get(name) ?? []), `${name}${mark}${line}${mark}${text}`]);
    }
    return [...byPath.keys()].sort().flatMap((name) => byPath.get(name) ?? []);
  }

  function relativeTo({ root, files }: Bench, path: string): string {
    if (!files.path.isAbsolute(path)) throw new Error(`${path} is not absolute`);
    return files.path.relative(root, path).split(files.path.sep).join("/");
  }

  runner.describe("a search for files", () => {
    const scopes: readonly (readonly [
      title: string,
      scope: Partial<SearchScope>,
      found: readonly string[],
    ])[] = [
      [
        "finds files, without hidden and ignored ones and without what symlinks lead to",
        {},
        [
          "logs/kept.log",
          "readme.md",
          "src/deep/er/leaf.ts",
          "src/empty.txt",
          "src/main.ts",
          "src/unterminated.txt",
          "src/windows.txt",
        ],
      ],
      [
        "finds hidden files when asked, but never .git",
        { hidden: true, globs: ["**/.*", "**/.*/**"] },
        [".config.json", ".gitignore", ".hidden/secret.ts"],
      ],
      [
        "finds ignored files when asked",
        { ignored: true, globs: ["**/*.log", "build/**"] },
        ["build/out.js", "logs/deep/more.log", "logs/kept.log", "logs/today.log"],
      ],
      ["does not find ignored files by a glob alone", { globs: ["**/*.log", "build/**"] }, ["logs/kept.log"]],
      ["anchors a glob at the searched folder", { globs: ["*.ts", "src/*.ts"] }, ["src/main.ts"]],
      [
        "finds what any of the globs matches",
        { globs: ["**/leaf.ts", "*.md"] },
        ["readme.md", "src/deep/er/leaf.ts"],
      ],
      ["leaves out what a glob with ! matches", { globs: ["**/*.ts", "!src/deep"] }, ["src/main.ts"]],
      [
        "lets a glob spell the dot of a hidden file",
        { globs: [".hidden/*.ts", ".config.json"] },
        [".config.json", ".hidden/secret.ts"],
      ],
      ["finds nothing where nothing matches", { globs: ["*.nothing"] }, []],
    ];
    for (const [title, scope, found] of scopes) {
      test(title, TREE, async (bench) => {
        bench.expect(await filesIn(bench, scope)).toEqual(found);
      });
    }

    test("searches a folder below, by the rules of those above", TREE, async (bench) => {
      bench.expect(await filesIn(bench, { path: bench.at("logs") })).toEqual(["logs/kept.log"]);
      bench
        .expect(await filesIn(bench, { path: bench.at("src/deep"), globs: ["er/*"] }))
        .toEqual(["src/deep/er/leaf.ts"]);
    });

    test("is refused in a folder that a path leads to through a symlink", TREE, async (bench) => {
      for (const start of ["to-src", "to-src/deep"]) {
        bench.expect(await codeOf(filesIn(bench, { path: bench.at(start) }))).toBe("changed-since-approval");
      }
    });

    test("obeys the ignore file nearest to a file", {
      ".gitignore": "*.tmp\n/only-here.txt\nfolder/\n",
      "only-here.txt": "x",
      "a/only-here.txt": "x",
      "a/x.tmp": "x",
      "a/.gitignore": "!x.tmp\n*.txt\n",
      "a/folder/inside": "x",
      "a/b/y.tmp": "x",
      "a/b/x.tmp": "x",
      "b/folder": "a file of that name",
    }, async (bench) => {
      bench.expect(await filesIn(bench)).toEqual(["a/b/x.tmp", "a/x.tmp", "b/folder"]);
    });

    const failures: readonly (readonly [
      title: string,
      path: string,
      globs: readonly string[],
      code: string,
    ])[] = [
      ["a missing folder", "missing", [], "not-found"],
      ["a file", "readme.md", [], "not-a-directory"],
      ["a glob that is not valid", "", ["a[b"], "invalid-pattern"],
    ];
    for (const [title, path, globs, code] of failures) {
      test(`fails for ${title} with ${code}`, TREE, async (bench) => {
        bench.expect(await codeOf(filesIn(bench, { path: bench.at(path), globs }))).toBe(code);
      });
    }

    test("is ended by its signal", TREE, async (bench) => {
      bench.expect(await codeOf(filesIn(bench, { signal: AbortSignal.abort() }))).toBe("cancelled");
    });

    test("ends when the loop is left", TREE, async (bench) => {
      for await (const path of searchOf(bench).files({ path: bench.root, signal: never })) {
        bench.expect(path.startsWith(bench.root)).toBe(true);
        break;
      }
      bench.expect((await filesIn(bench, { globs: ["*.md"] })).length).toBe(1);
    });
  });

  runner.describe("a search for text", () => {
    type Case = readonly [
      title: string,
      request: Partial<TextSearch> & { readonly pattern: string },
      found: readonly string[],
    ];
    const cases: readonly Case[] = [
      [
        "finds lines in any case",
        { pattern: "HELLO" },
        ["readme.md:2:hello world", "readme.md:3:Hello again"],
      ],
      [
        "finds lines in the right case when asked",
        { pattern: "Hello", caseSensitive: true },
        ["readme.md:3:Hello again"],
      ],
      [
        "reads a regular expression",
        { pattern: "^const \\w+ = \\d;$" },
        ["src/main.ts:1:const one = 1;", "src/main.ts:2:const two = 2;"],
      ],
      [
        "takes the text as it stands when asked",
        { pattern: "log(one + two)", literal: true },
        ["src/main.ts:3:console.log(one + two);"],
      ],
      [
        "gives lines without their ends",
        { pattern: "one", globs: ["src/*.txt"] },
        ["src/unterminated.txt:1:no newline at the end: one", "src/windows.txt:1:first one"],
      ],
      ["takes the end of a Windows line for the end", { pattern: "second$" }, ["src/windows.txt:2:second"]],
      [
        "gives lines around when asked",
        { pattern: "two = ", contextLines: 1 },
        [
          "src/main.ts-1-const one = 1;",
          "src/main.ts:2:const two = 2;",
          "src/main.ts-3-console.log(one + two);",
        ],
      ],
      [
        "gives each line once",
        { pattern: "const", contextLines: 2, globs: ["src/main.ts"] },
        [
          "src/main.ts:1:const one = 1;",
          "src/main.ts:2:const two = 2;",
          "src/main.ts-3-console.log(one + two);",
        ],
      ],
      [
        "stops in a file after some matches when asked",
        { pattern: "o", maxMatchesPerFile: 1, globs: ["readme.md", "src/main.ts"] },
        ["readme.md:2:hello world", "src/main.ts:1:const one = 1;"],
      ],
      ["does not match across lines unless asked", { pattern: "one = 1;\\s+const" }, []],
      [
        "gives all lines of a match across lines",
        { pattern: "one = 1;\\nconst t", multiline: true },
        ["src/main.ts:1:const one = 1;", "src/main.ts:2:const two = 2;"],
      ],
      [
        "searches hidden files when asked, but never .git",
        { pattern: "one", hidden: true, globs: ["**/.*", "**/.*/**"] },
        ['.config.json:1:{ "one": 1 }', ".hidden/secret.ts:1:const one = 'hidden';"],
      ],
      [
        "searches ignored files when asked",
        { pattern: "one", ignored: true, globs: ["build/*"] },
        ["build/out.js:1:one"],
      ],
      [
        "looks at what the globs match only",
        { pattern: "one", globs: ["**/*.ts", "!**/main.ts"] },
        ["src/deep/er/leaf.ts:1:export const leaf = 'one';"],
      ],
      ["finds words", { pattern: "\\bone\\b.*\\btwo\\b" }, ["src/main.ts:3:console.log(one + two);"]],
      [
        "knows classes and alternatives",
        { pattern: "[[:upper:]]ello|t(itl|wo =)", caseSensitive: true },
        ["readme.md:3:Hello again", "src/main.ts:2:const two = 2;"],
      ],
      ["does not follow symlinks", { pattern: "console" }, ["src/main.ts:3:console.log(one + two);"]],
    ];
    for (const [title, request, found] of cases) {
      test(title, TREE, async (bench) => {
        bench.expect(await linesIn(bench, request)).toEqual(found);
      });
    }

    test("searches a single file, also one that a search of its folder leaves out", TREE, async (bench) => {
      bench
        .expect(await linesIn(bench, { pattern: "one", path: bench.at("src/windows.txt") }))
        .toEqual(["src/windows.txt:1:first one"]);
      bench
        .expect(await linesIn(bench, { pattern: "one", path: bench.at("build/out.js") }))
        .toEqual(["build/out.js:1:one"]);
      bench
        .expect(await linesIn(bench, { pattern: "one", path: bench.at(".config.json") }))
        .toEqual(['.config.json:1:{ "one": 1 }']);
    });

    test("knows characters beyond ASCII", { "a.txt": "Grüße\nстрока\n日本語\n🙂 smile\n" }, async (bench) => {
      bench.expect(await linesIn(bench, { pattern: "GRÜSSE|gRÜßE" })).toEqual(["a.txt:1:Grüße"]);
      bench.expect(await linesIn(bench, { pattern: "^\\w{6}$" })).toEqual(["a.txt:2:строка"]);
      bench.expect(await linesIn(bench, { pattern: "^.\\s" })).toEqual(["a.txt:4:🙂 smile"]);
    });

    test("answers in time for an expression that takes others forever", {
      "a.txt": `${"a".repeat(5_000)}\n`,
    }, async (bench) => {
      const startedAt = Date.now();
      for (const pattern of [
        "(a+)+$x",
        "(a|a)*b",
        "(a*)*(a*)*b",
        `${"a?".repeat(50)}b`,
        "(.*)*(.*)*(.*)*[^a]",
      ]) {
        bench.expect(await linesIn(bench, { pattern })).toEqual([]);
      }
      bench.expect(Date.now() - startedAt < 10_000).toBe(true);
    });

    const invalid: readonly (readonly [pattern: string, options: Partial<TextSearch>])[] = [
      ["(", {}],
      ["a)", {}],
      ["[a", {}],
      ["*", {}],
      ["a{2,1}", {}],
      ["\\", {}],
      ["(?=a)", {}],
      ["(?<!a)b", {}],
      ["(a)\\1", {}],
      ["\\y", {}],
      ["\\p{Nothing}", {}],
      ["a\nb", {}],
      ["a\\nb", {}],
      ["a\0b", {}],
      ["(\\w{100}){100}", {}],
      ["ok", { globs: ["a[b"] }],
    ];
    for (const [pattern, options] of invalid) {
      test(`refuses ${JSON.stringify({ pattern, ...options })} with invalid-pattern`, TREE, async (bench) => {
        bench.expect(await codeOf(linesIn(bench, { pattern, ...options }))).toBe("invalid-pattern");
      });
    }

    test("fails for a missing place with not-found", TREE, async (bench) => {
      bench
        .expect(await codeOf(linesIn(bench, { pattern: "a", path: bench.at("missing") })))
        .toBe("not-found");
    });

    test("is refused in a place that a path leads to through a symlink", TREE, async (bench) => {
      for (const start of ["to-main.ts", "to-src/main.ts", "to-src"]) {
        bench
          .expect(await codeOf(linesIn(bench, { pattern: "one", path: bench.at(start) })))
          .toBe("changed-since-approval");
      }
    });

    if (factory.supports.fifos) {
      test("neither opens a FIFO on the way nor one that is named", {
        pipe: { fifo: true },
        file: "one",
      }, async (bench) => {
        bench.expect(await linesIn(bench, { pattern: "one" })).toEqual(["file:1:one"]);
        bench
          .expect(await codeOf(linesIn(bench, { pattern: "one", path: bench.at("pipe") })))
          .toBe("special-file");
      });
    }

    test("is ended by its signal", TREE, async (bench) => {
      bench
        .expect(await codeOf(linesIn(bench, { pattern: "one", signal: AbortSignal.abort() })))
        .toBe("cancelled");
    });

    test("ends when the loop is left", TREE, async (bench) => {
      for await (const match of searchOf(bench).text({ path: bench.root, pattern: "one", signal: never })) {
        bench.expect(match.kind).toBe("match");
        break;
      }
    });
  });
}
