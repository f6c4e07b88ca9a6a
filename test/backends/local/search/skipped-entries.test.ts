import { symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Search, SearchScope, SkippedEntry } from "../../../../src/contract/index.js";
import { LOCAL_SEARCHES } from "../../local-searches.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { writeTree } from "../../write-tree.js";

const signal = new AbortController().signal;
/** The search under test; see `LOCAL_SEARCHES`. */
let search: Search;

type Kind = "files" | "text" | "count";

/** Runs a complete search and returns the skipped entries, as `kind path`. */
async function skippedIn(folder: string, kind: Kind, scope: Partial<SearchScope> = {}): Promise<string[]> {
  const skipped = new Set<string>();
  const onSkipped = (entry: SkippedEntry) => skipped.add(`${entry.kind} ${relative(folder, entry.path)}`);
  const request = { path: folder, pattern: "hit", signal, onSkipped, ...scope };
  const results = kind === "count" ? search.count?.(request) : search[kind](request);
  for await (const _result of results ?? []);
  return [...skipped].sort();
}

describe.each(LOCAL_SEARCHES)("skipped entries of a search %s", (_name, used) => {
  beforeAll(() => {
    search = used;
  });

  it.each(["files", "text", "count"] as const)(
    "reports links that lead out of the folder: %s",
    async (kind) => {
      const outside = await temporaryFolder();
      await writeTree(outside, { "o.txt": "hit", "o.md": "hit" });
      const folder = await temporaryFolder();
      await writeTree(folder, { "a/a.txt": "hit", ".gitignore": "ignored\n" });
      await symlink(outside, join(folder, "a/folder"));
      await symlink(join(outside, "o.txt"), join(folder, "a/file.txt"));
      await symlink(join(outside, "o.md"), join(folder, "a/file.md"));
      await symlink(outside, join(folder, "ignored"));
      await symlink(outside, join(folder, ".hidden"));
      await symlink("a.txt", join(folder, "a/same.txt"));
      await symlink("..", join(folder, "a/up"));
      await symlink("missing", join(folder, "a/broken"));
      const selected = { globs: ["**/*.txt"] };
      expect(await skippedIn(folder, kind, selected)).toEqual(["link a/file.txt", "link a/folder"]);
      expect(await skippedIn(join(folder, "a"), kind, selected)).toEqual([
        "link file.txt",
        "link folder",
        "link up",
      ]);
    },
  );

  it.each(["text", "count"] as const)("reports binary files that the globs select: %s", async (kind) => {
    const folder = await temporaryFolder();
    const binary = Buffer.from("\0\x01hit\n");
    await writeTree(folder, { "a.txt": "hit", "b/c: d.bin": binary, "e\nf.bin": "hit", "g.dat": binary });
    expect(await skippedIn(folder, kind)).toEqual(["binary b/c: d.bin", "binary g.dat"]);
    expect(await skippedIn(folder, kind, { globs: ["**/*.bin"] })).toEqual(["binary b/c: d.bin"]);
  });

  it("reports no binary files of a search for names", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.bin": Buffer.from([0, 1, 2]) });
    expect(await skippedIn(folder, "files")).toEqual([]);
  });

  it("still reports an invalid pattern as such", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.bin": Buffer.from([0, 1, 2]) });
    const request = { path: folder, pattern: "(", signal, onSkipped: () => undefined };
    const run = async () => {
      for await (const _result of search.text(request));
    };
    await expect(run()).rejects.toMatchObject({ code: "invalid-pattern" });
  });
});
