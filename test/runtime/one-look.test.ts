import { mkdtemp, realpath, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolRuntime, localBackend } from "../../src/index.js";
import { writeTree } from "../backends/write-tree.js";

let folder: string;
let root: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-look-")));
  root = join(folder, "root");
  await writeTree(folder, {
    "root/a.txt": "needle inside\n",
    "root/sub/a.txt": "needle inside\n",
    "outside/a.txt": "needle outside\n",
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a search", () => {
  it.each([
    ["a file", "a.txt", "outside/a.txt"],
    ["a folder", "sub", "outside"],
  ])("looks up %s once and searches the path that it judged", async (_what, name, elsewhere) => {
    const backend = localBackend();
    let looks = 0;
    const shifting = {
      ...backend,
      files: {
        ...backend.files,
        // The link leads to its original target whenever the call is judged, and outside when the search runs.
        resolve: (path: string) => {
          if (path !== join(root, name)) return backend.files.resolve(path);
          looks += 1;
          return backend.files.resolve(looks === 2 ? join(folder, elsewhere) : path);
        },
      },
    };
    await using runtime = createToolRuntime({ cwd: root, backend: shifting });
    const result = await runtime.execute({ id: "1", name: "Grep", input: { pattern: "needle", path: name } });
    expect(looks).toBe(2);
    expect(JSON.stringify(result)).not.toContain("needle outside");
    expect(result.error?.errorCode).toBe("external-directory");
  });
});

describe("the roots of a runtime", () => {
  it("keeps the roots of the time of creation", async () => {
    await using runtime = createToolRuntime({ cwd: root, permissions: [{ kind: "read", verdict: "allow" }] });
    await rename(root, join(folder, "moved"));
    await symlink(join(folder, "outside"), root);
    const result = await runtime.execute({ id: "1", name: "Read", input: { path: "a.txt" } });
    expect(JSON.stringify(result)).not.toContain("needle outside");
    expect(result.status).not.toBe("done");
  });

  it("accepts roots that are symlinks or missing", async () => {
    await symlink(root, join(folder, "link"));
    await using linked = createToolRuntime({ cwd: join(folder, "link") });
    const read = { id: "1", name: "Read", input: { path: "a.txt" } };
    expect((await linked.execute(read)).status).toBe("done");
    await using early = createToolRuntime({ cwd: root, roots: [join(folder, "link/later")] });
    await writeTree(root, { "later/a.txt": "text\n" });
    const later = { id: "2", name: "Read", input: { path: "later/a.txt" } };
    expect((await early.execute(later)).status).toBe("done");
  });
});
