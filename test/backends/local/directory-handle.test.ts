import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { localFileSystem } from "../../../src/backends/local/file-system.js";
import type { DirectoryHandle } from "../../../src/contract/index.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";
import { openDescriptors } from "./open-descriptors.js";

const files = localFileSystem();
const bytes = (text: string) => new TextEncoder().encode(text);

async function opened(path: string): Promise<DirectoryHandle> {
  const directory = await files.openDirectory(path);
  onTestFinished(() => directory.close());
  return directory;
}

async function contentOf(directory: DirectoryHandle, name: string): Promise<string> {
  const handle = await directory.openFile(name);
  const buffer = new Uint8Array(100);
  const count = await handle.read(buffer, 0);
  await handle.close();
  return new TextDecoder().decode(buffer.subarray(0, count));
}

describe("openDirectory", () => {
  it("lists, reads, creates, renames and removes by name", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "one", "sub/b.txt": "two" });
    await symlink("a.txt", join(folder, "link"));
    const directory = await opened(folder);
    expect([...(await directory.list())].sort((x, y) => (x.name < y.name ? -1 : 1))).toEqual([
      { name: "a.txt", type: "file" },
      { name: "link", type: "symlink" },
      { name: "sub", type: "directory" },
    ]);
    expect(await contentOf(directory, "a.txt")).toBe("one");
    expect(await directory.stat("a.txt")).toMatchObject({ type: "file", size: 3, links: 1 });
    expect((await directory.stat("link"))?.type).toBe("symlink");
    expect(await directory.stat("missing")).toBeUndefined();

    const created = await directory.createFile("new", { mode: 0o600 });
    await created.write(bytes("hello world"), 0);
    await created.write(bytes("HELLO"), 0);
    await created.truncate(7);
    await created.setMode(0o640);
    await created.sync();
    expect(await created.stat()).toMatchObject({ size: 7, mode: 0o640 });
    await created.close();
    await directory.rename("new", { name: "a.txt" });
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("HELLO w");

    await directory.makeDirectory("made");
    await directory.makeDirectory("made");
    const made = await directory.openDirectory("made");
    await directory.rename("a.txt", { directory: made, name: "moved" });
    await made.sync();
    expect(await readdir(join(folder, "made"))).toEqual(["moved"]);
    await made.removeFile("moved");
    await made.close();
    await directory.removeDirectory("made");
    expect((await readdir(folder)).sort()).toEqual(["link", "sub"]);
  });

  it("writes an existing file in place without truncating it", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "0123456789" });
    const directory = await opened(folder);
    const handle = await directory.openForWriting("a.txt");
    await handle.write(bytes("XY"), 3);
    await handle.close();
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("012XY56789");
  });

  it.each([
    ["openFile", "missing", "not-found"],
    ["openFile", "sub", "not-a-file"],
    ["openFile", "link", "changed-since-approval"],
    ["openFile", "pipe", "special-file"],
    ["openFile", "socket", "special-file"],
    ["openForWriting", "missing", "not-found"],
    ["openForWriting", "sub", "not-a-file"],
    ["openForWriting", "link", "changed-since-approval"],
    ["openForWriting", "pipe", "special-file"],
    ["openDirectory", "missing", "not-found"],
    ["openDirectory", "a.txt", "not-a-directory"],
    ["openDirectory", "link-to-sub", "changed-since-approval"],
    ["removeFile", "missing", "not-found"],
    ["removeDirectory", "sub", "io-error"],
    ["makeDirectory", "a.txt", "already-exists"],
    ["makeDirectory", "link-to-sub", "already-exists"],
  ] as const)("%s refuses %s with %s", async (operation, name, code) => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "", "sub/b.txt": "" });
    await symlink("a.txt", join(folder, "link"));
    await symlink("sub", join(folder, "link-to-sub"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const server = createServer().listen(join(folder, "socket"));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const directory = await opened(folder);
    await expect(directory[operation](name)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(join(folder, name)),
    });
  });

  it("opens a file for reading and writing at once", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "one" });
    const directory = await opened(folder);
    const handle = await directory.openFile("a.txt", { access: "read-write" });
    // The name is not needed any more.
    await directory.rename("a.txt", { name: "b.txt" });
    const writer = await directory.openForWriting("a.txt", { opened: handle });
    expect(writer.identity).toBe(handle.stat.identity);
    await writer.write(bytes("two"), 0);
    await writer.sync();
    await handle.close();
    expect(await readFile(join(folder, "b.txt"), "utf8")).toBe("two");
    await expect(writer.write(bytes("late"), 0)).rejects.toMatchObject({ code: "io-error" });
  });

  it("opens a file again for writing where the handle only reads", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "one" });
    const directory = await opened(folder);
    const handle = await directory.openFile("a.txt");
    const writer = await directory.openForWriting("a.txt", { opened: handle });
    await handle.close();
    await writer.write(bytes("two"), 0);
    await writer.close();
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("two");
  });

  it.runIf(process.platform === "linux")("reads a running program that cannot be written", async () => {
    const folder = await temporaryFolder();
    await copyFile("/bin/sleep", join(folder, "program"));
    const program = spawn(join(folder, "program"), ["60"]);
    onTestFinished(() => void program.kill());
    await once(program, "spawn");
    const directory = await opened(folder);
    const handle = await directory.openFile("program", { access: "read-write" });
    await expect(directory.openForWriting("program", { opened: handle })).rejects.toThrow();
    expect(await handle.read(new Uint8Array(4), 0)).toBe(4);
    await handle.close();
  });

  it("refuses to create over an existing entry of any type", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "kept" });
    await symlink("elsewhere", join(folder, "dangling"));
    const directory = await opened(folder);
    await expect(directory.createFile("a.txt", { mode: 0o644 })).rejects.toMatchObject({
      code: "already-exists",
    });
    await expect(directory.createFile("dangling", { mode: 0o644 })).rejects.toMatchObject({
      code: "already-exists",
    });
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("kept");
  });

  it.each(["", ".", "..", "a/b", "../x", "/etc", "a\0b"])("refuses %j as a name", async (name) => {
    const directory = await opened(await temporaryFolder());
    await expect(directory.stat(name)).rejects.toMatchObject({ code: "invalid-path" });
    await expect(directory.openFile(name)).rejects.toMatchObject({ code: "invalid-path" });
    await expect(directory.openDirectory(name)).rejects.toMatchObject({ code: "invalid-path" });
    await expect(directory.rename("x", { name })).rejects.toMatchObject({ code: "invalid-path" });
  });

  it("refuses a path that leads elsewhere", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "real/inner/a.txt": "" });
    await symlink("real", join(folder, "link"));
    for (const path of [join(folder, "link"), join(folder, "link/inner")]) {
      await expect(files.openDirectory(path)).rejects.toMatchObject({ code: "changed-since-approval" });
    }
    await expect(files.openDirectory(join(folder, "missing"))).rejects.toMatchObject({ code: "not-found" });
    await expect(files.openDirectory(join(folder, "real/inner/a.txt"))).rejects.toMatchObject({
      code: "not-a-directory",
    });
  });

  it("stays in the opened directory when its path is swapped for a symlink", async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    await writeTree(folder, { "dir/f": "inside" });
    await writeTree(outside, { f: "CANARY" });
    const directory = await opened(join(folder, "dir"));
    await rename(join(folder, "dir"), join(folder, "moved"));
    await symlink(outside, join(folder, "dir"));
    // Without the anchor these would all go through the symlink.
    expect(await readFile(join(folder, "dir/f"), "utf8")).toBe("CANARY");
    expect(await contentOf(directory, "f")).toBe("inside");
    const created = await directory.createFile("new", { mode: 0o644 });
    await created.close();
    await directory.makeDirectory("made");
    await directory.removeFile("f");
    expect(await readdir(outside)).toEqual(["f"]);
    expect((await readdir(join(folder, "moved"))).sort()).toEqual(["made", "new"]);
  });

  it("never reads or writes outside while another process swaps a folder and a symlink", async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    await writeTree(folder, { "dir/f": "inside" });
    await writeTree(outside, { f: "CANARY" });
    await symlink(outside, join(folder, "link"));
    let racing = true;
    let swaps = 0;
    const racer = (async () => {
      while (racing) {
        await rename(join(folder, "dir"), join(folder, "aside"));
        await rename(join(folder, "link"), join(folder, "dir"));
        await rename(join(folder, "dir"), join(folder, "link"));
        await rename(join(folder, "aside"), join(folder, "dir"));
        swaps += 1;
      }
    })();
    let leakedWithoutDefence = 0;
    const seen = new Map<string, number>();
    const count = (outcome: string) => seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    const until = performance.now() + 1_500;
    while (performance.now() < until) {
      const naive = await readFile(join(folder, "dir/f"), "utf8").catch(() => "");
      if (naive === "CANARY") leakedWithoutDefence += 1;
      try {
        const directory = await files.openDirectory(join(folder, "dir"));
        try {
          count(await contentOf(directory, "f"));
          const created = await directory.createFile("new", { mode: 0o644 });
          await created.close();
          await directory.removeFile("new");
        } finally {
          await directory.close();
        }
      } catch (error) {
        count((error as { code: string }).code);
      }
      expect(await readdir(outside)).toEqual(["f"]);
    }
    racing = false;
    await racer;
    expect(seen.get("CANARY")).toBeUndefined();
    expect(seen.get("inside")).toBeGreaterThan(0);
    // The attack does fire where nothing defends against it.
    expect(swaps).toBeGreaterThan(100);
    expect(leakedWithoutDefence).toBeGreaterThan(0);
  });

  it("leaves no descriptor open", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "x", "sub/b": "" });
    await symlink("a.txt", join(folder, "link"));
    const before = openDescriptors();
    for (let round = 0; round < 20; round += 1) {
      const directory = await files.openDirectory(folder);
      await contentOf(directory, "a.txt");
      await directory.openFile("link").catch(() => {});
      await directory.openFile("sub").catch(() => {});
      await (await directory.openDirectory("sub")).close();
      await directory.sync();
      await directory.close();
      await directory.close();
      await files.openDirectory(join(folder, "link")).catch(() => {});
    }
    expect(openDescriptors()).toBeLessThanOrEqual(before + 1);
  });

  it("refuses to work after it was closed, when its descriptor may belong to another file", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "x" });
    const directory = await files.openDirectory(folder);
    await directory.close();
    await expect(directory.openFile("a.txt")).rejects.toThrow(/closed/);
    await expect(directory.list()).rejects.toThrow(/closed/);
  });

  it("works in a folder that may be entered but not read", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "d"));
    await writeFile(join(folder, "d/a.txt"), "x");
    execFileSync("chmod", ["311", join(folder, "d")]);
    const directory = await opened(join(folder, "d"));
    expect(await contentOf(directory, "a.txt")).toBe("x");
    await directory.sync();
    expect((await stat(join(folder, "d"))).mode & 0o777).toBe(0o311);
    await rm(join(folder, "d"), { recursive: true });
  });
});
