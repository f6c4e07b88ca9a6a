import { createHash } from "node:crypto";
import {
  link as linkFile,
  lstat,
  readdir,
  readFile,
  readlink,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import { overlayBackend } from "../../../src/backends/overlay/index.js";
import type { Backend, DirectoryHandle } from "../../../src/contract/index.js";
import { codeOf, listing, put, take } from "../../../src/testing/backend-conformance/test-bench.js";
import { seedFolder, seedMemory } from "../backend-factories.js";
import { BaseWasWritten, readOnlyBackend } from "../read-only-backend.js";
import { temporaryFolder } from "../temporary-folder.js";

const TREE = {
  file: "old",
  script: { content: "#!/bin/sh\n", mode: 0o755 },
  "folder/one": "1",
  "folder/deep/two": "2",
  "empty/": { directory: true },
  link: { symlinkTo: "folder" },
} as const;

/** Does all that can be done to files. */
async function changeEverything(backend: Backend, root: string) {
  const top = await backend.files.openDirectory(root);
  const folder = await top.openDirectory("folder");
  await put(top, "new", "new");
  await put(top, ".tmp", "whole new content");
  await top.rename(".tmp", { name: "file" });
  await rewrite(folder, "one", "changed in place");
  const script = await top.openForWriting("script");
  await script.setMode(0o600);
  await script.setOwner({ user: 0, group: 0 });
  await script.sync();
  await script.close();
  await folder.rename("deep", { directory: top, name: "moved" });
  await (await top.openDirectory("moved")).removeFile("two");
  await top.removeDirectory("empty");
  await top.removeFile("link");
  await top.makeSymlink?.("link", "elsewhere");
  await top.makeDirectory("made");
  await top.sync();
}

async function rewrite(directory: DirectoryHandle, name: string, text: string) {
  const handle = await directory.openForWriting(name);
  await handle.truncate(0);
  await handle.write(new TextEncoder().encode(text), 0);
  await handle.close();
}

/** One hash over names, types, modes, times, link targets and contents of a folder. */
async function hashOf(folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const path = join(folder, name);
    const { mode, mtimeNs, ino, nlink } = await lstat(path, { bigint: true });
    hash.update(`${name} ${mode} ${mtimeNs} ${ino} ${nlink}\0`);
    if ((await lstat(path)).isFile()) hash.update(await readFile(path));
    if ((await lstat(path)).isSymbolicLink()) hash.update(await readlink(path));
  }
  const { mtimeNs } = await lstat(folder, { bigint: true });
  return hash.update(`${mtimeNs}`).digest("hex");
}

describe("an overlay", () => {
  it("leaves every byte, name, mode and time of a real folder unchanged", async () => {
    const root = await temporaryFolder();
    await seedFolder(root, TREE);
    const before = await hashOf(root);
    const overlay = overlayBackend(localBackend());
    await changeEverything(overlay, root);
    expect(await overlay.changes()).toHaveLength(9);
    expect(await hashOf(root)).toBe(before);
    // The same without the overlay: the hash would have noticed.
    await changeEverything(localBackend(), root);
    expect(await hashOf(root)).not.toBe(before);
  });

  it("calls no method of the base that could change it", async () => {
    const base = readOnlyBackend(seedMemory("/place", TREE));
    await expect(changeEverything(base, "/place")).rejects.toThrow(BaseWasWritten);
    await changeEverything(overlayBackend(base), "/place");
  });

  it("does not make a file older by a change, although its own clock is coarser", async () => {
    const base = memoryBackend({ files: { "/place/file": "old" }, now: () => 1_000.7 });
    const overlay = overlayBackend(base, { now: () => 1_000 });
    const directory = await overlay.files.openDirectory("/place");
    const handle = await directory.openForWriting("file");
    await handle.write(new TextEncoder().encode("new"), 0);
    await handle.close();
    expect((await directory.stat("file"))?.modifiedAtMs).toBe(1_000.7);
  });

  it("an overlay has no shell and no locks, which would act for real", () => {
    const overlay = overlayBackend(localBackend());
    expect(overlay.shell).toBeUndefined();
    expect(overlay.locks).toBeUndefined();
    expect(overlay.name).toBe("overlay");
  });

  it("reads web pages as the base does, if it does", () => {
    const base = localBackend();
    expect(overlayBackend(base).pages).toBe(base.pages);
    expect(overlayBackend(localBackend({ web: false })).pages).toBeUndefined();
  });

  it("an overlay has the paths, home folder and case rules of the base", () => {
    const base = memoryBackend({ homeDirectory: "/home/me", caseSensitive: false });
    const { files } = overlayBackend(base);
    expect(files.homeDirectory).toBe("/home/me");
    expect(files.caseSensitive).toBe(false);
    expect(files.path).toBe(base.files.path);
  });

  it("shows changes of the base where the overlay has none", async () => {
    const base = seedMemory("/place", TREE);
    const overlay = overlayBackend(base);
    const [below, top] = [
      await base.files.openDirectory("/place"),
      await overlay.files.openDirectory("/place"),
    ];
    await rewrite(top, "file", "mine");
    await rewrite(below, "file", "theirs");
    await rewrite(below, "script", "theirs");
    await put(below, "late", "theirs");
    await below.removeDirectory("empty");
    expect(await take(top, "file")).toBe("mine");
    expect(await take(top, "script")).toBe("theirs");
    expect(await take(top, "late")).toBe("theirs");
    expect(await listing(top)).not.toContain("empty directory");
  });

  it("keeps the identity of a file after writing, renaming and a change of mode", async () => {
    const base = seedMemory("/place", TREE);
    const identity = (await (await base.files.openDirectory("/place")).stat("file"))?.identity;
    const top = await overlayBackend(base).files.openDirectory("/place");
    const identities = [(await top.stat("file"))?.identity];
    const handle = await top.openForWriting("file");
    await handle.write(new Uint8Array(1), 0);
    identities.push((await handle.stat()).identity);
    await handle.close();
    await top.rename("file", { name: "renamed" });
    identities.push((await top.stat("renamed"))?.identity);
    const reader = await top.openFile("renamed");
    identities.push(reader.stat.identity);
    await reader.close();
    expect(new Set([...identities, identity]).size).toBe(1);
    await put(top, "file", "another");
    expect((await top.stat("file"))?.identity).not.toBe(identity);
  });

  it("copies only the files that are written to", async () => {
    const base = seedMemory("/place", { ...TREE, big: "x".repeat(10_000) });
    const top = await overlayBackend(base, { maxBytes: 10 }).files.openDirectory("/place");
    const handle = await top.openForWriting("big");
    await handle.setMode(0o600);
    expect(await codeOf(handle.write(new Uint8Array(1), 0))).toBe("no-space");
    await handle.close();
    await top.rename("big", { name: "moved" });
    expect((await top.stat("moved"))?.mode).toBe(0o600);
    expect(await take(top, "moved")).toBe("x".repeat(10_000));
    await rewrite(top, "moved", "short");
    expect(await take(top, "moved")).toBe("short");
    expect(await codeOf(put(top, "new", "too long"))).toBe("no-space");
    await top.removeFile("moved");
    await top.removeFile("new");
    await put(top, "newer", "fits again");
  });

  it("keeps a changed mode and the number of links when the content is copied", async () => {
    const root = await temporaryFolder();
    await seedFolder(root, TREE);
    await linkFile(join(root, "file"), join(root, "second name"));
    const top = await overlayBackend(localBackend()).files.openDirectory(root);
    const handle = await top.openForWriting("file");
    await handle.setMode(0o600);
    await handle.write(new TextEncoder().encode("new"), 0);
    expect(await handle.stat()).toMatchObject({ mode: 0o600, links: 2, size: 3 });
    await handle.close();
    expect(await take(top, "file")).toBe("new");
    expect(await take(top, "second name")).toBe("old");
  });

  it("reports a folder as gone that is moved while the base is queried", async () => {
    const base = seedMemory("/place", TREE);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let asked = 0;
    const slow: Backend = {
      ...base,
      files: {
        ...base.files,
        openDirectory: async (path) => {
          const directory = await base.files.openDirectory(path);
          const stat = directory.stat.bind(directory);
          directory.stat = async (name) => {
            asked += 1;
            const answer = await stat(name);
            if (asked === 1) await gate;
            return answer;
          };
          return directory;
        },
      },
    };
    const overlay = overlayBackend(slow);
    const root = await overlay.files.openDirectory("/");
    asked = 0;
    const late = codeOf(root.openDirectory("place"));
    await root.rename("place", { name: "moved" });
    open();
    expect(await late).toBe("not-found");
    expect(await take(await (await root.openDirectory("moved")).openDirectory("folder"), "one")).toBe("1");
  });

  it("continues to read an open file of the base when it is written to", async () => {
    const top = await overlayBackend(seedMemory("/place", TREE)).files.openDirectory("/place");
    const reader = await top.openFile("file");
    await rewrite(top, "file", "new and longer");
    const buffer = new Uint8Array(32);
    expect(new TextDecoder().decode(buffer.subarray(0, await reader.read(buffer, 0)))).toBe("new and longer");
    await reader.close();
  });

  it("refuses to copy a file that the base has replaced since it was opened", async () => {
    const base = seedMemory("/place", TREE);
    const below = await base.files.openDirectory("/place");
    const top = await overlayBackend(base).files.openDirectory("/place");
    const handle = await top.openForWriting("file");
    await put(below, "other", "other");
    await below.rename("other", { name: "file" });
    expect(await codeOf(handle.write(new Uint8Array(1), 0))).toBe("changed-since-approval");
  });

  it("opens no file through a symlink that was swapped into the base", async () => {
    const root = await temporaryFolder();
    await seedFolder(root, { "secret/one": "secret", "folder/one": "1" });
    const overlay = overlayBackend(localBackend());
    const folder = await overlay.files.openDirectory(join(root, "folder"));
    const top = await overlay.files.openDirectory(root);
    await unlink(join(root, "folder/one"));
    await symlink(join(root, "secret/one"), join(root, "folder/one"));
    expect(await codeOf(folder.openFile("one"))).toBe("changed-since-approval");
    await top.rename("folder", { name: "moved" });
    expect(await codeOf((await top.openDirectory("moved")).openFile("one"))).toBe("changed-since-approval");
    await writeFile(join(root, "file"), "x");
  });

  it("keeps the target of a moved symlink relative to its new folder", async () => {
    const overlay = overlayBackend(
      seedMemory("/place", {
        "modules/tool/main": "tool",
        "modules/bin/tool": { symlinkTo: "../tool/main" },
        "modules/bin/outside": { symlinkTo: "/place/elsewhere" },
        elsewhere: "x",
      }),
    );
    const top = await overlay.files.openDirectory("/place");
    await top.makeDirectory("deep");
    await top.rename("modules", { directory: await top.openDirectory("deep"), name: "vendor" });
    const resolve = async (path: string) => (await overlay.files.resolve(path)).path;
    expect(await resolve("/place/deep/vendor/bin/tool")).toBe("/place/deep/vendor/tool/main");
    expect(await resolve("/place/deep/vendor/bin/outside")).toBe("/place/elsewhere");
  });

  it("keeps symlink targets over a base that cannot report them", async () => {
    const base = seedMemory("/place", { "folder/file": "x", link: { symlinkTo: "folder/file" } });
    const mute: Backend = {
      name: "mute",
      files: {
        ...base.files,
        openDirectory: async (path) =>
          new Proxy(await base.files.openDirectory(path), {
            get: (target, property) => {
              if (property === "readLink") return undefined;
              const value = Reflect.get(target, property, target) as unknown;
              return typeof value === "function" ? value.bind(target) : value;
            },
          }),
      },
    };
    const overlay = overlayBackend(mute);
    const top = await overlay.files.openDirectory("/place");
    await top.makeDirectory("deep");
    await top.rename("link", { directory: await top.openDirectory("deep"), name: "moved" });
    expect((await overlay.files.resolve("/place/deep/moved")).path).toBe("/place/folder/file");
  });

  it("finds one file in all spellings if the base does", async () => {
    const base = seedMemory("/place", { "Folder/File": "x" }, { caseSensitive: false });
    const overlay = overlayBackend(base);
    const top = await overlay.files.openDirectory("/place");
    expect(await codeOf(put(top, "FOLDER", "x"))).toBe("already-exists");
    await put(top, "New", "new");
    expect((await overlay.files.resolve("/place/FOLDER/file")).path).toBe("/place/Folder/File");
    expect((await overlay.files.resolve("/place/NEW")).path).toBe("/place/New");
    const folder = await top.openDirectory("folder");
    await folder.rename("file", { name: "FILE" });
    expect(await listing(folder)).toEqual(["FILE file"]);
    await folder.removeFile("File");
    expect(await listing(folder)).toEqual([]);
  });

  it("equals the base after it is discarded", async () => {
    const overlay = overlayBackend(seedMemory("/place", TREE), { maxBytes: 100 });
    await changeEverything(overlay, "/place");
    const stale = await overlay.files.openDirectory("/place");
    const staleFile = await stale.openForWriting("new");
    overlay.discard();
    expect(await overlay.changes()).toEqual([]);
    const top = await overlay.files.openDirectory("/place");
    expect(await take(top, "file")).toBe("old");
    expect(await listing(top)).toEqual([
      "empty directory",
      "file file",
      "folder directory",
      "link symlink",
      "script file",
    ]);
    for (const attempt of [
      () => stale.stat("file"),
      () => stale.list(),
      () => put(stale, "again", "x"),
      () => staleFile.write(new Uint8Array(1), 0),
    ]) {
      expect(await codeOf(attempt)).toBe("changed-since-approval");
    }
    await put(top, "new", "y".repeat(100));
  });

  it("runs one of two changes at a time", async () => {
    const top = await overlayBackend(seedMemory("/place", TREE)).files.openDirectory("/place");
    const attempts = [
      codeOf(top.rename("file", { name: "a" })),
      codeOf(top.rename("file", { name: "b" })),
      codeOf(top.removeFile("file")),
      codeOf(top.makeDirectory("c")),
      codeOf(put(top, "c", "x")),
    ];
    expect(await Promise.all(attempts)).toEqual(["done", "not-found", "not-found", "done", "already-exists"]);
  });
});
