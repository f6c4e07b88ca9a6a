import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localFileSystem } from "../../../../src/backends/local/file-system.js";
import { localBackend } from "../../../../src/backends/local/index.js";
import { type Durability, FileSyncs } from "../../../../src/backends/local/syncs/index.js";
import { fsync } from "../../../../src/backends/local/system-calls.js";
import { createWorkspace } from "../../../../src/workspace/index.js";
import { newSession } from "../../../workspace/workspace-fixture.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { writeTree } from "../../write-tree.js";
import { openDescriptors } from "../open-descriptors.js";

async function world(durability: Durability, sync = fsync) {
  const [root, stateDirectory] = [await temporaryFolder(), await temporaryFolder()];
  let syncs = 0;
  const counted = (descriptor: number) => {
    syncs += 1;
    return sync(descriptor);
  };
  const local = localBackend({ stateDirectory, durability });
  const backend = { ...local, files: localFileSystem(new FileSyncs(durability, counted)) };
  const workspace = createWorkspace({ backend, roots: [root] });
  const filesOfCall = () =>
    workspace.files({
      session: newSession(root),
      approvedPaths: new Set(),
      signal: new AbortController().signal,
      onChange: () => {},
    });
  const files = filesOfCall();
  const edit = (name: string) => filesOfCall().updateText(name, () => ({ text: "new" }));
  return { root, files, edit, syncs: () => syncs };
}

const NAMES = Array.from({ length: 16 }, (_, index) => `${index}.txt`);
const OLD = Object.fromEntries(NAMES.map((name) => [name, "old"]));

describe("durability of changed files", () => {
  it("full syncs each file and its folder", async () => {
    const { root, edit, syncs } = await world("full");
    await writeTree(root, OLD);
    await Promise.all(NAMES.map(edit));
    expect(syncs()).toBe(2 * NAMES.length);
  });

  it("batch syncs each file, and the folder of calls that run together fewer times, before the calls end", async () => {
    const { root, edit, syncs } = await world("batch");
    await writeTree(root, OLD);
    await edit("0.txt");
    expect(syncs()).toBe(2);
    await Promise.all(NAMES.map((name) => edit(name)));
    // The first file already has the new content.
    expect(syncs()).toBeGreaterThanOrEqual(2 + NAMES.length - 1 + 1);
    expect(syncs()).toBeLessThan(2 + (NAMES.length - 1) * 2);
    for (const name of NAMES) expect(await readFile(join(root, name), "utf8")).toBe("new");
  });

  it("rename syncs nothing, and still replaces each file at once", async () => {
    const { root, files, edit, syncs } = await world("rename");
    await writeTree(root, OLD);
    await edit("0.txt");
    await files.writeText("made/by.txt", "one");
    await files.move("1.txt", "2.txt", { overwrite: true });
    await files.remove("3.txt");
    expect(syncs()).toBe(0);
    expect(await readFile(join(root, "0.txt"), "utf8")).toBe("new");
    expect(await readFile(join(root, "made/by.txt"), "utf8")).toBe("one");
  });

  it.runIf(process.platform === "linux")("batch leaves no descriptor open", async () => {
    const { root, edit } = await world("batch");
    await writeTree(root, OLD);
    await edit("0.txt");
    const before = openDescriptors();
    await Promise.all(NAMES.slice(1).map(edit));
    // Replaced files are closed in the background.
    await expect.poll(openDescriptors).toBeLessThanOrEqual(before);
  });

  it.each(["full", "batch"] as const)(
    "%s refuses and takes back a change that cannot be synced",
    async (durability) => {
      let isBroken = false;
      const { root, edit } = await world(durability, async (descriptor) => {
        if (isBroken) throw Object.assign(new Error("EIO"), { code: "EIO" });
        await fsync(descriptor);
      });
      await writeTree(root, OLD);
      isBroken = true;
      const outcome = edit("0.txt").finally(() => {
        isBroken = false;
      });
      await expect(outcome).rejects.toMatchObject({ name: "ToolError" });
    },
  );

  it("refuses an unknown value", () => {
    expect(() => localBackend({ durability: "none" as Durability })).toThrow(
      'durability must be one of "full", "batch", "rename", but it is "none".',
    );
  });
});
