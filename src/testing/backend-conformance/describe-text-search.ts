import type { TextSearch } from "../../contract/index.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { linesIn, never, SEARCH_TREE, searchOf } from "./search-bench.js";
import { benchTests, codeOf } from "./test-bench.js";

/** What a search for text promises. */
export function describeTextSearch(factory: BackendFactory, runner: TestRunner): void {
  const test = benchTests(factory, runner);

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
      [
        "gives more lines after than before when asked",
        { pattern: "two = ", linesBefore: 0, linesAfter: 1 },
        ["src/main.ts:2:const two = 2;", "src/main.ts-3-console.log(one + two);"],
      ],
      [
        "ends the lines after the last match where the next match would be",
        { pattern: "const|log", maxMatchesPerFile: 1, contextLines: 5, globs: ["src/main.ts"] },
        ["src/main.ts:1:const one = 1;"],
      ],
      [
        "counts matches over lines one by one, also those that follow each other",
        {
          pattern: "(const \\w+ = \\d;|log)\\n?",
          multiline: true,
          maxMatchesPerFile: 1,
          globs: ["src/main.ts"],
        },
        ["src/main.ts:1:const one = 1;"],
      ],
      [
        "looks at files of some types only",
        { pattern: "one", types: ["ts"] },
        [
          "src/deep/er/leaf.ts:1:export const leaf = 'one';",
          "src/main.ts:1:const one = 1;",
          "src/main.ts:3:console.log(one + two);",
        ],
      ],
      ["does not follow symlinks", { pattern: "console" }, ["src/main.ts:3:console.log(one + two);"]],
    ];
    for (const [title, request, found] of cases) {
      test(title, SEARCH_TREE, async (bench) => {
        bench.expect(await linesIn(bench, request)).toEqual(found);
      });
    }

    test("refuses a file type that nobody knows", SEARCH_TREE, async (bench) => {
      bench.expect(await codeOf(linesIn(bench, { pattern: "one", types: ["nope"] }))).toBe("invalid-input");
    });

    test(
      "gives files in the order of their names, and ends when the loop is left",
      SEARCH_TREE,
      async (bench) => {
        const seen: string[] = [];
        const request = { path: bench.root, pattern: "one", order: "path", signal: never } as const;
        for await (const { path } of searchOf(bench).text(request)) {
          if (seen.at(-1) !== path) seen.push(path);
        }
        const names = [
          "logs/kept.log",
          "src/deep/er/leaf.ts",
          "src/main.ts",
          "src/unterminated.txt",
          "src/windows.txt",
        ];
        bench.expect(seen).toEqual(names.map((name) => bench.at(name)));
        for await (const { path } of searchOf(bench).text(request)) {
          bench.expect(path).toBe(bench.at("logs/kept.log"));
          break;
        }
      },
    );

    test(
      "searches a single file, also one that a search of its folder leaves out",
      SEARCH_TREE,
      async (bench) => {
        bench
          .expect(await linesIn(bench, { pattern: "one", path: bench.at("src/windows.txt") }))
          .toEqual(["src/windows.txt:1:first one"]);
        bench
          .expect(await linesIn(bench, { pattern: "one", path: bench.at("build/out.js") }))
          .toEqual(["build/out.js:1:one"]);
        bench
          .expect(await linesIn(bench, { pattern: "one", path: bench.at(".config.json") }))
          .toEqual(['.config.json:1:{ "one": 1 }']);
      },
    );

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
      test(
        `refuses ${JSON.stringify({ pattern, ...options })} with invalid-pattern`,
        SEARCH_TREE,
        async (bench) => {
          bench.expect(await codeOf(linesIn(bench, { pattern, ...options }))).toBe("invalid-pattern");
        },
      );
    }

    test("fails for a missing place with not-found", SEARCH_TREE, async (bench) => {
      bench
        .expect(await codeOf(linesIn(bench, { pattern: "a", path: bench.at("missing") })))
        .toBe("not-found");
    });

    test("is refused in a place that a path leads to through a symlink", SEARCH_TREE, async (bench) => {
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

    test("is ended by its signal", SEARCH_TREE, async (bench) => {
      bench
        .expect(await codeOf(linesIn(bench, { pattern: "one", signal: AbortSignal.abort() })))
        .toBe("cancelled");
    });

    test("ends when the loop is left", SEARCH_TREE, async (bench) => {
      for await (const match of searchOf(bench).text({ path: bench.root, pattern: "one", signal: never })) {
        bench.expect(match.kind).toBe("match");
        break;
      }
    });
  });
}
