import { chmod, chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { isPrivateCheckout } from "../../private-checkout.js";
import { createWorkbench, type Workbench } from "../../tools/workbench.js";
import { bash, createFile, deleteFile, editFile, glob, grep, multiEdit, read } from "./amp-tools.js";

const NOBODY = 65_534;

/** Does work as a user without privileges: root may read and write everything. */
async function unprivileged<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  // The user cannot write to the state directory of the tests.
  const state = await mkdtemp(join(tmpdir(), "collet-unprivileged-"));
  await chown(state, NOBODY, NOBODY);
  vi.stubEnv("COLLET_STATE_DIRECTORY", state);
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    vi.unstubAllEnvs();
    await rm(state, { recursive: true });
  }
}

/** A workbench whose root belongs to the unprivileged user. */
async function sharedWorkbench(): Promise<Workbench> {
  const bench = await createWorkbench();
  await chmod(dirname(bench.folder), 0o755);
  await bench.write({
    "closed.txt": "secret-free\n",
    "read-only.txt": "a\n",
    "open.txt": "hit\n",
    "locked/a.txt": "hit\n",
  });
  if (process.getuid?.() === 0) {
    for (const name of ["", "closed.txt", "read-only.txt", "open.txt", "locked", "locked/a.txt"]) {
      await chown(bench.path(name), NOBODY, NOBODY);
    }
  }
  await chmod(bench.path("closed.txt"), 0o000);
  await chmod(bench.path("read-only.txt"), 0o444);
  await chmod(bench.path("locked"), 0o000);
  return bench;
}

describe("files without permission", () => {
  it.each([
    ["a file that may not be read", read, { path: "closed.txt" }],
    ["a folder that may not be listed", read, { path: "locked" }],
    ["a file in a folder that may not be entered", read, { path: "locked/a.txt" }],
    ["an edit of a file that may not be read", editFile, { path: "closed.txt", old_str: "s", new_str: "t" }],
    [
      "an edit of a file that may only be read",
      editFile,
      { path: "read-only.txt", old_str: "a", new_str: "b" },
    ],
    ["a new file in a closed folder", createFile, { path: "locked/new.txt", content: "x" }],
    ["a search in a closed file", grep, { pattern: "s", path: "closed.txt" }],
    [
      "several edits of a file that may only be read",
      multiEdit,
      { path: "read-only.txt", edits: [{ old_str: "a", new_str: "b" }] },
    ],
    ["a deletion in a closed folder", deleteFile, { path: "locked/a.txt" }],
    ["a deletion of a closed folder", deleteFile, { path: "locked", recursive: true }],
  ])("answers %s with access-denied and the path", async (_, tool, input) => {
    const bench = await sharedWorkbench();
    const error = await unprivileged(() => bench.callFailure(tool, input));
    expect(error.code).toBe("access-denied");
    expect(error.message).toContain(input.path.split("/")[0]);
    expect(await readFile(bench.path("read-only.txt"), "utf8")).toBe("a\n");
    await chmod(bench.path("locked"), 0o755);
    expect(await bench.names()).toEqual([
      "closed.txt",
      "locked",
      "locked/a.txt",
      "open.txt",
      "read-only.txt",
    ]);
  });

  // Ripgrep runs as the unprivileged user.
  it.skipIf(process.getuid?.() === 0 && isPrivateCheckout)(
    "finds what may be read although other things may not",
    async () => {
      const bench = await sharedWorkbench();
      await unprivileged(async () => {
        expect((await bench.call(grep, { pattern: "hit" })).result).toEqual([
          "open.txt:1: hit",
          "[Not searched, because it may not be read: closed.txt, locked.]",
        ]);
        const { files } = (await bench.call(glob, { filePattern: "**/*.txt" })).result as { files: string[] };
        expect(files).toContain(bench.path("open.txt"));
      });
    },
  );

  it("answers a command in a closed folder with an error, and the next one runs", async () => {
    const bench = await sharedWorkbench();
    await unprivileged(async () => {
      const error = await bench.callFailure(bash, { cmd: "ls", cwd: "locked" });
      expect(error.code).toBe("spawn-failed");
      expect(error.message).toContain("locked");
      expect((await bench.call(bash, { cmd: "echo ok" })).text).toContain("<output>ok\n</output>");
    });
  });

  it("still edits files that may be written", async () => {
    const bench = await sharedWorkbench();
    await writeFile(bench.path("open.txt"), "one\n");
    await unprivileged(() => bench.call(editFile, { path: "open.txt", old_str: "one", new_str: "two" }));
    expect(await readFile(bench.path("open.txt"), "utf8")).toBe("two\n");
  });
});
