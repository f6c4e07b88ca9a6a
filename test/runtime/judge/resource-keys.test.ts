import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import { createToolRuntime, defineTool, type ResourceKey } from "../../../src/index.js";
import { withFolder } from "../batch-scene.js";
import { z } from "../fixtures.js";

const CALL = { name: "touch", input: {} };

/** A tool whose calls write the keys of a list, one after the other. */
function touching(keys: readonly ResourceKey[]) {
  let next = 0;
  return defineTool({
    name: "touch",
    description: "Touches a resource.",
    kind: "think",
    inputSchema: z.object({}),
    executionProfile: { resourceKeys: () => [keys[next++ % keys.length] as ResourceKey] },
    execute: () => "ok",
  });
}

const write = (key: string): ResourceKey => ({ key, mode: "write" });

describe("a resource key that is an absolute path", () => {
  it("causes no look-up on disk", async () => {
    const backend = memoryBackend({ files: { "/project/a.txt": "one\n" } });
    const looked: string[] = [];
    const files = new Proxy(backend.files, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...values: unknown[]) => {
          looked.push(String(values[0]));
          return Reflect.apply(value, target, values);
        };
      },
    });
    const tool = touching([write("/project/a.txt"), write("/records/7"), write("file:/project/a.txt")]);
    await using runtime = createToolRuntime({
      cwd: "/project",
      backend: { ...backend, files },
      tools: [tool],
      permissions: "allow-all",
    });
    await runtime.execute({ id: "0", ...CALL });
    await runtime.execute({ id: "1", ...CALL });
    expect(looked.filter((path) => /a\.txt|records/.test(path))).toEqual([]);
    await runtime.execute({ id: "2", ...CALL });
    expect(looked.filter((path) => path.includes("a.txt"))).not.toEqual([]);
  });

  it("equals the file key of the same path, but of no other name of the file", () =>
    withFolder(async (cwd) => {
      mkdirSync(join(cwd, "real"));
      writeFileSync(join(cwd, "real/a.txt"), "one\n");
      symlinkSync("real", join(cwd, "link"));
      const real = join(cwd, "real/a.txt");
      const linked = join(cwd, "link/a.txt");
      const keys = [write(real), write(`file:${real}`), write(linked), write(`file:${linked}`)];
      await using runtime = createToolRuntime({ cwd, tools: [touching(keys)], permissions: "allow-all" });
      const { conflicts } = await runtime.plan(keys.map((_, index) => ({ id: String(index), ...CALL })));
      expect(conflicts.map(({ earlier, later }) => `${earlier}-${later}`).sort()).toEqual(["0-1", "1-3"]);
    }));

  it("holds back later calls if it is written with everything below it", async () => {
    const order: string[] = [];
    const backend = memoryBackend({ files: { "/project/src/a.txt": "one\n" } });
    const move = defineTool({
      name: "move_all",
      description: "Moves a folder.",
      kind: "think",
      inputSchema: z.object({}),
      executionProfile: { resourceKeys: () => [{ ...write("/project/src"), scope: "subtree" }] },
      execute: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push("moved");
        return "ok";
      },
    });
    await using runtime = createToolRuntime({
      cwd: "/project",
      backend,
      tools: [move],
      permissions: "allow-all",
    });
    runtime.on((event) => {
      if (event.type === "tool-result") order.push(event.toolName);
    });
    await runtime.executeBatch([
      { id: "1", name: "move_all", input: {} },
      { id: "2", name: "Read", input: { path: "/project/src/a.txt" } },
    ]);
    expect(order).toEqual(["moved", "move_all", "Read"]);
  });
});

describe("the keys of file tools", () => {
  const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ name, input });
  const patch = "*** Begin Patch\n*** Add File: new/z.txt\n+z\n*** End Patch\n";

  it.each([
    ["a file in a missing folder, and a read of that folder", call("Read", { path: "new" }), true],
    ["a file in a missing folder, and a patch that adds another", call("apply_patch", { patch }), true],
    [
      "a file in a missing folder, and a move of that folder",
      call("move_file", { source: "new", destination: "z" }),
      true,
    ],
    ["a file in a missing folder, and a read of another file", call("Read", { path: "real/a.txt" }), false],
  ])("make the creation of %s conflict only where one affects the other", (_title, later, isConflict) =>
    withFolder(async (cwd) => {
      mkdirSync(join(cwd, "real"));
      writeFileSync(join(cwd, "real/a.txt"), "one\n");
      const earlier = call("create_file", { path: "new/y.txt", content: "y" });
      expect(await conflictOf(cwd, earlier, later)).toBe(isConflict);
    }),
  );

  it("make the removal of a folder conflict with a read through a symlink in it", () =>
    withFolder(async (cwd) => {
      for (const name of ["real", "folder"]) mkdirSync(join(cwd, name));
      writeFileSync(join(cwd, "real/a.txt"), "one\n");
      symlinkSync("../real", join(cwd, "folder/link"));
      const removal = call("delete_file", { path: join(cwd, "folder"), recursive: true });
      expect(await conflictOf(cwd, removal, call("Read", { path: "folder/link/a.txt" }))).toBe(true);
      expect(await conflictOf(cwd, removal, call("Read", { path: "real/a.txt" }))).toBe(false);
    }));

  it("make the creation of a file conflict with a read of a missing file beside it", () =>
    withFolder(async (cwd) => {
      const read = call("Read", { path: "config.jsn" });
      expect(await conflictOf(cwd, call("create_file", { path: "config.json", content: "{}" }), read)).toBe(
        true,
      );
      expect(await conflictOf(cwd, call("create_file", { path: "z/config.json", content: "{}" }), read)).toBe(
        true,
      );
      const missing = call("Read", { path: "none/config.jsn" });
      expect(
        await conflictOf(cwd, call("create_file", { path: "config.json", content: "{}" }), missing),
      ).toBe(false);
    }));

  it("make an edit conflict with a read of another name of the file", () =>
    withFolder(async (cwd) => {
      writeFileSync(join(cwd, "a.txt"), "one\n");
      writeFileSync(join(cwd, "single.txt"), "one\n");
      linkSync(join(cwd, "a.txt"), join(cwd, "b.txt"));
      const edit = call("edit_file", { path: "a.txt", old_str: "one", new_str: "two" });
      expect(await conflictOf(cwd, edit, call("Read", { path: "b.txt" }))).toBe(true);
      expect(await conflictOf(cwd, edit, call("Read", { path: "single.txt" }))).toBe(false);
    }));
});

/** Returns whether the second of two calls waits for the first. */
async function conflictOf(
  cwd: string,
  ...calls: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[]
): Promise<boolean> {
  await using runtime = createToolRuntime({ cwd, permissions: "allow-all" });
  const { conflicts } = await runtime.plan(calls.map((each, index) => ({ id: String(index), ...each })));
  return conflicts.length > 0;
}
