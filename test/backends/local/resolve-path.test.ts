import { execFileSync } from "node:child_process";
import { realpathSync, renameSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolvePath } from "../../../src/backends/local/resolve-path.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";

describe("resolve", () => {
  it.each([
    // path, where it leads, what is there
    ["file.txt", "file.txt", "file"],
    ["dir", "dir", "directory"],
    ["dir/", "dir", "directory"],
    ["dir/.", "dir", "directory"],
    ["dir//inner.txt", "dir/inner.txt", "file"],
    ["dir/../file.txt", "file.txt", "file"],
    ["missing", "missing", undefined],
    ["missing/deep/er.txt", "missing/deep/er.txt", undefined],
    ["dir/missing/x", "dir/missing/x", undefined],
    ["missing/../file.txt", "file.txt", "file"],
    ["missing/a/../../dir/b", "dir/b", undefined],
    ["link-to-file", "file.txt", "file"],
    ["link-to-dir/inner.txt", "dir/inner.txt", "file"],
    ["link-to-dir/new", "dir/new", undefined],
    // `..` after a link belongs to where the link leads
    ["link-to-deep/..", "dir/sub", "directory"],
    ["link-to-deep/../../inner.txt", "dir/inner.txt", "file"],
    ["link-to-deep/../new", "dir/sub/new", undefined],
    ["absolute-link/new", "dir/new", undefined],
    ["chain-1", "file.txt", "file"],
    // a write would create what a dangling link names
    ["dangling", "dir/not-yet", undefined],
    ["dangling-deep", "no/such/folder", undefined],
    ["dangling-deep/x", "no/such/folder/x", undefined],
    ["dangling-up", "not-yet", undefined],
    ["special", "special", "other"],
  ])("%s", async (path, expected, type) => {
    const folder = await tree();
    const resolved = await resolvePath(`${folder}/${path}`);
    expect(resolved.path).toBe(join(folder, expected));
    expect(resolved.stat?.type).toBe(type);
  });

  it("looks again at a symlink that is replaced by a folder during the lookup", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "real/x": "", "folder/x": "" });
    await symlink("real", join(folder, "link"));
    for (const name of ["real", "folder"]) await symlink("..", join(folder, name, "up"));
    const exchange = (first: string, second: string) => {
      renameSync(join(folder, first), join(folder, "aside"));
      renameSync(join(folder, second), join(folder, first));
      renameSync(join(folder, "aside"), join(folder, second));
    };
    const found = new Set<string>();
    for (let ticks = 0; ticks < 200; ticks += 1) {
      const lookup = resolvePath(`${folder}/${"link/up/".repeat(8)}link/x`).then(({ path }) => path, String);
      for (let tick = 0; tick < ticks % 40; tick += 1) await Promise.resolve();
      if (ticks > 100) await new Promise(setImmediate);
      exchange("link", "folder");
      found.add((await lookup).slice(folder.length + 1));
      exchange("link", "folder");
    }
    expect([...found].filter((path) => path !== "link/x" && path !== "real/x")).toEqual([]);
  });

  it.each([
    ["loop-a", "symlink-loop"],
    ["loop-a/x", "symlink-loop"],
    ["self", "symlink-loop"],
    ["file.txt/x", "not-a-directory"],
    ["file.txt/missing/x", "not-a-directory"],
    ["file.txt/..", "not-a-directory"],
    ["file.txt/", "not-a-directory"],
    ["link-to-file/x", "not-a-directory"],
    ["x".repeat(300), "invalid-path"],
  ])("refuses %s", async (path, code) => {
    const folder = await tree();
    await expect(resolvePath(`${folder}/${path}`)).rejects.toMatchObject({ code });
  });

  it("gives up after forty links on one path, as the kernel does", async () => {
    const folder = await temporaryFolder();
    for (let index = 0; index < 50; index += 1) await symlink(`l${index + 1}`, join(folder, `l${index}`));
    await expect(resolvePath(join(folder, "l0"))).rejects.toMatchObject({ code: "symlink-loop" });
    expect((await resolvePath(join(folder, "l20"))).path).toBe(join(folder, "l50"));
  });

  it("resolves the root itself", async () => {
    expect(await resolvePath("/")).toMatchObject({ path: "/", stat: { type: "directory" } });
    expect((await resolvePath("/../..")).path).toBe("/");
  });

  it("follows the links of /proc to their real targets", async () => {
    expect((await resolvePath("/proc/self/root/etc")).path).toBe(realpathSync("/etc"));
    expect((await resolvePath("/proc/self/cwd/no-such-file")).path).toBe(join(process.cwd(), "no-such-file"));
  });

  it("agrees with the kernel on random forests of links", async () => {
    const names = ["a", "b", "c"];
    const target = fc.array(fc.constantFrom("a", "b", "c", "..", "."), { minLength: 1, maxLength: 4 });
    const forest = fc.record({
      links: fc.array(
        fc.record({
          at: fc.constantFrom("a", "b", "c", "d/a", "d/b", "d/c"),
          to: target,
          absolute: fc.boolean(),
        }),
        { maxLength: 6 },
      ),
      path: fc.array(fc.constantFrom(...names, "d", "..", "."), { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(forest, async ({ links, path }) => {
        // Something may lie beside the forest, and `..` leads there.
        const above = await temporaryFolder();
        const folder = join(above, "forest");
        await mkdir(join(folder, "d"), { recursive: true });
        await writeTree(above, { c: "a file" });
        for (const { at, to, absolute } of links) {
          await symlink(absolute ? `${folder}/${to.join("/")}` : to.join("/"), join(folder, at)).catch(
            () => {},
          );
        }
        const asked = `${folder}/${path.join("/")}`;
        const kernel = realpathOf(asked);
        const ours = await resolvePath(asked).then(
          ({ path: real, stat }) => (stat === undefined ? "missing" : real),
          (error: { code: string }) => error.code,
        );
        const refusal = REFUSALS.get(kernel);
        if (refusal !== undefined) expect(ours).toBe(refusal);
        // Where the kernel stops at something missing, a write may still know where it would go.
        else if (kernel !== "ENOENT") expect(ours).toBe(kernel);
      }),
      { numRuns: 200 },
    );
  });
});

/** Error codes of refusals by the kernel. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ["ELOOP", "symlink-loop"],
  ["ENOTDIR", "not-a-directory"],
]);

function realpathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "";
  }
}

async function tree(): Promise<string> {
  const folder = await temporaryFolder();
  await writeTree(folder, { "file.txt": "1", "dir/inner.txt": "2", "dir/sub/deep/x.txt": "3" });
  const links = {
    "link-to-file": "file.txt",
    "link-to-dir": "dir",
    "link-to-deep": "dir/sub/deep",
    "absolute-link": join(folder, "dir"),
    "chain-1": "chain-2",
    "chain-2": "./dir/../link-to-file",
    dangling: "dir/not-yet",
    "dangling-deep": "no/such/folder",
    "dangling-up": "dir/../not-yet",
    "loop-a": "loop-b",
    "loop-b": "loop-a",
    self: "self",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(folder, name));
  execFileSync("mkfifo", [join(folder, "special")]);
  return folder;
}
