import { describe, expect, it } from "vitest";
import { type BackendFactory, describeBackend } from "../../src/testing/index.js";
import { type Touch, watchBackend } from "../../src/testing/watch/index.js";
import { localFactory, memoryFactory, seedMemory } from "../backends/backend-factories.js";

function watched(factory: BackendFactory): BackendFactory {
  return {
    ...factory,
    name: `watched ${factory.name}`,
    create: async (entries) => {
      const made = await factory.create(entries);
      return { ...made, backend: watchBackend(made.backend, () => {}) };
    },
  };
}

// Watching must not change behaviour: a watched backend keeps every promise of the original.
describeBackend(watched(memoryFactory), { describe, it });
describeBackend(watched(localFactory), { describe, it });

describe("a watched backend", () => {
  it("reports accesses to content by real path, but not checks for existence", async () => {
    const touches: Touch[] = [];
    const base = seedMemory("/work", { "d/a": "x", b: "y", link: { symlinkTo: "d" } });
    const { files, search } = watchBackend(base, (touch) => touches.push(touch));
    const told = () =>
      touches.splice(0).map(({ access, path, operation }) => `${access} ${path} ${operation}`);

    await files.resolve("/work/link/a");
    const root = await files.openDirectory("/work");
    await root.stat("b");
    const folder = await root.openDirectory("d");
    expect(told()).toEqual([]);

    await (await folder.openFile("a")).close();
    await root.list();
    expect(told()).toEqual(["read /work/d/a openFile", "read /work list"]);

    await root.rename("b", { directory: folder, name: "c" });
    await folder.removeFile("c");
    await root.makeDirectory("d");
    await root.makeDirectory("e");
    await root.removeDirectory("e");
    expect(told()).toEqual([
      "write /work/b rename",
      "write /work/d/c rename",
      "write /work/d/c removeFile",
      "write /work/e makeDirectory",
      "write /work/e removeDirectory",
    ]);

    for await (const _ of search?.files({ path: "/work/d", signal: new AbortController().signal }) ?? []);
    expect(touches).toEqual([
      { access: "read", path: "/work/d", scope: "subtree", operation: "search.files" },
    ]);
  });
});
