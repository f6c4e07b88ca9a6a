import { describe, expect, it } from "vitest";
import { startStopwatch } from "../../../processor-time.js";
import { createWorkbench, type Workbench } from "../../../tools/workbench.js";
import { glob } from "../amp-tools.js";

const tree = {
  "package.json": "",
  "index.js": "",
  "src/app.ts": "",
  "src/app.test.ts": "",
  "src/deep/er/file.ts": "",
  "src/Upper/file.ts": "",
  "src/deep/util.js": "",
  "src/deep/data.json": "",
  "ignored/file.ts": "",
  ".gitignore": "ignored/\n",
  ".env": "",
  ".github/workflows/ci.yml": "",
  "lib.ts": { link: "src/app.ts" },
};

async function find(bench: Workbench, filePattern: string, more: Record<string, unknown> = {}) {
  const { result, text } = await bench.call(glob, { filePattern, ...more });
  const { files, remaining } = result as { files: string[]; remaining: number };
  return { names: files.map((file) => file.slice(bench.folder.length + 1)), files, remaining, text };
}

describe("glob", () => {
  it("returns no file for limit 0, and counts all as remaining", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "", "b.txt": "" });
    expect(await find(bench, "*.txt", { limit: 0 })).toMatchObject({ remaining: 2 });
  });

  it.each([
    ["**/*.js", ["index.js", "src/deep/util.js"]],
    ["src/**/*.ts", ["src/Upper/file.ts", "src/app.test.ts", "src/app.ts", "src/deep/er/file.ts"]],
    ["*.json", ["package.json"]],
    ["**/*test*", ["src/app.test.ts"]],
    ["**/*.{js,json}", ["index.js", "package.json", "src/deep/data.json", "src/deep/util.js"]],
    ["src/[a-z]*/*.ts", []],
    ["src/[a-z]*/**/*.ts", ["src/deep/er/file.ts"]],
    ["src/*/*.ts", ["src/Upper/file.ts"]],
    ["ignored/*", []],
    [".github/**", [".github/workflows/ci.yml"]],
    ["./index.js", ["index.js"]],
    ["--pre=./evil.sh", []],
  ])("finds with %s the files that the Amp specification names", async (pattern, names) => {
    const bench = await createWorkbench();
    await bench.write(tree);
    expect(await find(bench, pattern)).toMatchObject({ names, remaining: 0 });
  });

  it("returns exactly the shape of the specification, absolute and sorted, with one path per line for the model", async () => {
    const bench = await createWorkbench();
    await bench.write({ b: "", a: "", "c/d": "" });
    const { result, text } = await bench.call(glob, { filePattern: "**/*" });
    expect(result).toEqual({ files: [bench.path("a"), bench.path("b"), bench.path("c/d")], remaining: 0 });
    expect(text).toBe([bench.path("a"), bench.path("b"), bench.path("c/d")].join("\n"));
  });

  it("returns 1,000 files by default, counts the rest exactly and states how to continue", async () => {
    const bench = await createWorkbench();
    const names = Array.from({ length: 1234 }, (_, index) => `f${String(index).padStart(4, "0")}.txt`);
    await bench.write(Object.fromEntries(names.map((name) => [name, ""])));
    const first = await find(bench, "*.txt");
    expect(first).toMatchObject({ names: names.slice(0, 1000), remaining: 234 });
    expect(first.text.split("\n").at(-1)).toBe("[234 more. To continue, use offset 1000.]");
    expect(await find(bench, "*.txt", { offset: 1000 })).toMatchObject({
      names: names.slice(1000),
      remaining: 0,
    });
    expect(await find(bench, "*.txt", { limit: 2, offset: 1 })).toMatchObject({
      names: names.slice(1, 3),
      remaining: 1231,
    });
    expect(await find(bench, "*.txt", { limit: 1e9 })).toMatchObject({ names, remaining: 0 });
    expect(await find(bench, "*.txt", { offset: 5000 })).toMatchObject({ names: [], remaining: 0 });
  });

  it("takes an absolute pattern below the root, and a pattern that begins with ../", async () => {
    const bench = await createWorkbench({ approvedPaths: "any" });
    await bench.write(tree);
    expect((await find(bench, bench.path("src/*.ts"))).names).toEqual(["src/app.test.ts", "src/app.ts"]);
    expect((await find(bench, "../workspace/src/*.ts")).names).toEqual(["src/app.test.ts", "src/app.ts"]);
  });

  it("states in words when nothing matches", async () => {
    const bench = await createWorkbench();
    const { result, text } = await bench.call(glob, { filePattern: "*.none" });
    expect(result).toEqual({ files: [], remaining: 0 });
    expect(text).toBe("No files found.");
  });

  it("shows a line end in a name as an escape; the result keeps the name", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a\nb.txt": "" });
    const { files, text } = await find(bench, "*.txt");
    expect(files).toEqual([bench.path("a\nb.txt")]);
    expect(text).toBe(bench.path("a\\x0ab.txt"));
  });

  it("ends although symlinks make a circle", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a/b.txt": "", "a/up": { link: ".." } });
    expect((await find(bench, "**/*.txt")).names).toEqual(["a/b.txt"]);
  });
});

describe("glob, errors", () => {
  it.each([
    [{ filePattern: "*", limit: -1 }, "invalid-input", "limit"],
    [{ filePattern: "*", limit: 1.5 }, "invalid-input", "limit"],
    [{ filePattern: "*", offset: -1 }, "invalid-input", "offset"],
    [{ filePattern: "*", offset: 0.5 }, "invalid-input", "offset"],
    [{ filePattern: "" }, "invalid-pattern", "**/*.ts"],
    [{ filePattern: "a[" }, "invalid-pattern", "glob"],
    [{ filePattern: "x".repeat(5000) }, "invalid-pattern", "1024"],
    [{ filePattern: "/etc/*" }, "external-directory", "outside"],
    [{ filePattern: "../outside/*" }, "external-directory", "outside"],
  ])("answers %j with %s", async (input, code, help) => {
    const bench = await createWorkbench();
    const error = await bench.callFailure(glob, input);
    expect(error.code).toBe(code);
    expect(error.message).toContain(help);
  });

  it("does not leave the workspace by a way through a symlink", async () => {
    const bench = await createWorkbench();
    await bench.write({ "../outside/a.txt": "", link: { link: "../outside" } });
    for (const filePattern of ["link/*", "link/../outside/*", "**/a.txt"]) {
      expect((await bench.call(glob, { filePattern })).result).toEqual({ files: [], remaining: 0 });
    }
  });

  it("names a missing folder", async () => {
    const bench = await createWorkbench();
    await bench.write({ "source/": "" });
    const error = await bench.callFailure(glob, { filePattern: `${bench.path("sourse")}/*.ts` });
    expect(error).toMatchObject({ code: "not-found", absolutePath: bench.path("sourse") });
    expect(error.message).toContain(`Did you mean ${bench.path("source")}?`);
  });

  it.each(["*a*a*a*a*a*a*a*a*b", "{a,b}".repeat(20), "+(a|aa)x"])(
    "answers the hostile pattern %s at once",
    async (pattern) => {
      const bench = await createWorkbench();
      await bench.write({ ["a".repeat(60)]: "" });
      const elapsedMs = startStopwatch();
      await bench.call(glob, { filePattern: pattern }).catch((error: { code: string }) => {
        expect(error.code).toBe("invalid-pattern");
      });
      expect(elapsedMs()).toBeLessThan(5000);
    },
  );
});
