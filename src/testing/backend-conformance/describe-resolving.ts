import type { SeedEntry } from "../seed-entry.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { type BenchCase, benchCase, codeOf, declareCases } from "./test-bench.js";

const TREE = {
  "docs/guide.md": "hello",
  "docs/deep/inner.md": "inner",
  "to-docs": { symlinkTo: "docs" },
  "to-deep": { symlinkTo: "docs/deep" },
  "to-file": { symlinkTo: "docs/guide.md" },
  "to-link": { symlinkTo: "to-docs/guide.md" },
  "up-and-down": { symlinkTo: "docs/../docs/./deep/" },
  dangling: { symlinkTo: "docs/new/file.md" },
  self: { symlinkTo: "self" },
  ping: { symlinkTo: "pong" },
  pong: { symlinkTo: "ping" },
} satisfies Record<string, SeedEntry>;

const LEADS: readonly (readonly [requested: string, real: string, type: string | undefined])[] = [
  ["docs/guide.md", "docs/guide.md", "file"],
  ["docs", "docs", "directory"],
  ["docs/", "docs", "directory"],
  ["./docs//./guide.md", "docs/guide.md", "file"],
  ["to-file", "docs/guide.md", "file"],
  ["to-docs", "docs", "directory"],
  ["to-docs/guide.md", "docs/guide.md", "file"],
  ["to-link", "docs/guide.md", "file"],
  ["up-and-down/inner.md", "docs/deep/inner.md", "file"],
  // By its text alone, this would be `guide.md` beside `docs`.
  ["to-deep/../guide.md", "docs/guide.md", "file"],
  ["docs/missing", "docs/missing", undefined],
  ["docs/missing/deeper/file", "docs/missing/deeper/file", undefined],
  ["missing/../docs/guide.md", "docs/guide.md", "file"],
  ["to-docs/missing", "docs/missing", undefined],
  ["dangling", "docs/new/file.md", undefined],
];

const FAILURES: readonly (readonly [requested: string, code: string])[] = [
  ["self", "symlink-loop"],
  ["ping/below", "symlink-loop"],
  ["docs/guide.md/below", "not-a-directory"],
  ["docs/guide.md/", "not-a-directory"],
  ["docs/guide.md/..", "not-a-directory"],
  ["to-file/below", "not-a-directory"],
];

const RESOLVING: readonly BenchCase[] = [
  ...LEADS.map(([requested, real, type]) =>
    benchCase(
      `leads from ${requested} to ${real}${type === undefined ? ", which is missing" : ""}`,
      TREE,
      async (bench) => {
        const found = await bench.files.resolve(bench.at(requested));
        bench.expect(found.path).toBe(bench.files.path.join(bench.root, real));
        bench.expect(found.stat?.type).toBe(type);
      },
    ),
  ),

  ...FAILURES.map(([requested, code]) =>
    benchCase(`fails for ${requested} with ${code}`, TREE, async ({ files, at, expect }) => {
      expect(await codeOf(files.resolve(at(requested)))).toBe(code);
    }),
  ),

  benchCase("follows an absolute symlink", { "a/file": "x" }, async ({ files, root, expect }) => {
    expect((await files.resolve(files.path.join(root, "a", "file"))).path).toBe(
      files.path.join(root, "a", "file"),
    );
  }),

  benchCase("follows 40 symlinks", chain(40), async ({ files, at, expect }) => {
    expect((await files.resolve(at("link-40"))).path).toBe(at("link-0"));
  }),
  benchCase("reports 41 symlinks as a loop", chain(41), async ({ files, at, expect }) => {
    expect(await codeOf(files.resolve(at("link-41")))).toBe("symlink-loop");
  }),

  benchCase("stays at the top with too many ..", {}, async ({ files, root, expect }) => {
    let top = root;
    while (files.path.dirname(top) !== top) top = files.path.dirname(top);
    const { sep } = files.path;
    const found = await files.resolve(`${root}${sep}${Array(30).fill("..").join(sep)}`);
    expect(found.path).toBe(top);
    expect(found.stat?.type).toBe("directory");
  }),

  benchCase(
    "returns the stat of an existing file",
    { "a.txt": "12345" },
    async ({ files, at, open, expect }) => {
      const { stat } = await files.resolve(at("a.txt"));
      expect(stat).toEqual(await (await open()).stat("a.txt"));
    },
  ),
];

const OPEN_TREE = { "a/b/file": "x", link: { symlinkTo: "a" }, dangling: { symlinkTo: "nowhere" } };

const OPEN_FAILURES: readonly (readonly [requested: string, code: string])[] = [
  ["missing", "not-found"],
  ["a/missing/deeper", "not-found"],
  ["a/b/file", "not-a-directory"],
  ["link", "changed-since-approval"],
  ["link/b", "changed-since-approval"],
  ["dangling", "changed-since-approval"],
  ["a/../a", "changed-since-approval"],
];

const OPENING: readonly BenchCase[] = [
  benchCase("opens a real path", OPEN_TREE, async ({ open, at, expect }) => {
    const directory = await open("a/b");
    expect(directory.path).toBe(at("a/b"));
    expect((await directory.list()).length).toBe(1);
  }),
  benchCase("reports a missing folder with its path", OPEN_TREE, async ({ files, at, expect }) => {
    const missing = at("missing");
    const message = await files.openDirectory(missing).catch((error: Error) => error.message);
    expect(String(message).replace(/\.$/, "")).toBe(`ENOENT: no such file or directory '${missing}'`);
  }),

  ...OPEN_FAILURES.map(([requested, code]) =>
    benchCase(`fails for ${requested} with ${code}`, OPEN_TREE, async ({ files, at, expect }) => {
      expect(await codeOf(files.openDirectory(at(requested)))).toBe(code);
    }),
  ),
];

/** Declares tests for the promises of `FileSystem.resolve` and `FileSystem.openDirectory`. */
export function describeResolving(factory: BackendFactory, runner: TestRunner): void {
  const declare = (cases: readonly BenchCase[]) => declareCases(factory, runner, cases);
  runner.describe("resolve", () => declare(RESOLVING));
  runner.describe("openDirectory", () => declare(OPENING));
}

/** Returns the entries of a chain of symlinks. */
function chain(length: number): Record<string, SeedEntry> {
  const entries: Record<string, SeedEntry> = { "link-0": "the end" };
  for (let index = 1; index <= length; index += 1) {
    entries[`link-${index}`] = { symlinkTo: `link-${index - 1}` };
  }
  return entries;
}
