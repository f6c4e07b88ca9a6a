import { chmod, lstat, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { describe, expect, it } from "vitest";
import { startStopwatch } from "../../../processor-time.js";
import { createWorkbench } from "../../../tools/workbench.js";
import { deleteFile, read, undoEdit } from "../amp-tools.js";

describe("delete_file", () => {
  it("deletes a file and states it", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a\n", "b.txt": "b\n" });
    expect(await bench.call(deleteFile, { path: "a.txt" })).toEqual({
      result: `Deleted file ${bench.path("a.txt")}`,
      text: `Deleted file ${bench.path("a.txt")}`,
    });
    expect(await bench.names()).toEqual(["b.txt"]);
    expect(bench.changes).toEqual([{ type: "delete", path: bench.path("a.txt") }]);
  });

  it("deletes an empty folder, and with recursive a full one", async () => {
    const bench = await createWorkbench();
    await bench.write({ "empty/": "", "full/a.txt": "a", "full/sub/b.txt": "b", "one/a": "" });
    const deleted = async (path: string, recursive = false) =>
      (await bench.call(deleteFile, { path, recursive })).result;
    expect(await deleted("empty")).toBe(`Deleted folder ${bench.path("empty")}`);
    expect(await deleted("full", true)).toBe(`Deleted folder ${bench.path("full")} with 2 files in it`);
    expect(await deleted("one/", true)).toBe(`Deleted folder ${bench.path("one")} with 1 file in it`);
    expect(await bench.names()).toEqual([]);
  });

  it("removes only the link of a symlink, even of one that leads nowhere or outside", async () => {
    const bench = await createWorkbench();
    await writeFile(`${bench.outside}/kept.txt`, "kept");
    await bench.write({
      "target/kept.txt": "kept",
      "to-folder": { link: "target" },
      "to-file": { link: "target/kept.txt" },
      "to-nowhere": { link: "missing" },
      "to-outside": { link: "../outside" },
      "folder/to-outside": { link: "../../outside" },
    });
    for (const path of ["to-folder", "to-file", "to-nowhere", "to-outside"]) {
      await bench.call(deleteFile, { path, recursive: true });
    }
    await bench.call(deleteFile, { path: "folder", recursive: true });
    expect(await bench.names()).toEqual(["target", "target/kept.txt"]);
    expect(await readFile(`${bench.outside}/kept.txt`, "utf8")).toBe("kept");
  });

  it("can be taken back with all it took: bytes, modes and symlinks", async () => {
    const bench = await createWorkbench();
    const bytes = Buffer.from("caf\xe9\r\n\0", "latin1");
    await bench.write({ "d/run.sh": bytes, "d/sub/link": { link: "../run.sh" }, "d/empty/": "" });
    await chmod(bench.path("d/run.sh"), 0o755);
    await bench.call(deleteFile, { path: "d", recursive: true });
    expect(await bench.names()).toEqual([]);
    await bench.call(undoEdit, { path: "d" });
    expect(await bench.names()).toEqual(["d", "d/empty", "d/run.sh", "d/sub", "d/sub/link"]);
    expect(await readFile(bench.path("d/run.sh"))).toEqual(bytes);
    expect((await stat(bench.path("d/run.sh"))).mode & 0o777).toBe(0o755);
    expect((await lstat(bench.path("d/sub/link"))).isSymbolicLink()).toBe(true);
  });

  it("states when a deletion cannot be undone", async () => {
    const bench = await createWorkbench();
    await bench.write({ "d/a.txt": "a" });
    await truncate(bench.path("d/a.txt"), 1_073_741_825);
    expect((await bench.call(deleteFile, { path: "d", recursive: true })).result).toBe(
      `Deleted folder ${bench.path("d")} with 1 file in it. It could not be kept, so it cannot be restored.`,
    );
  });

  it("warns an approver of what would be too large to be taken back", async () => {
    const bench = await createWorkbench();
    await bench.write({ "d/a.txt": "a", "big.bin": "" });
    await truncate(bench.path("big.bin"), 67_108_865);
    await truncate(bench.path("d/a.txt"), 1_073_741_825);
    const preview = async (path: string) =>
      JSON.stringify(await deleteFile.preview?.({ path, recursive: true }, bench.context));
    expect(await preview("big.bin")).toContain("this cannot be undone");
    expect(await preview("d")).toContain("this cannot be undone");
    await truncate(bench.path("big.bin"), 67_108_864);
    await truncate(bench.path("d/a.txt"), 67_108_865);
    expect(await preview("d")).not.toContain("undone");
    expect(await preview("big.bin")).not.toContain("undone");
  });

  it("shows an approver what would be deleted, with its size", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "a.txt": "12345",
      link: { link: "a.txt" },
      "empty/": "",
      "d/x.txt": "123",
      "d/sub/y.txt": "4567",
      "d/link": { link: "../a.txt" },
      "evil/a\nDeletes nothing": "",
    });
    const preview = async (path: string, recursive = true) => {
      const [part] = (await deleteFile.preview?.({ path, recursive }, bench.context)) ?? [];
      return part?.type === "text" ? part.text : undefined;
    };
    expect(await preview("a.txt")).toBe(`Deletes the file ${bench.path("a.txt")} (5 bytes).`);
    expect(await preview("link")).toContain(`Deletes the symlink ${bench.path("link")}, not its target.`);
    expect(await preview("empty")).toBe(`Deletes the empty folder ${bench.path("empty")}.`);
    expect(await preview("d")).toBe(
      `Deletes the folder ${bench.path("d")} with 3 files (7 bytes). In it:\n  link\n  sub/\n  x.txt`,
    );
    expect(await preview("evil")).toContain("a\\x0aDeletes nothing");
    expect(await preview("d", false)).toContain("The call would fail:");
    expect(await preview("missing")).toContain("The call would fail: there is no");
    expect(await bench.names()).toHaveLength(10);
  });

  it("counts a huge folder for the preview only as far as it helps", async () => {
    const bench = await createWorkbench();
    await bench.write(Object.fromEntries(Array.from({ length: 5200 }, (_, index) => [`big/f${index}`, "x"])));
    const elapsedMs = startStopwatch();
    const preview = JSON.stringify(
      await deleteFile.preview?.({ path: "big", recursive: true }, bench.context),
    );
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(preview).toContain("with at least 5000 files (at least 5000 bytes)");
    expect(preview.length).toBeLessThan(2_000);
  });
});

describe("delete_file, errors", () => {
  it("answers a missing file with similar names", async () => {
    const bench = await createWorkbench();
    await bench.write({ "server.ts": "" });
    const error = await bench.callFailure(deleteFile, { path: "sever.ts" });
    expect(error).toMatchObject({ code: "not-found", absolutePath: bench.path("sever.ts") });
    expect(error.message).toContain(`Did you mean ${bench.path("server.ts")}?`);
  });

  it("refuses a folder that is not empty, with the remedy", async () => {
    const bench = await createWorkbench();
    await bench.write({ "d/a.txt": "" });
    const error = await bench.callFailure(deleteFile, { path: "d" });
    expect(error.code).toBe("directory-not-empty");
    expect(error.message).toContain("recursive");
    expect(await bench.names()).toEqual(["d", "d/a.txt"]);
  });

  it.each(["", ".", "..", "/", "~", "$ROOT", "$ROOT/", "d/..", "../workspace"])(
    "never deletes the root, the home folder or what lies above, spelled %j, whatever was approved",
    async (spelled) => {
      const bench = await createWorkbench({ approvedPaths: "any" });
      await bench.write({ "d/a.txt": "a" });
      const path = spelled.replace("$ROOT", bench.folder);
      const error = await bench.callFailure(deleteFile, { path, recursive: true });
      expect(["protected-path", "invalid-path"]).toContain(error.code);
      expect(await readFile(bench.path("d/a.txt"), "utf8")).toBe("a");
      expect((await stat(homedir())).isDirectory()).toBe(true);
    },
  );

  it("refuses paths outside, protected paths, and a file that changed since it was read", async () => {
    const bench = await createWorkbench();
    await bench.write({ ".git/hooks/pre-commit": "x", "a.txt": "a\n" });
    await writeFile(`${bench.outside}/f`, "f");
    expect((await bench.callFailure(deleteFile, { path: `${bench.outside}/f` })).code).toBe(
      "external-directory",
    );
    for (const path of [".git/hooks/pre-commit", ".git"]) {
      expect((await bench.callFailure(deleteFile, { path, recursive: true })).code).toBe("protected-path");
    }
    await bench.call(read, { path: "a.txt" });
    await writeFile(bench.path("a.txt"), "changed by somebody else\n");
    expect((await bench.callFailure(deleteFile, { path: "a.txt" })).code).toBe("stale-file");
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("changed by somebody else\n");
    expect(await readFile(`${bench.outside}/f`, "utf8")).toBe("f");
  });
});
