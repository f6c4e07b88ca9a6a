import { beforeAll, describe, expect, it } from "vitest";
import { type Search, type TextSearch, type ToolContext, ToolError } from "../../../src/contract/index.js";
import { type GrepInput, type GrepOutput, grepOperation } from "../../../src/tools/index.js";
import { LOCAL_SEARCHES } from "../../backends/local-searches.js";
import { createWorkbench, type Workbench } from "../workbench.js";

const numbered = (count: number, text = "hit") =>
  Array.from({ length: count }, (_, index) => `${text} ${index + 1}\n`).join("");

/** The search under test; see `LOCAL_SEARCHES`. */
let search: Search;

async function bench(files: Parameters<Workbench["write"]>[0]): Promise<Workbench> {
  const workbench = await createWorkbench({ search });
  await workbench.write(files);
  return workbench;
}

/** Rows as ripgrep prints them. */
function rows({ matches }: GrepOutput): string[] {
  return matches.map(
    ({ kind, shownPath, line, text }) =>
      `${shownPath}${kind === "match" ? ":" : "-"}${line}${kind === "match" ? ":" : "-"}${text}`,
  );
}

/** The same context with another search. */
function withSearch(context: ToolContext, change: (search: Search) => Partial<Search>): ToolContext {
  return new Proxy(context, {
    get: (target, property) =>
      property === "search"
        ? { files: target.search.files, text: target.search.text, ...change(target.search) }
        : Reflect.get(target, property),
  });
}

describe.each(LOCAL_SEARCHES)("grep %s", (name, used) => {
  beforeAll(() => {
    search = used;
  });

  describe("a search for lines", () => {
    it("limits results to ten lines of a file and a hundred in total", async () => {
      const files = Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`f${index}.txt`, numbered(12)]),
      );
      const output = await (await bench(files)).run(grepOperation, { pattern: "hit" });
      expect(output).toMatchObject({ total: 100, more: true, stopped: "limit" });
      const perFile = new Map<string, number>();
      for (const { path } of output.matches) perFile.set(path, (perFile.get(path) ?? 0) + 1);
      expect([...perFile.values()].every((count) => count === 10)).toBe(true);
      expect(output.truncatedFiles.length).toBeGreaterThanOrEqual(9);
    });

    it("returns context lines, and never a match as a context line", async () => {
      const workbench = await bench({ "a.txt": "1\nhit\n3\n4\nhit\nhit\n7\n8\n", "b.txt": "x\nhit\n" });
      const run = (input: Partial<GrepInput>) => workbench.run(grepOperation, { pattern: "hit", ...input });
      expect(rows(await run({ linesBefore: 1, linesAfter: 2 }))).toEqual([
        "a.txt-1-1",
        "a.txt:2:hit",
        "a.txt-3-3",
        "a.txt-4-4",
        "a.txt:5:hit",
        "a.txt:6:hit",
        "a.txt-7-7",
        "a.txt-8-8",
        "b.txt-1-x",
        "b.txt:2:hit",
      ]);
      for (const linesAfter of [1, 2, 3, 9]) {
        const limited = await run({ path: "a.txt", linesAfter, limits: { maxMatchesPerFile: 1 } });
        expect(rows(limited)).toEqual(["a.txt:2:hit", "a.txt-3-3", "a.txt-4-4"].slice(0, linesAfter + 1));
        expect(limited.truncatedFiles).toEqual(["a.txt"]);
        const two = await run({ path: "a.txt", linesBefore: 9, linesAfter, limits: { maxMatches: 1 } });
        expect(rows(two)).toEqual(
          ["a.txt-1-1", "a.txt:2:hit", "a.txt-3-3", "a.txt-4-4"].slice(0, linesAfter + 2),
        );
        expect(two.stopped).toBe("limit");
      }
    });

    it("finds matches across lines, counts them by match, and applies the limits", async () => {
      const workbench = await bench({ "a.txt": "begin\nend\n".repeat(40), "b.txt": "begin end\n" });
      const run = (limits: GrepInput["limits"]) =>
        workbench.run(grepOperation, { pattern: "begin\\nend", multiline: true, ...(limits && { limits }) });
      const output = await run(undefined);
      expect(output).toMatchObject({ total: 10, truncatedFiles: ["a.txt"] });
      expect(output.matches).toHaveLength(20);
      expect((await run({ maxMatches: 3 })).matches.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
    });

    it("uses the same order for each page", async () => {
      const workbench = await bench(Object.fromEntries("cab".split("").map((name) => [name, numbered(3)])));
      const page = async (offset: number) =>
        workbench.run(grepOperation, { pattern: "hit", offset, limit: 4 });
      const pages = [await page(0), await page(4), await page(8), await page(12)];
      expect(pages.flatMap(rows)).toEqual(
        ["a", "b", "c"].flatMap((name) => [1, 2, 3].map((line) => `${name}:${line}:hit ${line}`)),
      );
      expect(pages.map(({ more }) => more)).toEqual([true, true, false, false]);
    });

    it("returns the most recently changed files first, and reads no more files than it returns", async () => {
      const workbench = await bench({ "old.txt": "hit", "new.txt": "hit", "mid.txt": "hit" });
      const { utimesSync } = await import("node:fs");
      for (const [name, seconds] of Object.entries({ old: 1_000, mid: 2_000, new: 3_000 })) {
        utimesSync(workbench.path(`${name}.txt`), seconds, seconds);
      }
      const run = (input: Partial<GrepInput>) =>
        workbench.run(grepOperation, { pattern: "hit", order: "newest", ...input });
      expect(rows(await run({}))).toEqual(["new.txt:1:hit", "mid.txt:1:hit", "old.txt:1:hit"]);
      expect(rows(await run({ offset: 1, limit: 1 }))).toEqual(["mid.txt:1:hit"]);
      const files = await run({ mode: "files_with_matches", limit: 2 });
      expect(files).toMatchObject({
        files: [{ shownPath: "new.txt" }, { shownPath: "mid.txt" }],
        more: true,
      });
    });

    it.each<[string, Partial<GrepInput>, string[]]>([
      ["a type", { types: ["ts"] }, ["src/a.ts", "src/deep/b.ts"]],
      ["several types", { types: ["ts", "js"] }, ["src/a.ts", "src/c.js", "src/deep/b.ts"]],
      ["a type and a glob", { types: ["ts"], glob: "src/*" }, ["src/a.ts"]],
      ["a glob in a folder", { path: "src", glob: "*.ts" }, ["src/a.ts", "src/deep/b.ts"]],
      ["a glob with a folder, in a folder", { path: "src", glob: "deep/*" }, ["src/deep/b.ts"]],
      ["what is left out", { exclude: ["*.ts", "top.md"] }, ["src/c.js"]],
      ["hidden files", { hidden: true, glob: ".*/**" }, [".hidden/d.ts"]],
      ["ignored files", { ignored: true, glob: "*.log" }, ["e.log"]],
      ["a file that is ignored, by its path", { path: "e.log" }, ["e.log"]],
    ])("respects %s", async (_title, input, files) => {
      const tree = {
        "src/a.ts": "",
        "src/deep/b.ts": "",
        "src/c.js": "",
        "top.md": "",
        ".hidden/d.ts": "",
        "e.log": "",
      };
      const workbench = await bench({
        ".gitignore": "*.log\n",
        ...Object.fromEntries(Object.keys(tree).map((name) => [name, "hit\n"])),
      });
      const output = await workbench.run(grepOperation, { pattern: "hit", ...input });
      expect(output.files.map(({ shownPath }) => shownPath)).toEqual(files);
    });
  });

  describe("a search for files, and for counts", () => {
    const files = { "a.txt": numbered(30), "b/c.txt": numbered(2), ".env": numbered(5), "d.txt": "none" };

    it("names each file once", async () => {
      const output = await (await bench(files)).run(grepOperation, {
        pattern: "HIT",
        mode: "files_with_matches",
      });
      expect(output).toMatchObject({ total: 2, more: false, matches: [] });
      expect(output.files.map(({ shownPath }) => shownPath)).toEqual(["a.txt", "b/c.txt"]);
    });

    it("counts the lines of each file, whatever the limits for lines are", async () => {
      const workbench = await bench(files);
      const output = await workbench.run(grepOperation, { pattern: "hit", mode: "count", hidden: true });
      expect(output.files.map(({ shownPath, count }) => [shownPath, count])).toEqual([
        ["a.txt", 30],
        ["b/c.txt", 2],
      ]);
      expect(output).toMatchObject({ total: 32, totalFiles: 2, more: false });
      const one = await workbench.run(grepOperation, { pattern: "hit", mode: "count", path: "a.txt" });
      expect(one.files.map(({ count }) => count)).toEqual([30]);
      const page = await workbench.run(grepOperation, { pattern: "hit", mode: "count", offset: 1, limit: 1 });
      expect(page).toMatchObject({ files: [{ shownPath: "b/c.txt" }], total: 32, more: false });
    });

    it("counts the same where the backend cannot count", async () => {
      const workbench = await bench({ ...files, "m.txt": "begin\nend\nbegin\nend\n" });
      const slow = withSearch(workbench.context, () => ({}));
      for (const input of [
        { pattern: "hit", mode: "count" },
        { pattern: "begin\\nend", multiline: true, mode: "count" },
        { pattern: "nothing", mode: "count" },
      ] as const) {
        expect((await grepOperation.run(input, slow)).files).toEqual(
          (await workbench.run(grepOperation, input)).files,
        );
      }
    });
  });

  describe("a search that takes too long", () => {
    /** A search that returns two lines and then nothing until it is stopped. */
    const endless =
      (onStall: () => void = () => {}) =>
      (): Partial<Search> => ({
        async *text({ path, signal }: TextSearch) {
          const ended = new Promise((_, reject) => {
            const end = () => reject(new ToolError("The search was cancelled.", { code: "cancelled" }));
            if (signal.aborted) end();
            signal.addEventListener("abort", end);
          });
          if (!signal.aborted) {
            yield { kind: "match", path: `${path}/a.txt`, line: 1, text: "hit 1" };
            yield { kind: "match", path: `${path}/a.txt`, line: 2, text: "hit 2" };
            onStall();
          }
          await ended;
        },
      });

    it("returns the matches so far and reports that the search timed out", async () => {
      const workbench = await bench({ "a.txt": numbered(9) });
      const context = withSearch(workbench.context, endless());
      const output = await grepOperation.run({ pattern: "hit", limits: { maxDurationMs: 50 } }, context);
      expect(output).toMatchObject({ stopped: "timeout", more: true, total: 2 });
    });

    it("returns the matches so far when the call is cancelled, and fails without any", async () => {
      const workbench = await bench({ "a.txt": numbered(9) });
      const context = withSearch(
        workbench.context,
        endless(() => workbench.controller.abort()),
      );
      expect(await grepOperation.run({ pattern: "hit" }, context)).toMatchObject({
        stopped: "cancelled",
        total: 2,
      });
      expect((await workbench.failure(grepOperation, { pattern: "hit" })).code).toBe("cancelled");
    });

    it("reports progress while it runs", async () => {
      const workbench = await bench({ "a.txt": numbered(9) });
      const context = withSearch(workbench.context, endless());
      await grepOperation.run({ pattern: "hit", limits: { maxDurationMs: 1_100 } }, context);
      expect(workbench.progress).toEqual([{ message: "Searching: 2 found so far", completed: 2 }]);
    });
  });

  describe("invalid input of a search", () => {
    it.each<[Partial<GrepInput>, string, RegExp]>([
      [{ pattern: "" }, "invalid-input", /pattern is empty/],
      [{ limit: 0 }, "invalid-input", /limit must be an integer of at least 1/],
      [{ limit: -3 }, "invalid-input", /limit/],
      [{ offset: -1 }, "invalid-input", /offset must be an integer of at least 0/],
      [{ linesAfter: 1.5 }, "invalid-input", /linesAfter/],
      [{ types: ["no-such-type"] }, "invalid-input", /'no-such-type' is not /],
      [{ types: ["--pre=./x"] }, "invalid-input", /'--pre=.\/x' is not /],
      [{ path: ".", glob: "/etc/*" }, "invalid-input", /must be relative/],
      [{ exclude: ["/etc/*"] }, "invalid-input", /must be relative/],
      [{ path: "a", glob: "b", pathOrGlob: true }, "invalid-input", /Cannot use path with glob/],
      [
        { pattern: "(" },
        "invalid-pattern",
        /(?:unclosed group|is not a valid)[\s\S]*search again with literal:true/,
      ],
      [{ pattern: "(\\w{100}){100}" }, "invalid-pattern", /exceeds size limit|is not a valid/],
      [{ path: "missing" }, "not-found", /ENOENT/],
    ])("refuses %j", async (input, code, message) => {
      const error = await (await bench({ "a.txt": "x" })).failure(grepOperation, { pattern: "x", ...input });
      expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
    });
  });

  it("states how many links and binary files a complete search skipped", async () => {
    const workbench = await bench({ "a.txt": "hit\nhit", "b.bin": new Uint8Array([0, 1]), "c.bin": "\0" });
    await workbench.write({ link: { link: workbench.outside }, same: { link: "a.txt" } });
    const sentence = "Skipped: 1 link that leads out of the searched folder, 2 binary files.";
    for (const mode of ["content", "files_with_matches", "count"] as const) {
      const { remarks } = await workbench.run(grepOperation, { pattern: "hit", mode });
      expect(remarks).toContain(sentence);
    }
    const { remarks } = await workbench.run(grepOperation, { pattern: "hit", limits: { maxMatches: 1 } });
    expect(remarks).not.toContain(sentence);
  });

  it("states that a search is slow if it runs without ripgrep", async () => {
    const { remarks } = await (await bench({ "a.txt": "hit" })).run(grepOperation, { pattern: "hit" });
    const slow = name === "with ripgrep" ? [] : ["ripgrep is not installed, so a slower search was used."];
    expect(remarks).toEqual(slow);
  });
});
