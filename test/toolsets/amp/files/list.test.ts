import { mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../../src/index.js";
import { createWorkbench } from "../../../tools/workbench.js";
import { list } from "../amp-tools.js";

describe("list", () => {
  it("draws the tree of the OpenCode specification: the folder, an empty line, folders first, two spaces per level, sorted", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "file4.ts": "",
      "subdir1/subdir2/file2.ts": "",
      "subdir1/subdir2/file1.ts": "",
      "subdir1/file3.ts": "",
      "Zebra.md": "",
      "another/x": "",
    });
    const tree = [
      `${bench.folder}/`,
      "",
      "another/",
      "  x",
      "subdir1/",
      "  subdir2/",
      "    file1.ts",
      "    file2.ts",
      "  file3.ts",
      "Zebra.md",
      "file4.ts",
    ].join("\n");
    expect(await bench.call(list, {})).toEqual({ result: tree, text: tree });
    expect((await bench.call(list, { path: "subdir1/subdir2" })).result).toBe(
      `${bench.path("subdir1/subdir2")}/\n\nfile1.ts\nfile2.ts`,
    );
  });

  it("omits build output at any depth, files that .gitignore names, and requested patterns", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "src/a.ts": "",
      "src/dist.ts": "",
      "src/node_modules/x/index.js": "",
      "node_modules/y/index.js": "",
      "dist/a.js": "",
      "packages/p/build/out.js": "",
      ".venv/bin/python": "",
      ".coverage": "",
      "zig-out/bin/x": "",
      ".git/config": "",
      ".github/workflows/ci.yml": "",
      ".eslintrc": "",
      ".gitignore": "ignored.txt\n",
      "ignored.txt": "",
      "docs/a.md": "",
      "src/docs/b.md": "",
      "src/a.snap": "",
    });
    const rows = async (ignore?: string[]) =>
      String((await bench.call(list, { ...(ignore && { ignore }) })).result)
        .split("\n")
        .slice(2);
    expect(await rows()).toEqual([
      ".github/",
      "  workflows/",
      "    ci.yml",
      "docs/",
      "  a.md",
      "src/",
      "  docs/",
      "    b.md",
      "  a.snap",
      "  a.ts",
      "  dist.ts",
      ".eslintrc",
      ".gitignore",
    ]);
    expect(await rows(["/docs/", "*.snap", ".*"])).toEqual([
      "src/",
      "  docs/",
      "    b.md",
      "  a.ts",
      "  dist.ts",
    ]);
    expect(await rows(["docs", "src/*.ts", "src/a.*", ".*"])).toEqual([
      "[No files, other than ignored ones. Read the folder to see every name in it.]",
    ]);
  });

  it("shows a hundred files, those in the upper folders, and says that there are more", async () => {
    const bench = await createWorkbench();
    const names = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) => [`${folder}f${String(index).padStart(3, "0")}.ts`, ""]);
    await bench.write(Object.fromEntries([...names("deep/er/", 90), ...names("", 60), ...names("mid/", 60)]));
    const rows = String((await bench.call(list, {})).result).split("\n");
    expect(rows.filter((row) => row.endsWith(".ts"))).toHaveLength(100);
    expect(rows.filter((row) => row.startsWith("f"))).toHaveLength(60);
    expect(rows).not.toContain("deep/");
    expect(rows.at(-1)).toBe(
      "[100 of 210 files are shown, those in the upper folders first. To see more, list a folder further down, leave something out with ignore, or use glob.]",
    );
    expect(String((await bench.call(list, { path: "mid" })).result)).not.toContain("are shown");
  });

  it("says that a folder is empty, or that everything in it is ignored", async () => {
    const bench = await createWorkbench();
    await bench.write({ "empty/": "", "only/node_modules/x": "", "nested/empty/": "" });
    const last = async (path: string) =>
      String((await bench.call(list, { path })).result)
        .split("\n")
        .at(-1);
    expect(await last("empty")).toBe("[The folder is empty.]");
    expect(await last("only")).toContain("No files, other than ignored ones");
    expect(await last("nested")).toContain("No files, other than ignored ones");
  });

  it("does not follow symlinks, and writes line ends in names as escapes", async () => {
    const bench = await createWorkbench();
    await writeFile(`${bench.outside}/secret.txt`, "");
    await bench.write({ "a.txt": "", out: { link: "../outside" } });
    await mkdir(bench.path("d"));
    await writeFile(bench.path("d/x\ny"), "");
    const { text } = await bench.call(list, {});
    expect(text).not.toContain("secret.txt");
    expect(text).toContain("  x\\x0ay");
  });

  it.each(["ListDir", "list_directory", "ls"])("answers to %s", async (name) => {
    const bench = await createWorkbench();
    await bench.write({ "d/a.txt": "" });
    await using runtime = createToolRuntime({ cwd: bench.folder });
    const result = await runtime.execute({ id: "1", name, input: { dir_path: "d" } });
    expect(result).toMatchObject({ status: "done", result: `${bench.path("d")}/\n\na.txt` });
  });

  it.each([
    [{ path: "missing" }, "not-found"],
    [{ path: "a.txt" }, "not-a-directory"],
    [{ path: "../outside" }, "external-directory"],
    [{ path: "out" }, "external-directory"],
    [{ path: "" }, "invalid-path"],
    [{ ignore: ["!keep"] }, "invalid-pattern"],
    [{ ignore: [""] }, "invalid-pattern"],
    [{ ignore: ["/"] }, "invalid-pattern"],
    [{ ignore: ["{a,b"] }, "invalid-pattern"],
  ])("refuses %j with %s", async (input, code) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "", out: { link: "../outside" } });
    expect((await bench.callFailure(list, input)).code).toBe(code);
  });

  it("lists twenty thousand files within its time", async () => {
    const bench = await createWorkbench();
    for (let folder = 0; folder < 20; folder += 1) {
      await mkdir(bench.path(`d${folder}`));
      await Promise.all(
        Array.from({ length: 1000 }, (_, index) => writeFile(bench.path(`d${folder}/f${index}`), "")),
      );
    }
    const started = performance.now();
    expect((await bench.call(list, {})).text).toContain("[100 of 20000 files are shown");
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
