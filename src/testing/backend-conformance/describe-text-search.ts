import type { TextSearch } from "../../contract/index.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { linesIn, never, SEARCH_TREE, searchOf } from "./search-bench.js";
import { type BenchCase, benchCase, codeOf, declareCases } from "./test-bench.js";

/** Milliseconds for some searches over a slow connection; an exponential search of one of them would take years. */
const MAX_SEARCHES_MS = 60_000;

type Case = readonly [
  title: string,
  request: Partial<TextSearch> & { readonly pattern: string },
  found: readonly string[],
];

const CASES: readonly Case[] = [
  ["finds lines in any case", { pattern: "HELLO" }, ["readme.md:2:hello world", "readme.md:3:Hello again"]],
  [
    "finds lines in the same case when asked",
    { pattern: "Hello", caseSensitive: true },
    ["readme.md:3:Hello again"],
  ],
  [
    "reads a regular expression",
    { pattern: "^const \\w+ = \\d;$" },
    ["src/main.ts:1:const one = 1;", "src/main.ts:2:const two = 2;"],
  ],
  [
    "matches literal text when asked",
    { pattern: "log(one + two)", literal: true },
    ["src/main.ts:3:console.log(one + two);"],
  ],
  [
    "returns lines without their line ends",
    { pattern: "one", globs: ["src/*.txt"] },
    ["src/unterminated.txt:1:no newline at the end: one", "src/windows.txt:1:first one"],
  ],
  ["accepts a Windows line end as the end of a line", { pattern: "second$" }, ["src/windows.txt:2:second"]],
  [
    "returns context lines when asked",
    { pattern: "two = ", contextLines: 1 },
    ["src/main.ts-1-const one = 1;", "src/main.ts:2:const two = 2;", "src/main.ts-3-console.log(one + two);"],
  ],
  [
    "returns each line once",
    { pattern: "const", contextLines: 2, globs: ["src/main.ts"] },
    ["src/main.ts:1:const one = 1;", "src/main.ts:2:const two = 2;", "src/main.ts-3-console.log(one + two);"],
  ],
  [
    "stops in a file after some matches when asked",
    { pattern: "o", maxMatchesPerFile: 1, globs: ["readme.md", "src/main.ts"] },
    ["readme.md:2:hello world", "src/main.ts:1:const one = 1;"],
  ],
  ["does not match across lines unless asked", { pattern: "one = 1;\\s+const" }, []],
  [
    "returns all lines of a match across lines",
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
    "searches only files that match the globs",
    { pattern: "one", globs: ["**/*.ts", "!**/main.ts"] },
    ["src/deep/er/leaf.ts:1:export const leaf = 'one';"],
  ],
  ["finds words", { pattern: "\\bone\\b.*\\btwo\\b" }, ["src/main.ts:3:console.log(one + two);"]],
  [
    "supports classes and alternatives",
    { pattern: "[[:upper:]]ello|t(itl|wo =)", caseSensitive: true },
    ["readme.md:3:Hello again", "src/main.ts:2:const two = 2;"],
  ],
  [
    "returns more lines after than before when asked",
    { pattern: "two = ", linesBefore: 0, linesAfter: 1 },
    ["src/main.ts:2:const two = 2;", "src/main.ts-3-console.log(one + two);"],
  ],
  [
    "ends the context after the last match before the next match",
    { pattern: "const|log", maxMatchesPerFile: 1, contextLines: 5, globs: ["src/main.ts"] },
    ["src/main.ts:1:const one = 1;"],
  ],
  [
    "counts adjacent multi-line matches separately",
    {
      pattern: "(const \\w+ = \\d;|log)\\n?",
      multiline: true,
      maxMatchesPerFile: 1,
      globs: ["src/main.ts"],
    },
    ["src/main.ts:1:const one = 1;"],
  ],
  [
    "searches only files of the given types",
    { pattern: "one", types: ["ts"] },
    [
      "src/deep/er/leaf.ts:1:export const leaf = 'one';",
      "src/main.ts:1:const one = 1;",
      "src/main.ts:3:console.log(one + two);",
    ],
  ],
  [
    "returns matched parts with whole lines around them",
    { pattern: "one|two", onlyMatching: true, linesBefore: 1, globs: ["src/main.ts"] },
    ["src/main.ts:1:one", "src/main.ts:2:two", "src/main.ts:3:one", "src/main.ts:3:two"],
  ],
  [
    "omits empty parts, and counts parts for the limit of a file",
    { pattern: "l*", onlyMatching: true, maxMatchesPerFile: 2, globs: ["readme.md"] },
    ["readme.md:1:l", "readme.md:2:ll"],
  ],
  [
    "returns a part that spans several lines line by line",
    { pattern: "1;\\nconst t|o = ", multiline: true, onlyMatching: true },
    ["src/main.ts:1:1;", "src/main.ts:2:const t", "src/main.ts:2:o = "],
  ],
  ["does not follow symlinks", { pattern: "console" }, ["src/main.ts:3:console.log(one + two);"]],
];

const INVALID: readonly (readonly [pattern: string, options: Partial<TextSearch>])[] = [
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

const TEXT_SEARCH: readonly BenchCase[] = [
  ...CASES.map(([title, request, found]) =>
    benchCase(title, SEARCH_TREE, async (bench) => {
      bench.expect(await linesIn(bench, request)).toEqual(found);
    }),
  ),

  benchCase("refuses an unknown file type", SEARCH_TREE, async (bench) => {
    bench.expect(await codeOf(linesIn(bench, { pattern: "one", types: ["nope"] }))).toBe("invalid-input");
  }),

  benchCase(
    "returns files sorted by name, and ends when its consumer leaves the loop",
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
  ),

  benchCase(
    "searches a single file, even one that a search of its folder excludes",
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
  ),

  benchCase(
    "matches characters beyond ASCII",
    {
      "a.txt": "Grüße\nстрока\n日本語\n🙂 smile\n",
    },
    async (bench) => {
      bench.expect(await linesIn(bench, { pattern: "GRÜSSE|gRÜßE" })).toEqual(["a.txt:1:Grüße"]);
      bench.expect(await linesIn(bench, { pattern: "^\\w{6}$" })).toEqual(["a.txt:2:строка"]);
      bench.expect(await linesIn(bench, { pattern: "^.\\s" })).toEqual(["a.txt:4:🙂 smile"]);
    },
  ),

  benchCase(
    "ends in time for an expression with exponential backtracking",
    {
      "a.txt": `${"a".repeat(5_000)}\n`,
    },
    async (bench) => {
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
      bench.expect(Date.now() - startedAt < MAX_SEARCHES_MS).toBe(true);
    },
  ),
  ...INVALID.map(([pattern, options]) =>
    benchCase(
      `refuses ${JSON.stringify({ pattern, ...options })} with invalid-pattern`,
      SEARCH_TREE,
      async (bench) => {
        bench.expect(await codeOf(linesIn(bench, { pattern, ...options }))).toBe("invalid-pattern");
      },
    ),
  ),

  benchCase("fails for a missing path with not-found", SEARCH_TREE, async (bench) => {
    bench.expect(await codeOf(linesIn(bench, { pattern: "a", path: bench.at("missing") }))).toBe("not-found");
  }),

  benchCase("refuses a path that contains a symlink", SEARCH_TREE, async (bench) => {
    for (const start of ["to-main.ts", "to-src/main.ts", "to-src"]) {
      bench
        .expect(await codeOf(linesIn(bench, { pattern: "one", path: bench.at(start) })))
        .toBe("changed-since-approval");
    }
  }),

  benchCase("ends with cancelled when its signal aborts", SEARCH_TREE, async (bench) => {
    bench
      .expect(await codeOf(linesIn(bench, { pattern: "one", signal: AbortSignal.abort() })))
      .toBe("cancelled");
  }),

  benchCase("ends when its consumer leaves the loop", SEARCH_TREE, async (bench) => {
    for await (const match of searchOf(bench).text({ path: bench.root, pattern: "one", signal: never })) {
      bench.expect(match.kind).toBe("match");
      break;
    }
  }),
];

const FIFO: readonly BenchCase[] = [
  benchCase(
    "opens neither a FIFO in the tree nor one that is named",
    {
      pipe: { fifo: true },
      file: "one",
    },
    async (bench) => {
      bench.expect(await linesIn(bench, { pattern: "one" })).toEqual(["file:1:one"]);
      bench
        .expect(await codeOf(linesIn(bench, { pattern: "one", path: bench.at("pipe") })))
        .toBe("special-file");
    },
  ),
];

/** Declares tests for the promises of a search for text. */
export function describeTextSearch(factory: BackendFactory, runner: TestRunner): void {
  runner.describe("a search for text", () => {
    declareCases(factory, runner, TEXT_SEARCH);
    if (factory.supports.fifos) declareCases(factory, runner, FIFO);
  });
}
