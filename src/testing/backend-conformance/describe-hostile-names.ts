import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { filesIn, linesIn } from "./search-bench.js";
import { type BenchCase, benchCase, declareCases, listing, put, take } from "./test-bench.js";

/** Names that programs tend to misread, with their titles; each is one valid name on POSIX systems. */
export const HOSTILE_NAMES: readonly (readonly [title: string, name: string])[] = [
  ["spaces", " two  words "],
  ["quotes", `it's "quoted"`],
  ["a line break", "one\ntwo"],
  ["a tab and a backslash", "one\ttwo\\three"],
  ["an expansion", "$HOME $(touch made) `touch made`"],
  ["a pattern", "*[a-z]?"],
  ["operators", "a;b&c|d>e<f"],
  ["a leading hyphen", "-rf"],
  ["a leading tilde", "~root"],
  ["a colon and a number", "a:1:2"],
  ["letters of several bytes", "naïve-日本-😀"],
  ["a brace and a comma", "{a,b}"],
  ["a hash and an exclamation mark", "#!a"],
  ["a comment of a control character", "bell\u0007\u001b[31m"],
  ["255 bytes", "n".repeat(255)],
];

const FILES: readonly BenchCase[] = HOSTILE_NAMES.map(([title, name]) =>
  benchCase(`can have ${title}`, {}, async ({ open, expect }) => {
    const directory = await open();
    await put(directory, name, "content\n");
    expect(await listing(directory)).toEqual([`${name} file`]);
    expect(await take(directory, name)).toBe("content\n");
    await directory.rename(name, { name: "plain" });
    await directory.rename("plain", { name, whenTaken: "refuse" });
    await directory.removeFile(name);
    await directory.makeDirectory(name);
    expect(await listing(directory)).toEqual([`${name} directory`]);
    await directory.removeDirectory(name);
    expect(await listing(directory)).toEqual([]);
  }),
);

const NAMES = HOSTILE_NAMES.map(([, name]) => name).sort();

const SEARCHED: readonly BenchCase[] = [
  benchCase(
    "of any characters is found, and its file is searched",
    Object.fromEntries([...NAMES, "other"].map((name) => [name, name === "other" ? "x\n" : "needle\n"])),
    async (bench) => {
      bench.expect(await filesIn(bench)).toEqual([...NAMES, "other"].sort());
      bench
        .expect(await linesIn(bench, { pattern: "needle" }))
        .toEqual(NAMES.map((name) => `${name}:1:needle`));
      for (const name of NAMES)
        bench
          .expect(await linesIn(bench, { pattern: "needle", path: bench.at(name) }))
          .toEqual([`${name}:1:needle`]);
    },
  ),
];

/** Declares tests that every port accepts names that programs tend to misread. */
export function describeHostileNames(factory: BackendFactory, runner: TestRunner): void {
  runner.describe("a name", () => {
    declareCases(factory, runner, FILES);
    if (factory.supports.search !== false) declareCases(factory, runner, SEARCHED);
  });
}
