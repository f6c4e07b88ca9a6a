import { describe, expect, it } from "vitest";
import { createToolRuntime, memoryBackend, overlayBackend } from "../../src/index.js";

const files = { "/project/a.txt": "one\ntwo\n", "/project/src/b.js": "let b = 1;\n" };
const call = (id: string, name: string, input: object) => ({ id, name, input });

describe.each([
  ["memory", () => memoryBackend({ files })],
  ["an overlay", () => overlayBackend(memoryBackend({ files }))],
])("the built-in tools on %s", (_title, makeBackend) => {
  it("runs reads, edits, creations and searches as on a disk", async () => {
    const backend = makeBackend();
    await using runtime = createToolRuntime({ cwd: "/project", backend, permissions: "allow-all" });
    const results = await runtime.executeBatch([
      call("1", "Read", { path: "a.txt" }),
      call("2", "edit_file", { path: "a.txt", old_str: "two", new_str: "2" }),
      call("3", "create_file", { path: "new/c.js", content: "let c;" }),
      call("4", "glob", { filePattern: "**/*.js" }),
      call("5", "Grep", { pattern: "LET" }),
      call("6", "Bash", { cmd: "true" }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["done", "done", "done", "done", "done", "error"]);
    expect(results[0]?.result).toBe("1: one\n2: two");
    expect(results[3]?.result).toEqual({ files: ["/project/new/c.js", "/project/src/b.js"], remaining: 0 });
    expect(results[4]?.result).toEqual(["new/c.js:1: let c;", "src/b.js:1: let b = 1;"]);
    expect(results[5]?.error?.errorCode).toBe("not-supported");
    expect(await runtime.invoke("Read", { path: "a.txt" })).toBe("1: one\n2: 2");
  });
});

describe("an overlay", () => {
  it("reports changes of a dry run and leaves the files below unchanged", async () => {
    const base = memoryBackend({ files });
    const backend = overlayBackend(base);
    await using runtime = createToolRuntime({ cwd: "/project", backend, permissions: "allow-all" });
    await runtime.invoke("edit_file", { path: "a.txt", old_str: "two", new_str: "2" });
    await runtime.invoke("delete_file", { path: "src/b.js" });
    const changes = await backend.changes();
    expect(changes.map(({ type, path }) => [type, path])).toEqual([
      ["modified", "/project/a.txt"],
      ["deleted", "/project/src/b.js"],
    ]);
    expect(Object.keys(base.snapshot()).sort()).toEqual(["/project/a.txt", "/project/src/b.js"]);
    expect(new TextDecoder().decode(base.snapshot()["/project/a.txt"])).toBe("one\ntwo\n");
  });
});

describe("staleness", () => {
  it("refuses to change a file that was not read, if configured", async () => {
    const backend = memoryBackend({ files });
    await using runtime = createToolRuntime({
      cwd: "/project",
      backend,
      permissions: "allow-all",
      staleness: "require-read",
    });
    const edit = call("1", "edit_file", { path: "a.txt", old_str: "two", new_str: "2" });
    expect(await runtime.execute(edit)).toMatchObject({ status: "error", error: { errorCode: "not-read" } });
    await runtime.invoke("Read", { path: "a.txt" });
    expect(await runtime.execute(edit)).toMatchObject({ status: "done" });
  });
});
