import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
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
