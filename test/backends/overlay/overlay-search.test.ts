import { describe, expect, it } from "vitest";
import { type OverlayBackend, overlayBackend } from "../../../src/backends/overlay/index.js";
import type { Backend, DirectoryHandle, SearchScope, TextSearch } from "../../../src/contract/index.js";
import { put } from "../../../src/testing/backend-conformance/test-bench.js";
import type { SeedEntry } from "../../../src/testing/index.js";
import { localFactory, memoryFactory } from "../backend-factories.js";

const TREE: Record<string, SeedEntry> = {
  "src/main.ts": "const needle = 1;\n",
  "src/other.ts": "const needle = 2;\n",
  "src/deep/leaf.ts": "const needle = 3;\n",
  "lib/util.ts": "const needle = 4;\n",
  "lib/ignored.log": "needle 5\n",
  ".gitignore": "*.log\n",
};

const signal = new AbortController().signal;

interface Case {
  readonly title: string;
  readonly change: (top: DirectoryHandle) => Promise<void>;
  /** `path:line` of each line with `needle`. */
  readonly found: readonly string[];
  readonly scope?: Partial<SearchScope>;
  /** Below the root. */
  readonly path?: string;
  /** Whether the base is asked. */
  readonly asksBase: boolean;
}

async function rewrite(directory: DirectoryHandle, name: string, text: string) {
  await put(directory, ".temporary", text);
  await directory.rename(".temporary", { name });
}

const ALL = ["lib/util.ts:1", "src/deep/leaf.ts:1", "src/main.ts:1", "src/other.ts:1"];

const CASES: readonly Case[] = [
  { title: "nothing changed", change: async () => {}, found: ALL, asksBase: true },
  {
    title: "files changed, created and deleted",
    change: async (top) => {
      const src = await top.openDirectory("src");
      await rewrite(src, "main.ts", "nothing here\n\nneedle\n");
      await rewrite(src, "new.ts", "a needle\n");
      await src.removeFile("other.ts");
    },
    found: ["lib/util.ts:1", "src/deep/leaf.ts:1", "src/main.ts:3", "src/new.ts:1"],
    asksBase: true,
  },
  {
    title: "a folder moved",
    change: async (top) => {
      await top.rename("src", { directory: await top.openDirectory("lib"), name: "moved" });
    },
    found: ["lib/moved/deep/leaf.ts:1", "lib/moved/main.ts:1", "lib/moved/other.ts:1", "lib/util.ts:1"],
    asksBase: true,
  },
  {
    title: "a file moved out of its folder and changed",
    change: async (top) => {
      const deep = await (await top.openDirectory("src")).openDirectory("deep");
      await deep.rename("leaf.ts", { directory: top, name: "fallen.ts" });
      const handle = await top.openForWriting("fallen.ts");
      await handle.write(new TextEncoder().encode("\n\nneedle"), 0);
      await handle.close();
    },
    found: ["fallen.ts:3", "lib/util.ts:1", "src/main.ts:1", "src/other.ts:1"],
    asksBase: true,
  },
  {
    title: "new files that ignore rules of the base name",
    change: async (top) => {
      const lib = await top.openDirectory("lib");
      await put(lib, "new.log", "needle\n");
      await put(lib, ".hidden", "needle\n");
      await rewrite(lib, "ignored.log", "needle again\n");
    },
    found: ALL,
    asksBase: true,
  },
  {
    title: "the same with ignored and hidden files wanted",
    change: async (top) => {
      const lib = await top.openDirectory("lib");
      await put(lib, "new.log", "needle\n");
      await put(lib, ".hidden", "needle\n");
      await rewrite(lib, "ignored.log", "\nneedle again\n");
    },
    scope: { ignored: true, hidden: true, globs: ["lib/**"] },
    found: ["lib/.hidden:1", "lib/ignored.log:2", "lib/new.log:1", "lib/util.ts:1"],
    asksBase: true,
  },
  {
    title: "globs over what changed",
    change: async (top) => {
      await put(await top.openDirectory("src"), "new.ts", "needle\n");
      await put(await top.openDirectory("src"), "new.md", "needle\n");
    },
    scope: { globs: ["**/*.ts", "!src/deep/**"] },
    found: ["lib/util.ts:1", "src/main.ts:1", "src/new.ts:1", "src/other.ts:1"],
    asksBase: true,
  },
  {
    title: "ignore rules that changed",
    change: async (top) => {
      await rewrite(top, ".gitignore", "deep/\n");
    },
    found: ["lib/ignored.log:1", "lib/util.ts:1", "src/main.ts:1", "src/other.ts:1"],
    asksBase: false,
  },
  {
    title: "ignore rules that are gone",
    change: async (top) => {
      await top.removeFile(".gitignore");
    },
    found: ["lib/ignored.log:1", ...ALL],
    asksBase: false,
  },
  {
    title: "ignore rules of a new folder",
    change: async (top) => {
      await top.makeDirectory("fresh");
      const fresh = await top.openDirectory("fresh");
      await put(fresh, ".gitignore", "skipped\n");
      await put(fresh, "skipped", "needle\n");
      await put(fresh, "kept", "needle\n");
    },
    found: ["fresh/kept:1", ...ALL],
    asksBase: true,
  },
  {
    title: "the searched folder moved",
    change: async (top) => top.rename("src", { name: "source" }),
    path: "source",
    found: ["source/deep/leaf.ts:1", "source/main.ts:1", "source/other.ts:1"],
    asksBase: false,
  },
  {
    title: "a folder made new in the place of one",
    change: async (top) => {
      await top.rename("src", { name: "aside" });
      await top.makeDirectory("src");
      await put(await top.openDirectory("src"), "main.ts", "\nneedle\n");
    },
    path: "src",
    found: ["src/main.ts:2"],
    asksBase: false,
  },
];

describe.each([localFactory, memoryFactory])("a search of an overlay over the $name backend", (factory) => {
  async function prepare(change: Case["change"]) {
    const { backend, root, dispose } = await factory.create(TREE);
    let asked = 0;
    const { search } = backend;
    if (search === undefined) throw new Error("no search");
    const base: Backend = {
      ...backend,
      search: {
        files: (scope) => {
          asked += 1;
          return search.files(scope);
        },
        text: (request) => {
          asked += 1;
          return search.text(request);
        },
      },
    };
    const overlay = overlayBackend(base);
    await change(await overlay.files.openDirectory(root));
    return { overlay, root, dispose, timesAsked: () => asked };
  }

  async function lines(overlay: OverlayBackend, root: string, request: Omit<TextSearch, "signal">) {
    const found: string[] = [];
    for await (const { path, line } of overlay.search.text({ ...request, signal })) {
      found.push(`${overlay.files.path.relative(root, path)}:${line}`);
    }
    return found.sort();
  }

  it.each(CASES)("finds all entries with $title", async ({ change, scope, path = "", found, asksBase }) => {
    const { overlay, root, dispose, timesAsked } = await prepare(change);
    const start = overlay.files.path.join(root, path);
    expect(await lines(overlay, root, { path: start, pattern: "needle", ...scope })).toEqual(
      [...found].sort(),
    );
    expect(timesAsked() > 0).toBe(asksBase);
    const files: string[] = [];
    for await (const file of overlay.search.files({ path: start, signal, ...scope })) {
      files.push(overlay.files.path.relative(root, file));
    }
    expect(files.sort()).toEqual(found.map((line) => line.slice(0, line.indexOf(":"))).sort());
    await dispose?.();
  });

  it("searches a single file in its state in the overlay", async () => {
    const { overlay, root, dispose } = await prepare(async (top) => {
      const src = await top.openDirectory("src");
      await rewrite(src, "main.ts", "\nneedle\n");
      await src.rename("other.ts", { name: "renamed.ts" });
    });
    const at = (name: string) => overlay.files.path.join(root, "src", name);
    const search = (name: string) => lines(overlay, root, { path: at(name), pattern: "needle" });
    expect(await search("main.ts")).toEqual(["src/main.ts:2"]);
    expect(await search("renamed.ts")).toEqual(["src/renamed.ts:1"]);
    expect(await search("deep/leaf.ts")).toEqual(["src/deep/leaf.ts:1"]);
    await expect(search("other.ts")).rejects.toMatchObject({ code: "not-found" });
    await dispose?.();
  });

  it("fails for a pattern that neither the base nor the overlay supports", async () => {
    const { overlay, root, dispose } = await prepare(async (top) => put(top, "new", "x"));
    await expect(lines(overlay, root, { path: root, pattern: "(" })).rejects.toMatchObject({
      code: "invalid-pattern",
    });
    await dispose?.();
  });
});

describe("an overlay over a backend without a search", () => {
  it("searches without the base", async () => {
    const { backend, root } = await memoryFactory.create(TREE);
    const overlay = overlayBackend({ name: "plain", files: backend.files });
    await put(await overlay.files.openDirectory(root), "new", "needle\n");
    const found: string[] = [];
    for await (const { path } of overlay.search.text({ path: root, pattern: "needle", signal }))
      found.push(path);
    expect(found).toHaveLength(5);
  });
});
