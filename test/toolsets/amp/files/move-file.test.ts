import { lstat, readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../../src/index.js";
import { createWorkbench, type Workbench } from "../../../tools/workbench.js";
import { moveFile, undoEdit } from "../amp-tools.js";

async function move(bench: Workbench, source: string, destination: string, overwrite = false) {
  return (await bench.call(moveFile, { source, destination, overwrite })).result;
}

describe("move_file", () => {
  it("renames a file and makes the folders on the way", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a\n" });
    const to = bench.path("x/y/b.txt");
    expect(await move(bench, "a.txt", "x/y/b.txt")).toBe(`Moved file ${bench.path("a.txt")} to ${to}`);
    expect(await bench.names()).toEqual(["x", "x/y", "x/y/b.txt"]);
    expect(await readFile(to, "utf8")).toBe("a\n");
    expect(bench.changes).toEqual([{ type: "move", path: to, movedFrom: bench.path("a.txt") }]);
  });

  it("moves a folder with all in it", async () => {
    const bench = await createWorkbench();
    await bench.write({ "d/a.txt": "a", "d/sub/b.txt": "b" });
    expect(await move(bench, "d", "e")).toBe(`Moved folder ${bench.path("d")} to ${bench.path("e")}`);
    expect(await bench.names()).toEqual(["e", "e/a.txt", "e/sub", "e/sub/b.txt"]);
  });

  it("moves into a folder only when the destination ends with a slash", async () => {
    const bench = await createWorkbench();
    await bench.write({ "1.txt": "1", "2.txt": "2", "dir/": "" });
    expect(await move(bench, "1.txt", "dir/")).toContain(bench.path("dir/1.txt"));
    const error = await bench.callFailure(moveFile, { source: "2.txt", destination: "dir" });
    expect(error.code).toBe("already-exists");
    expect(await bench.names()).toEqual(["2.txt", "dir", "dir/1.txt"]);
  });

  it("loses no file when several are moved to a folder that is not there", async () => {
    const bench = await createWorkbench();
    await bench.write({ "1.txt": "1", "2.txt": "2" });
    await move(bench, "1.txt", "new");
    expect((await bench.callFailure(moveFile, { source: "2.txt", destination: "new" })).code).toBe(
      "already-exists",
    );
    expect(await readFile(bench.path("new"), "utf8")).toBe("1");
    expect(await readFile(bench.path("2.txt"), "utf8")).toBe("2");
  });

  it("overwrites a file only on request, and can undo that", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a", "b.txt": "b" });
    expect((await bench.callFailure(moveFile, { source: "a.txt", destination: "b.txt" })).code).toBe(
      "already-exists",
    );
    expect(await readFile(bench.path("b.txt"), "utf8")).toBe("b");
    expect(await move(bench, "a.txt", "b.txt", true)).toMatch(/, in place of the file that was there$/);
    expect(await readFile(bench.path("b.txt"), "utf8")).toBe("a");
    await bench.call(undoEdit, { path: "b.txt" });
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("a");
    expect(await readFile(bench.path("b.txt"), "utf8")).toBe("b");
  });

  it("moves a symlink, not what it leads to", async () => {
    const bench = await createWorkbench();
    await bench.write({ "target.txt": "t", link: { link: "target.txt" } });
    await move(bench, "link", "other");
    expect((await lstat(bench.path("other"))).isSymbolicLink()).toBe(true);
    expect(await bench.names()).toEqual(["other", "target.txt"]);
  });

  it.each([
    [{ from: "a.txt", to: "b.txt" }],
    [{ old_path: "a.txt", new_path: "b.txt" }],
    [{ path: "a.txt", destination: "b.txt" }],
  ])("understands the parameters %j", async (input) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a" });
    await using runtime = createToolRuntime({ cwd: bench.folder, permissions: "allow-all" });
    const { status } = await runtime.execute({ id: "1", name: "rename", input });
    expect(status).toBe("done");
    expect(await bench.names()).toEqual(["b.txt"]);
  });

  it("shows an approver both ends", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a", "b.txt": "bb", "d/": "" });
    const preview = async (source: string, destination: string, overwrite = false) => {
      const [part] = (await moveFile.preview?.({ source, destination, overwrite }, bench.context)) ?? [];
      return part?.type === "text" ? part.text : undefined;
    };
    const from = bench.path("a.txt");
    expect(await preview("a.txt", "c.txt")).toBe(`Moves the file ${from} to ${bench.path("c.txt")}.`);
    expect(await preview("a.txt", "d/")).toBe(`Moves the file ${from} to ${bench.path("d/a.txt")}.`);
    expect(await preview("d", "e")).toContain("Moves the folder");
    expect(await preview("a.txt", "b.txt", true)).toContain("replacing the existing file (2 bytes)");
    expect(await preview("a.txt", "b.txt")).toContain("The call would fail:");
    expect(await preview("x", "y")).toContain("The call would fail:");
  });
});

describe("move_file, errors", () => {
  it.each([
    ["missing.txt", "b.txt", "not-found"],
    [".", "b", "invalid-path"],
    ["d/..", "b", "invalid-path"],
    ["$ROOT", "b", "protected-path"],
    ["d", "d/sub/d2", "invalid-path"],
    ["a.txt", "a.txt", "no-change"],
    ["a.txt", "../outside/a.txt", "external-directory"],
    ["a.txt", "link/a.txt", "external-directory"],
    ["../outside/f", "f", "external-directory"],
    ["a.txt", ".git/hooks/pre-commit", "protected-path"],
    [".env", "env.txt", "reading-secret-file"],
    ["a.txt", "a.txt/b", "not-a-directory"],
    ["a.txt", "", "invalid-path"],
  ])("refuses to move %j to %j with %s, and nothing is changed", async (source, destination, code) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a", "d/x": "x", ".env": "S=1", link: { link: "../outside" } });
    await writeFile(`${bench.outside}/f`, "f");
    const names = await bench.names();
    const error = await bench.callFailure(moveFile, {
      source: source.replace("$ROOT", bench.folder),
      destination,
    });
    expect(error.code).toBe(code);
    expect(await bench.names()).toEqual(names);
    expect(bench.changes).toEqual([]);
    expect(await readFile(`${bench.outside}/f`, "utf8")).toBe("f");
  });

  it("names files like the one that is missing", async () => {
    const bench = await createWorkbench();
    await bench.write({ "server.ts": "" });
    const error = await bench.callFailure(moveFile, { source: "sever.ts", destination: "x" });
    expect(error.message).toContain(`Did you mean ${bench.path("server.ts")}?`);
  });
});
