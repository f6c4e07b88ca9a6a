import { execFileSync } from "node:child_process";
import { readFile, rename, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import type { Backend, WorkspaceFiles } from "../../../src/contract/index.js";
import { openDescriptors } from "../../backends/local/open-descriptors.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";
import { asNobody } from "../as-nobody.js";
import { EVERYTHING, fixture } from "../workspace-fixture.js";

/** All ways to read a file. */
const READS: Readonly<Record<string, (files: WorkspaceFiles, path: string) => Promise<unknown>>> = {
  readLines: (files, path) => files.readLines(path, EVERYTHING),
  readText: (files, path) => files.readText(path),
  readBytes: (files, path) => files.readBytes(path, { maxBytes: 1_000 }),
  readHead: (files, path) => files.readHead(path, { bytes: 10 }),
  updateText: (files, path) => files.updateText(path, ({ text }) => ({ text: `${text}x` })),
};

describe("reading a file", () => {
  it("returns lines, text, bytes and head", async () => {
    const { root, files } = await fixture({ "a.txt": "one\ntwo\n" });
    expect(await files.readLines("a.txt", EVERYTHING)).toMatchObject({
      lines: ["one", "two"],
      totalLines: 2,
      size: 8,
    });
    expect(await files.readText("a.txt")).toMatchObject({
      text: "one\ntwo\n",
      encoding: "utf-8",
      location: { path: join(root, "a.txt") },
    });
    expect(await files.readBytes("a.txt", { maxBytes: 8 })).toEqual(new TextEncoder().encode("one\ntwo\n"));
    expect(await files.readHead("a.txt", { bytes: 3 })).toEqual(new TextEncoder().encode("one"));
    expect(await files.readHead("a.txt", { bytes: 100 })).toHaveLength(8);
  });

  it("refuses more bytes than requested", async () => {
    const { files } = await fixture({ "a.txt": "123456789" });
    await expect(files.readBytes("a.txt", { maxBytes: 8 })).rejects.toMatchObject({
      code: "file-too-large",
      message: expect.stringMatching(/9 bytes; at most 8/),
    });
  });

  it("reads a file of size 0 that has content, like those of /proc", async () => {
    const { call } = await fixture();
    const files = call({ approvedPaths: "any" });
    expect((await files.readBytes("/proc/version", { maxBytes: 10_000 })).byteLength).toBeGreaterThan(10);
    expect((await files.readLines("/proc/version", EVERYTHING)).lines[0]).toMatch(/^Linux/);
  });

  it("lists a folder by name", async () => {
    const { root, files } = await fixture({ "b.txt": "", "a/x": "", B: "", ä: "" });
    await symlink("a", join(root, "link"));
    expect(await files.list(".")).toEqual([
      { name: "B", type: "file" },
      { name: "a", type: "directory" },
      { name: "b.txt", type: "file" },
      { name: "link", type: "symlink" },
      { name: "ä", type: "file" },
    ]);
    await expect(files.list("b.txt")).rejects.toMatchObject({ code: "not-a-directory" });
    await expect(files.list("none")).rejects.toMatchObject({ code: "not-found" });
    await expect(files.list("/etc")).rejects.toMatchObject({ code: "external-directory" });
  });

  describe.each(Object.entries(READS))("reads by %s", (_, read) => {
    it.each([
      ["missing.txt", "not-found", /^ENOENT: no such file or directory '.*missing\.txt'\.$/],
      ["folder", "not-a-file", /is a directory/],
      ["a.txt/b", "not-a-directory", /a part of .* is a file/],
      ["pipe", "special-file", /FIFO/],
      ["socket", "special-file", /socket/],
      ["loop", "symlink-loop", /loop/],
      ["/etc/hosts", "external-directory", /outside the workspace/],
      ["../x", "external-directory", /outside the workspace/],
      ["to-device", "external-directory", /outside the workspace/],
      [".env", "reading-secret-file", /^Refusing to read env file\. Reading secrets is not permitted\.$/],
      ["notes", "reading-secret-file", /^Refusing/],
      ["~/../../etc/passwd", "external-directory", /outside/],
    ])("refuses %s with %s", async (path, code, message) => {
      const { root, files, changes } = await fixture({ "a.txt": "", "folder/x": "", ".env": "K=CANARY" });
      execFileSync("mkfifo", [join(root, "pipe")]);
      const server = createServer().listen(join(root, "socket"));
      onTestFinished(() => void server.close());
      await new Promise((resolve) => server.once("listening", resolve));
      await symlink("loop", join(root, "loop"));
      await symlink("/dev/zero", join(root, "to-device"));
      await symlink(".env", join(root, "notes"));
      const startedAt = performance.now();
      await expect(read(files, path)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      expect(changes).toEqual([]);
    });

    it("refuses a device even when everything was approved", async () => {
      const { call } = await fixture();
      await expect(read(call({ approvedPaths: "any" }), "/dev/zero")).rejects.toMatchObject({
        code: "special-file",
      });
      await expect(read(call({ approvedPaths: "any" }), "/dev/null")).rejects.toMatchObject({
        code: "special-file",
      });
    });

    it("reads outside the roots exactly the approved paths, and never secrets", async () => {
      const outside = await temporaryFolder();
      await writeTree(outside, { "a.txt": "x", "b.txt": "x", ".env": "x" });
      const { call } = await fixture();
      const files = call({
        approvedPaths: new Set([join(outside, "a.txt"), join(outside, ".env"), outside]),
      });
      await read(files, join(outside, "a.txt"));
      await expect(read(files, join(outside, "b.txt"))).rejects.toMatchObject({ code: "external-directory" });
      await expect(read(files, join(outside, ".env"))).rejects.toMatchObject({ code: "reading-secret-file" });
      await read(call({ approvedPaths: "any" }), join(outside, "b.txt"));
    });

    it("does nothing for a call that was cancelled", async () => {
      const { call } = await fixture({ "a.txt": "x" });
      await expect(read(call({ signal: AbortSignal.abort() }), "a.txt")).rejects.toMatchObject({
        code: "cancelled",
      });
    });

    it("closes every descriptor, whether the read succeeds or not", async () => {
      const { files } = await fixture({ "a.txt": "x", "bad.txt": Uint8Array.of(0xff), "folder/x": "" });
      const before = openDescriptors();
      for (let round = 0; round < 10; round += 1) {
        for (const path of ["a.txt", "bad.txt", "folder", "missing"]) await read(files, path).catch(() => {});
      }
      // A file that was replaced is closed in the background.
      await expect.poll(openDescriptors).toBeLessThanOrEqual(before + 1);
    });
  });

  it("detects a symlink that is inserted between the judgement and the use", async () => {
    const outside = await temporaryFolder();
    await writeTree(outside, { "f.txt": "CANARY", "sub/f.txt": "CANARY" });
    const backend = localBackend();
    let swap = async () => {};
    // The moment of the attack: the path was judged, but is not open yet.
    const attacked: Backend = {
      ...backend,
      files: {
        ...backend.files,
        resolve: async (path) => {
          const resolved = await backend.files.resolve(path);
          if (path.endsWith("f.txt")) await swap();
          return resolved;
        },
      },
    };
    for (const [path, target] of [
      ["f.txt", "f.txt"],
      ["sub/f.txt", "sub"],
    ] as const) {
      for (const [name, read] of Object.entries(READS)) {
        const { root, files } = await fixture(
          { "f.txt": "inside", "sub/f.txt": "inside" },
          { backend: attacked },
        );
        swap = async () => {
          await rename(join(root, target), join(root, "aside"));
          await symlink(join(outside, target), join(root, target));
          swap = async () => {};
        };
        await expect(read(files, path), `${name} of ${path}`).rejects.toMatchObject({
          code: "changed-since-approval",
        });
        // The symlink is in place: opening the judged path by name would have read this.
        if (name !== "updateText") expect(await readFile(join(root, path), "utf8")).toBe("CANARY");
      }
    }
    expect(
      await (await fixture({}, { roots: [outside] })).files.readText(join(outside, "f.txt")),
    ).toMatchObject({
      text: "CANARY",
    });
  });
});

describe.runIf(process.getuid?.() === 0)("a user without rights", () => {
  it("names the file that a user without rights may not read", async () => {
    const { root } = await fixture({ "a.txt": "x", "closed/b.txt": "x" });
    execFileSync("chmod", ["755", root]);
    execFileSync("chmod", ["000", join(root, "a.txt"), join(root, "closed")]);
    for (const name of ["a.txt", "closed/b.txt"]) {
      const outcome = await asNobody(root, `files.readText(${JSON.stringify(name)})`);
      expect(outcome).toMatchObject({ code: "access-denied", message: expect.stringContaining(name) });
    }
  });
});
