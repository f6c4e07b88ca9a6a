import type { SearchScope } from "../../contract/index.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { filesIn, never, SEARCH_TREE, searchOf } from "./search-bench.js";
import { type BenchCase, benchCase, codeOf, declareCases } from "./test-bench.js";

const SCOPES: readonly (readonly [title: string, scope: Partial<SearchScope>, found: readonly string[]])[] = [
  [
    "finds files, except hidden and ignored ones and the targets of symlinks",
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
    "finds files that match any of the globs",
    { globs: ["**/leaf.ts", "*.md"] },
    ["readme.md", "src/deep/er/leaf.ts"],
  ],
  ["excludes files that match a glob with !", { globs: ["**/*.ts", "!src/deep"] }, ["src/main.ts"]],
  [
    "finds a hidden file if a glob spells its dot",
    { globs: [".hidden/*.ts", ".config.json"] },
    [".config.json", ".hidden/secret.ts"],
  ],
  ["finds nothing if nothing matches", { globs: ["*.nothing"] }, []],
];

const FAILURES: readonly (readonly [title: string, path: string, globs: readonly string[], code: string])[] =
  [
    ["a missing folder", "missing", [], "not-found"],
    ["a file", "readme.md", [], "not-a-directory"],
    ["a glob that is not valid", "", ["a[b"], "invalid-pattern"],
  ];

const FILE_SEARCH: readonly BenchCase[] = [
  ...SCOPES.map(([title, scope, found]) =>
    benchCase(title, SEARCH_TREE, async (bench) => {
      bench.expect(await filesIn(bench, scope)).toEqual(found);
    }),
  ),

  benchCase("searches a subfolder by the ignore rules of the folders above", SEARCH_TREE, async (bench) => {
    bench.expect(await filesIn(bench, { path: bench.at("logs") })).toEqual(["logs/kept.log"]);
    bench
      .expect(await filesIn(bench, { path: bench.at("src/deep"), globs: ["er/*"] }))
      .toEqual(["src/deep/er/leaf.ts"]);
  }),

  benchCase("refuses a folder whose path contains a symlink", SEARCH_TREE, async (bench) => {
    for (const start of ["to-src", "to-src/deep"]) {
      bench.expect(await codeOf(filesIn(bench, { path: bench.at(start) }))).toBe("changed-since-approval");
    }
  }),

  benchCase(
    "applies the ignore file nearest to a file",
    {
      ".gitignore": "*.tmp\n/only-here.txt\nfolder/\n",
      "only-here.txt": "x",
      "a/only-here.txt": "x",
      "a/x.tmp": "x",
      "a/.gitignore": "!x.tmp\n*.txt\n",
      "a/folder/inside": "x",
      "a/b/y.tmp": "x",
      "a/b/x.tmp": "x",
      "b/folder": "a file of that name",
    },
    async (bench) => {
      bench.expect(await filesIn(bench)).toEqual(["a/b/x.tmp", "a/x.tmp", "b/folder"]);
    },
  ),
  ...FAILURES.map(([title, path, globs, code]) =>
    benchCase(`fails for ${title} with ${code}`, SEARCH_TREE, async (bench) => {
      bench.expect(await codeOf(filesIn(bench, { path: bench.at(path), globs }))).toBe(code);
    }),
  ),

  benchCase("ends with cancelled when its signal aborts", SEARCH_TREE, async (bench) => {
    bench.expect(await codeOf(filesIn(bench, { signal: AbortSignal.abort() }))).toBe("cancelled");
  }),

  benchCase("ends when its consumer leaves the loop", SEARCH_TREE, async (bench) => {
    for await (const path of searchOf(bench).files({ path: bench.root, signal: never })) {
      bench.expect(path.startsWith(bench.root)).toBe(true);
      break;
    }
    bench.expect((await filesIn(bench, { globs: ["*.md"] })).length).toBe(1);
  }),
];

/** Declares tests for the promises of a search for files. */
export function describeFileSearch(factory: BackendFactory, runner: TestRunner): void {
  runner.describe("a search for files", () => declareCases(factory, runner, FILE_SEARCH));
}
