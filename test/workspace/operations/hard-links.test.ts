import { chmod, link, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { ToolError } from "../../../src/contract/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";
import { asNobody } from "../as-nobody.js";
import { interferedBackend } from "../faulty-backend.js";
import { type Fixture, fixture } from "../workspace-fixture.js";

const read = (path: string) => readFile(path, "utf8");

/** A package in a workspace whose file is linked from a store outside, like in pnpm. */
async function linkedPackage(): Promise<Fixture & { readonly store: string; readonly file: string }> {
  const store = join(await temporaryFolder(), "v3-store");
  await writeFile(store, "old\n");
  const made = await fixture({ "node_modules/p/other.js": "" });
  const file = join(made.root, "node_modules/p/index.js");
  await link(store, file);
  return { ...made, store, file };
}

const CHANGES: Readonly<Record<string, (files: Fixture["files"], file: string) => Promise<unknown>>> = {
  updateText: (files, file) => files.updateText(file, () => ({ text: "new\n" })),
  writeText: (files, file) => files.writeText(file, "new\n", { overwrite: true }),
  applyTogether: (files, file) =>
    files.applyTogether([
      { type: "update", path: file, update: () => "new\n" },
      { type: "create", path: "further.txt", text: "" },
    ]),
};

describe("a change of a file with several hard links", () => {
  it.each(Object.keys(CHANGES))("leaves the name outside the roots unchanged: %s", async (change) => {
    const { files, store, file } = await linkedPackage();
    await chmod(store, 0o755);
    await CHANGES[change]?.(files, file);
    expect([await read(store), await read(file)]).toEqual(["old\n", "new\n"]);
    expect((await stat(file)).mode & 0o777).toBe(0o755);
    expect([(await stat(store)).nlink, (await stat(file)).nlink]).toEqual([1, 1]);
    expect((await readdir(join(file, ".."))).sort()).toEqual(["index.js", "other.js"]);
  });

  it("breaks the link between two folders of the workspace", async () => {
    const { root, files } = await fixture({ "a/x": "old", "b/y": "" });
    await link(join(root, "a/x"), join(root, "b/x"));
    await files.updateText("a/x", () => ({ text: "new" }));
    expect([await read(join(root, "a/x")), await read(join(root, "b/x"))]).toEqual(["new", "old"]);
  });

  it("restores only the changed name of a linked file", async () => {
    const { files, store, file } = await linkedPackage();
    await files.updateText(file, () => ({ text: "new\n" }));
    await writeFile(store, "newer\n");
    await files.undo();
    expect([await read(store), await read(file)]).toEqual(["newer\n", "old\n"]);
  });

  it("keeps names in one folder linked", async () => {
    const { root, files } = await fixture({ "a.txt": "old" });
    await link(join(root, "a.txt"), join(root, "b.txt"));
    await files.updateText("a.txt", () => ({ text: "new" }));
    expect(await read(join(root, "b.txt"))).toBe("new");
  });

  it("does not affect a protected or denied name in the same folder", async () => {
    const { root, call } = await fixture({ ".npmrc": "old", "denied.txt": "old" });
    await link(join(root, ".npmrc"), join(root, "a.txt"));
    await link(join(root, "denied.txt"), join(root, "b.txt"));
    const files = call({ isExcluded: (path) => path.endsWith("denied.txt") });
    for (const name of ["a.txt", "b.txt"]) await files.updateText(name, () => ({ text: "new" }));
    expect(
      await Promise.all([".npmrc", "denied.txt", "a.txt", "b.txt"].map((name) => read(join(root, name)))),
    ).toEqual(["old", "old", "new", "new"]);
  });

  it("does not count a temporary name that a killed process left", async () => {
    const { root, files } = await fixture({ "a.txt": "old" });
    const left = join(root, ".collet-00000000-0123456789abcdef.tmp");
    await link(join(root, "a.txt"), left);
    await files.updateText("a.txt", () => ({ text: "new" }));
    expect([await read(join(root, "a.txt")), await read(left)]).toEqual(["new", "old"]);
  });

  it.each(["new", "a longer new text"])(
    "loses no content of a linked file on a full disk: %s",
    async (text) => {
      let writes = 0;
      const backend = interferedBackend(localBackend(), (step) => {
        if (step !== "write") return;
        writes += 1;
        throw new ToolError("the disk is full", { code: "no-space" });
      });
      const { root, files } = await fixture({ "a.txt": "old content" }, { backend });
      await link(join(root, "a.txt"), join(root, "b.txt"));
      const change = files.updateText("a.txt", () => ({ text }));
      await expect(change).rejects.toMatchObject({ code: "no-space" });
      expect(writes).toBeGreaterThan(0);
      const contents = [await read(join(root, "a.txt")), await read(join(root, "b.txt"))];
      expect(contents).toEqual(["old content", "old content"]);
    },
  );

  it("lists every linked name when a failed write cannot be undone", async () => {
    let isBroken = false;
    const backend = interferedBackend(localBackend(), (step) => {
      isBroken ||= step === "write on";
      if (isBroken && step !== "stat" && step !== "read") throw new ToolError("gone", { code: "io-error" });
    });
    const { root, files } = await fixture({ "a.txt": "old content" }, { backend });
    await link(join(root, "a.txt"), join(root, "b.txt"));
    await expect(files.updateText("a.txt", () => ({ text: "new text" }))).rejects.toMatchObject({
      code: "half-done",
      outcomes: ["a.txt", "b.txt"].map((name) => ({ path: join(root, name), state: "partly-changed" })),
      message: expect.stringContaining(join(root, "b.txt")),
    });
  });

  it.runIf(process.getuid?.() === 0)("refuses a change where the link cannot be broken", async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    const outside = await temporaryFolder();
    await writeTree(outside, { store: "old" });
    await chmod(join(outside, "store"), 0o666);
    await mkdir(join(folder, "closed"));
    await link(join(outside, "store"), join(folder, "closed/a.txt"));
    const refused = await asNobody(folder, 'files.updateText("closed/a.txt", () => ({ text: "new" }))');
    expect(refused).toMatchObject({ code: "access-denied", message: expect.stringContaining("hard links") });
    expect(await read(join(outside, "store"))).toBe("old");
    // Positive control: with one name the same file is written in place.
    await writeTree(folder, { "closed/b.txt": "old" });
    await chmod(join(folder, "closed/b.txt"), 0o666);
    await asNobody(folder, 'files.updateText("closed/b.txt", () => ({ text: "new" }))');
    expect(await read(join(folder, "closed/b.txt"))).toBe("new");
  });
});
