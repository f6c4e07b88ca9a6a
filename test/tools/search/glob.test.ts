import { utimesSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Search, type SearchScope, type ToolContext, ToolError } from "../../../src/contract/index.js";
import { type GlobInput, globOperation, listOperation } from "../../../src/tools/index.js";
import { FirstPaths } from "../../../src/tools/search/first-paths.js";
import { LOCAL_SEARCHES } from "../../backends/local-searches.js";
import { createWorkbench, type Workbench } from "../workbench.js";

/** The search under test; see `LOCAL_SEARCHES`. */
let search: Search;

async function bench(names: readonly string[]): Promise<Workbench> {
  const workbench = await createWorkbench({ search });
  await workbench.write(
    Object.fromEntries(names.map((name) => [name, name === ".gitignore" ? "*.log\n" : "x"])),
  );
  return workbench;
}

const TREE = ["a.ts", "b.ts", "src/c.ts", "src/d.js", ".hid/e.ts", "f.log", ".gitignore"];

/** The found names, relative to the workspace. */
async function found(workbench: Workbench, input: GlobInput) {
  const output = await workbench.run(globOperation, input);
  return { ...output, names: output.files.map((path) => path.slice(workbench.folder.length + 1)) };
}

describe.each(LOCAL_SEARCHES)("glob %s", (_name, used) => {
  beforeAll(() => {
    search = used;
  });

  it.each(["glob", "list"] as const)("%s states how many links it skipped", async (tool) => {
    const workbench = await bench(TREE);
    await workbench.write({ "src/link": { link: workbench.outside }, "src/up": { link: ".." } });
    const { remarks } =
      tool === "glob"
        ? await workbench.run(globOperation, { pattern: "**/*.ts" })
        : await workbench.run(listOperation, { path: "src" });
    const count = tool === "glob" ? "1 link that leads" : "2 links that lead";
    expect(remarks).toContain(`Skipped: ${count} out of the searched folder.`);
  });

  describe("glob", () => {
    it.each<[GlobInput, string[]]>([
      [{ pattern: "**/*.ts" }, ["a.ts", "b.ts", "src/c.ts"]],
      [{ pattern: "*.ts" }, ["a.ts", "b.ts"]],
      [{ pattern: "**/*.ts", hidden: true }, [".hid/e.ts", "a.ts", "b.ts", "src/c.ts"]],
      [{ pattern: ".hid/*" }, [".hid/e.ts"]],
      [{ pattern: "*", ignored: true }, ["a.ts", "b.ts", "f.log"]],
      [{ pattern: "**/*", exclude: ["*.ts"] }, ["src/d.js"]],
      [{ pattern: "**/*", exclude: ["src/**"] }, ["a.ts", "b.ts"]],
      [{ pattern: "*.ts", folder: "src" }, ["src/c.ts"]],
    ])("finds by %j", async (input, names) => {
      expect((await found(await bench(TREE), input)).names).toEqual(names);
    });

    it("accepts an absolute pattern", async () => {
      const workbench = await bench(TREE);
      const output = await found(workbench, { pattern: `${workbench.folder}/src/*.{ts,js}` });
      expect(output.names).toEqual(["src/c.ts", "src/d.js"]);
    });

    it("counts the remaining files exactly, or reports that it did not", async () => {
      const workbench = await bench(
        Array.from({ length: 30 }, (_, index) => `f${String(index).padStart(2, "0")}`),
      );
      const all = await found(workbench, { pattern: "*", limit: 4, offset: 3 });
      expect(all).toMatchObject({
        names: ["f03", "f04", "f05", "f06"],
        remaining: 23,
        total: 30,
        isExact: true,
      });
      const page = await found(workbench, { pattern: "*", limit: 4, offset: 3, count: "page" });
      expect(page).toMatchObject({ names: all.names, remaining: 1, isExact: false, stopped: "limit" });
      const last = await found(workbench, { pattern: "*", limit: 4, offset: 28, count: "page" });
      expect(last).toMatchObject({ names: ["f28", "f29"], remaining: 0, isExact: true });
      expect(await found(workbench, { pattern: "*", limits: { maxCountedFiles: 10 } })).toMatchObject({
        total: 10,
        isExact: false,
      });
    });

    it("returns the most recently changed files first", async () => {
      const workbench = await bench(["old", "new", "mid"]);
      for (const [index, name] of ["old", "mid", "new"].entries())
        utimesSync(workbench.path(name), index, index);
      expect((await found(workbench, { pattern: "*", order: "newest" })).names).toEqual([
        "new",
        "mid",
        "old",
      ]);
      const page = await found(workbench, { pattern: "*", order: "newest", offset: 1, limit: 1 });
      expect(page).toMatchObject({ names: ["mid"], remaining: 1 });
    });

    it("distinguishes an empty result from one with only ignored files", async () => {
      const workbench = await bench(TREE);
      expect(await found(workbench, { pattern: "**/*.log" })).toMatchObject({ names: [], onlyIgnored: true });
      expect(await found(workbench, { pattern: "**/*.py" })).toMatchObject({ names: [], onlyIgnored: false });
    });

    it.each([{ limit: -1 }, { limit: 1.5 }, { offset: -1 }, { limit: Number.NaN }])(
      "refuses %j",
      async (input) => {
        const error = await (await bench(["a"])).failure(globOperation, { pattern: "*", ...input });
        expect(error.code).toBe("invalid-input");
      },
    );
  });

  describe("a walk that takes too long", () => {
    /** The same context with a walk that returns one file and then nothing until it is stopped. */
    const endless = (context: ToolContext): ToolContext => {
      const search: Search = {
        text: context.search.text,
        async *files(scope: SearchScope) {
          yield `${scope.path}/a`;
          await new Promise((_, reject) => {
            scope.signal.addEventListener("abort", () =>
              reject(new ToolError("The search was cancelled.", { code: "cancelled" })),
            );
          });
        },
      };
      return new Proxy(context, {
        get: (target, property) => (property === "search" ? search : Reflect.get(target, property)),
      });
    };

    it("returns the files so far and reports that the result of the walk is incomplete", async () => {
      const context = endless((await bench(["a", "b"])).context);
      const limits = { maxDurationMs: 30 };
      expect(await globOperation.run({ pattern: "*", limits }, context)).toMatchObject({
        total: 1,
        isExact: false,
        stopped: "timeout",
      });
      expect(await listOperation.run({ limits }, context)).toMatchObject({
        shownFiles: 1,
        countedAll: false,
      });
    });
  });
});

describe("the first of many paths", () => {
  it("returns the same first paths as sorting all of them", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 12 }), (paths, count) => {
        const first = new FirstPaths(count);
        for (const path of paths) first.add(path);
        expect(first.sorted()).toEqual([...paths].sort().slice(0, count));
      }),
    );
  });
});
