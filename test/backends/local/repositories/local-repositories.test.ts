import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type LocalRepositoriesOptions,
  localRepositories,
} from "../../../../src/backends/local/repositories/index.js";
import { localShell } from "../../../../src/backends/local/shell/index.js";
import { createGitWorld, type GitWorld } from "./git-world.js";

function repositoriesIn(world: GitWorld, options: LocalRepositoriesOptions = {}) {
  const shell = localShell({
    environment: { set: { HOME: world.base, GIT_CONFIG_NOSYSTEM: "1" } },
  });
  onTestFinished(() => shell.dispose());
  const repositories = localRepositories(shell, { stateDirectory: world.stateDirectory, ...options });
  const fetch = (url = world.url, signal = new AbortController().signal) =>
    repositories.fetch({ url, signal });
  return { repositories, fetch, folder: join(world.stateDirectory, "repositories") };
}

describe("localRepositories", () => {
  it("makes a shallow copy of the newest commit, outside the workspace, for this user only", async () => {
    const world = await createGitWorld();
    await world.commit({ "a.txt": "one\n" });
    const commit = await world.commit({ "a.txt": "two\n", "deep/b.txt": "b\n" });
    const { fetch, folder } = repositoriesIn(world);
    const copy = await fetch();
    expect(copy).toMatchObject({ commit, origin: "cloned" });
    expect(copy.path.startsWith(`${folder}/library-`)).toBe(true);
    expect(await readFile(join(copy.path, "a.txt"), "utf8")).toBe("two\n");
    expect(await readFile(join(copy.path, "deep/b.txt"), "utf8")).toBe("b\n");
    expect(await world.git(copy.path, "rev-list", "--count", "--all")).toBe("1");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await readdir(folder)).filter((name) => name.startsWith(".new-"))).toEqual([]);
  });

  it("reuses the copy while there is no new commit, and never changes it", async () => {
    const world = await createGitWorld();
    await world.commit({ "a.txt": "one\n" });
    const { fetch } = repositoriesIn(world);
    const first = await fetch();
    expect(await fetch()).toEqual({ ...first, origin: "kept" });
    const commit = await world.commit({ "a.txt": "two\n" });
    const second = await fetch();
    expect(second).toMatchObject({ commit, origin: "cloned" });
    expect(await readFile(join(first.path, "a.txt"), "utf8")).toBe("one\n");
    expect(await readFile(join(second.path, "a.txt"), "utf8")).toBe("two\n");
  });

  it("clones once for concurrent calls with the same address", async () => {
    const world = await createGitWorld();
    await world.commit({ "a.txt": "one\n" });
    const { fetch } = repositoriesIn(world);
    const copies = await Promise.all([fetch(), fetch(), fetch()]);
    expect(copies.map(({ origin }) => origin).sort()).toEqual(["cloned", "kept", "kept"]);
  });

  it("runs no code of a repository, and creates no symlink of it", async () => {
    const world = await createGitWorld();
    const proof = join(world.base, "proof");
    await world.commit({
      ".gitattributes": "*.txt filter=evil\n*.bin filter=lfs diff=lfs merge=lfs -text\n",
      ".gitmodules": `[submodule "evil"]\n\tpath = evil\n\turl = ext::sh -c "touch ${proof}"\n`,
      "a.txt": "one\n",
      "large.bin": "version https://git-lfs.github.com/spec/v1\n",
      passwd: { link: "/etc/passwd" },
    });
    // Hooks that a template folder or a setting of the user would add.
    const hooks = join(world.base, "hooks");
    await mkdir(hooks);
    await writeFile(join(hooks, "post-checkout"), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    const settings = `[core]\n\thooksPath = ${hooks}\n\tfsmonitor = touch ${proof}\n[filter "lfs"]\n\tsmudge = touch ${proof}\n\trequired = true\n[filter "evil"]\n\tsmudge = touch ${proof}\n[submodule]\n\trecurse = true\n`;
    await writeFile(join(world.base, ".gitconfig"), settings);
    const { fetch } = repositoriesIn(world);
    const copy = await fetch();
    expect(existsSync(proof)).toBe(false);
    expect((await lstat(join(copy.path, "passwd"))).isSymbolicLink()).toBe(false);
    expect(await readFile(join(copy.path, "passwd"), "utf8")).toBe("/etc/passwd");
    expect(existsSync(join(copy.path, "evil", ".git"))).toBe(false);
  });

  it("reports git's error without a repository, and leaves nothing behind", async () => {
    const world = await createGitWorld();
    const { fetch, folder } = repositoriesIn(world);
    await expect(fetch(`file://${world.base}/nothing.git`)).rejects.toMatchObject({
      code: "network-error",
      message: expect.stringContaining("nothing.git"),
    });
    await expect(fetch()).rejects.toMatchObject({
      code: "network-error",
      message: expect.stringContaining("has no commit yet"),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ["files", { maxFiles: 3 }],
    ["bytes", { maxBytes: 40 }],
  ])("keeps nothing of a repository with too many %s", async (_what, limits) => {
    const world = await createGitWorld();
    await world.commit({ a: "x".repeat(20), b: "x".repeat(21), c: "c", d: "d" });
    const { fetch, folder } = repositoriesIn(world, limits);
    await expect(fetch()).rejects.toMatchObject({ code: "content-too-large" });
    expect(await readdir(folder)).toEqual([]);
  });

  it("ends with its signal, and leaves nothing behind", async () => {
    const world = await createGitWorld();
    await world.commit({ "a.txt": "one\n" });
    const { fetch, folder } = repositoriesIn(world);
    const controller = new AbortController();
    const fetching = fetch(world.url, controller.signal);
    controller.abort();
    await expect(fetching).rejects.toMatchObject({ code: "cancelled" });
    expect(await readdir(folder).catch(() => [])).toEqual([]);
  });

  it("removes the least recently used copies, but none that may be in use", async () => {
    const world = await createGitWorld();
    const { fetch, folder } = repositoriesIn(world, { maxCopies: 2 });
    const paths: string[] = [];
    for (const text of ["one", "two", "three"]) {
      await world.commit({ "a.txt": text });
      paths.push((await fetch()).path);
    }
    expect(await readdir(folder)).toHaveLength(3);
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1_000);
    await utimes(paths[0] as string, twoHoursAgo, twoHoursAgo);
    await world.commit({ "a.txt": "four" });
    await fetch();
    expect(existsSync(paths[0] as string)).toBe(false);
    expect(existsSync(paths[1] as string)).toBe(true);
  });

  it("uses only approved transports, whatever git's configuration says", async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? "");
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const world = await createGitWorld();
    const elsewhere = `[url "http://127.0.0.1:${port}/"]\n\tinsteadOf = https://example.org/\n`;
    await writeFile(join(world.base, ".gitconfig"), elsewhere);
    const { fetch } = repositoriesIn(world);
    await expect(fetch("https://example.org/a.git")).rejects.toMatchObject({
      message: expect.stringContaining("transport 'http' not allowed"),
    });
    expect(requests).toEqual([]);
  });

  it("refuses an invalid address before git sees it", async () => {
    const world = await createGitWorld();
    const { fetch } = repositoriesIn(world);
    await expect(fetch("--upload-pack=x")).rejects.toMatchObject({ code: "invalid-url" });
    expect(existsSync(world.stateDirectory)).toBe(false);
  });
});
