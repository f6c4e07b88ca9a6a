import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import type { Backend, FileOperation } from "../../../src/contract/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { interferedBackend } from "../faulty-backend.js";
import { fixture } from "../workspace-fixture.js";

// test/security (T006) tests recovery with real killed processes.

const TREE = { "a.txt": "old", "b.txt": "old", "c.txt": "old" };

function update(path: string): FileOperation {
  return { type: "update", path, update: () => "new" };
}

/** A backend with its own state directory, which counts the written notes. */
async function notedBackend(): Promise<{ readonly backend: Backend; readonly written: string[][] }> {
  const local = localBackend({ stateDirectory: join(await temporaryFolder(), "state") });
  const written: string[][] = [];
  const backend: Backend = {
    ...local,
    intentLog: {
      find: (paths) => local.intentLog.find(paths),
      write: (paths, text, options) => {
        written.push(paths.map((path) => path.split("/").at(-1) ?? ""));
        return local.intentLog.write(paths, text, options);
      },
    },
  };
  return { backend, written };
}

describe("a change of more than one system call", () => {
  it.each<[string, readonly FileOperation[], readonly string[][]]>([
    ["two updates", [update("a.txt"), update("b.txt")], [["a.txt", "b.txt"]]],
    [
      "an update, a creation and a deletion",
      [update("a.txt"), { type: "create", path: "n.txt", text: "" }, { type: "delete", path: "c.txt" }],
      [["a.txt", "n.txt", "c.txt"]],
    ],
    ["one update, which is whole in itself", [update("a.txt")], []],
    [
      "an update and a move",
      [update("a.txt"), { type: "move", path: "b.txt", destination: "d.txt" }],
      [["a.txt", "d.txt", "b.txt"]],
    ],
    ["a creation", [{ type: "create", path: "n.txt", text: "" }], [["n.txt"]]],
    ["a move", [{ type: "move", path: "b.txt", destination: "d.txt" }], [["d.txt", "b.txt"]]],
    ["a deletion", [{ type: "delete", path: "b.txt" }], [["b.txt"]]],
  ])("notes a change of several system calls while it is made: %s", async (_title, operations, notes) => {
    const { backend, written } = await notedBackend();
    const { root, files } = await fixture(TREE, { backend });
    await files.applyTogether(operations);
    expect(written).toEqual(notes);
    const paths = ["a.txt", "b.txt", "c.txt"].map((name) => join(root, name));
    expect(await backend.intentLog?.find(paths)).toEqual([]);
  });

  it("leaves no note of a failed change that was rolled back", async () => {
    const { backend, written } = await notedBackend();
    let renames = 0;
    const failing = interferedBackend(backend, (step) => {
      if (step !== "rename") return;
      renames += 1;
      if (renames === 2) throw Object.assign(new Error("injected"), { code: "EIO" });
    });
    const { root, files } = await fixture(TREE, { backend: failing });
    await expect(files.applyTogether([update("a.txt"), update("b.txt")])).rejects.toThrow();
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("old");
    expect(written).toHaveLength(1);
    expect(await backend.intentLog?.find([join(root, "a.txt")])).toEqual([]);
  });

  it("waits when the process of a found note is alive", async () => {
    const { backend } = await notedBackend();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isHalfDone = () => {};
    const halfDone = new Promise<void>((resolve) => {
      isHalfDone = resolve;
    });
    let renames = 0;
    const slow = interferedBackend(backend, async (step) => {
      if (step !== "rename") return;
      renames += 1;
      if (renames !== 2) return;
      isHalfDone();
      await held;
    });
    const { root, files, call } = await fixture(TREE, { backend: slow });
    const group = files.applyTogether([update("a.txt"), update("b.txt")]);
    await halfDone;
    const seen: string[] = [];
    const edit = call().updateText("b.txt", ({ text }) => {
      seen.push(text);
      return { text: `${text}er` };
    });
    goOn();
    await Promise.all([group, edit]);
    expect(seen).toEqual(["new"]);
    expect(await readFile(join(root, "b.txt"), "utf8")).toBe("newer");
  });
});
