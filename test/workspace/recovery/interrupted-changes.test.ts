import { link, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { type FileOperation, ToolError, type WorkspaceFiles } from "../../../src/contract/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { temporaryName } from "../../../src/workspace/changes/entries/temporary-name.js";
import { createWorkspace } from "../../../src/workspace/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";
import { isLook } from "../changes/memory-fault-tree.js";
import { type Interference, interferedBackend } from "../faulty-backend.js";
import { newSession } from "../workspace-fixture.js";

interface World {
  readonly root: string;
  readonly stateDirectory: string;
  /** The files of a separate runtime, as in another process, on a disk with interference. */
  runtime(interfere?: Interference): WorkspaceFiles;
  content(name: string): Promise<string | undefined>;
}

async function world(tree: Readonly<Record<string, string>>): Promise<World> {
  const root = await temporaryFolder();
  const stateDirectory = join(await temporaryFolder(), "state");
  await writeTree(root, tree);
  return {
    root,
    stateDirectory,
    runtime: (interfere = () => {}) =>
      createWorkspace({
        backend: interferedBackend(localBackend({ stateDirectory }), interfere),
        roots: [root],
      }).files({
        session: newSession(root),
        approvedPaths: new Set(),
        signal: new AbortController().signal,
        onChange: () => {},
      }),
    content: (name) => readFile(join(root, name), "utf8").catch(() => undefined),
  };
}

function update(path: string): FileOperation {
  return { type: "update", path, update: () => "new" };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

function broken(): never {
  throw new ToolError("the disk is gone", { code: "io-error" });
}

describe("a change that waits for the locks of an interrupted one", () => {
  it("looks for notes under its locks alone, and completes the interrupted change that it finds", async () => {
    const { root, stateDirectory, runtime, content } = await world({ "a.txt": "old", "b.txt": "old" });
    let renames = 0;
    const patch = runtime((step) => {
      if (step === "rename") renames += 1;
      if (renames >= 2 && step !== "stat") broken();
    });
    await patch.applyTogether([update("a.txt"), update("b.txt")]).catch(() => {});
    const local = localBackend({ stateDirectory });
    expect(await local.intentLog.find([join(root, "b.txt")])).toHaveLength(1);
    let looks = 0;
    const findForRead = async () => {
      looks += 1;
      return [];
    };
    const intentLog = { ...local.intentLog, findForRead };
    const files = createWorkspace({ backend: { ...local, intentLog }, roots: [root] }).files({
      session: newSession(root),
      approvedPaths: new Set(),
      signal: new AbortController().signal,
      onChange: () => {},
    });
    await files.updateText("b.txt", ({ text }) => ({ text: `${text}er` }));
    expect(looks).toBe(0);
    expect(await local.intentLog.find([join(root, "b.txt")])).toEqual([]);
    expect([await content("a.txt"), await content("b.txt")]).toEqual(["new", "newer"]);
  });

  it("completes an interrupted change before it reads its own file", async () => {
    const { runtime, content } = await world({ "a.txt": "old", "b.txt": "old" });
    const [locked, queued] = [gate(), gate()];
    let renames = 0;
    // Without a note or visible change so far: the waiting change has found no notes.
    const patch = runtime(async (step) => {
      if (step === "createFile") {
        locked.open();
        await queued.opened;
      }
      if (step === "rename") renames += 1;
      if (renames >= 2 && step !== "stat") broken();
    }).applyTogether([update("a.txt"), update("b.txt")]);
    await locked.opened;
    const seen: string[] = [];
    let looks = 0;
    const edit = runtime((step) => {
      if (step === "resolve" && ++looks === 1) setTimeout(queued.open, 20);
    }).updateText("b.txt", ({ text }) => {
      seen.push(text);
      return { text: `${text}er` };
    });
    await expect(patch).rejects.toMatchObject({ code: "half-done" });
    await edit;
    expect(seen).toEqual(["new"]);
    expect([await content("a.txt"), await content("b.txt")]).toEqual(["new", "newer"]);
  });
});

describe("a file that a running change has set aside", () => {
  it("keeps a file that a running change has set aside, however old its content is", async () => {
    const { root, runtime, content } = await world({ "a.txt": "old", "b.txt": "precious" });
    const aYearAgo = Date.now() / 1_000 - 365 * 86_400;
    await utimes(join(root, "b.txt"), aYearAgo, aYearAgo);
    const elsewhere = localBackend({ stateDirectory: join(await temporaryFolder(), "state") });
    const others = createWorkspace({ backend: elsewhere, roots: [root] }).files({
      session: newSession(root),
      approvedPaths: new Set(),
      signal: new AbortController().signal,
      onChange: () => {},
    });
    let renames = 0;
    const patch = runtime(async (step) => {
      if (step !== "rename" || ++renames !== 2) return;
      await others.writeText("c.txt", "the work of others");
      broken();
    }).applyTogether([{ type: "delete", path: "b.txt" }, update("a.txt")]);
    await expect(patch).rejects.toMatchObject({ code: "io-error" });
    expect([await content("a.txt"), await content("b.txt")]).toEqual(["old", "precious"]);
    expect((await readdir(root)).sort()).toEqual(["a.txt", "b.txt", "c.txt"]);
  });
});

describe("a kill between giving a file its name and taking the old one away", () => {
  const noteOf = async ({ stateDirectory, root }: World, name: string, intent: object) => {
    const path = join(root, name);
    const text = JSON.stringify([{ path, ...intent }]);
    const from = "from" in intent ? [intent.from] : [];
    const paths = [path, ...from];
    await localBackend({ stateDirectory }).intentLog.write(paths as string[], text);
  };

  it("leaves no second name of a file that was created, once it is changed again", async () => {
    const made = await world({ "a.txt": "one" });
    const { root, runtime } = made;
    const temporary = temporaryName("a.txt");
    await link(join(root, "a.txt"), join(root, temporary));
    const { dev, ino } = await stat(join(root, "a.txt"));
    await noteOf(made, "a.txt", { type: "create", temporary, made: `${dev}:${ino}` });
    await runtime().updateText("a.txt", () => ({ text: "two" }));
    expect(await readdir(root)).toEqual(["a.txt"]);
    // By a rename: the file no longer had several names.
    expect((await stat(join(root, "a.txt"))).ino).not.toBe(ino);
  });

  it("leaves no second name even without a note of it", async () => {
    const { root, runtime } = await world({ "a.txt": "one", "b.txt": "" });
    const files = runtime();
    // From now on, the folder is known to have no leftovers.
    await files.updateText("b.txt", () => ({ text: "changed" }));
    await link(join(root, "a.txt"), join(root, temporaryName("a.txt")));
    await files.updateText("a.txt", () => ({ text: "two" }));
    expect((await readdir(root)).sort()).toEqual(["a.txt", "b.txt"]);
  });

  it.each(["a.txt", "b.txt"])("leaves one name of a moved file, once %s is changed", async (touched) => {
    const made = await world({ "a.txt": "one" });
    const { root, runtime, content } = made;
    await link(join(root, "a.txt"), join(root, "b.txt"));
    const { dev, ino, size, mtimeMs } = await stat(join(root, "a.txt"));
    const old = { identity: `${dev}:${ino}`, size, modifiedAtMs: mtimeMs };
    await noteOf(made, "b.txt", { type: "move", from: join(root, "a.txt"), old });
    await runtime().writeText(touched, "touched", { overwrite: true });
    expect(await content("b.txt")).toBe(touched === "b.txt" ? "touched" : "one");
    expect(await content("a.txt")).toBe(touched === "a.txt" ? "touched" : undefined);
  });

  it("keeps both names that other processes created", async () => {
    const { root, runtime } = await world({ "a.txt": "one" });
    await link(join(root, "a.txt"), join(root, "b.txt"));
    await runtime().updateText("a.txt", () => ({ text: "two" }));
    expect((await readdir(root)).sort()).toEqual(["a.txt", "b.txt"]);
  });
});

describe("a change that was interrupted long ago", () => {
  it("completes an old interrupted change with its temporary files", async () => {
    const { root, stateDirectory, runtime, content } = await world({
      "a.txt": "old",
      "b.txt": "old",
      "c.txt": "",
    });
    let renames = 0;
    const patch = runtime((step) => {
      if (step === "rename") renames += 1;
      if (renames >= 2 && step !== "stat") broken();
    }).applyTogether([update("a.txt"), update("b.txt")]);
    await expect(patch).rejects.toMatchObject({ code: "half-done" });
    expect([await content("a.txt"), await content("b.txt")]).toEqual(["new", "old"]);
    const [note] = await readdir(join(stateDirectory, "changes"));
    const aWeekAgo = Date.now() / 1_000 - 7 * 86_400;
    await utimes(join(stateDirectory, "changes", note ?? ""), aWeekAgo, aWeekAgo);
    // Another file in the folder is changed first, which searches for leftovers.
    await runtime().updateText("c.txt", () => ({ text: "changed" }));
    await runtime().updateText("a.txt", ({ text }) => ({ text: `${text}er` }));
    expect([await content("a.txt"), await content("b.txt")]).toEqual(["newer", "new"]);
    expect(await readdir(join(stateDirectory, "changes"))).toEqual([]);
    expect((await readdir(root)).sort()).toEqual(["a.txt", "b.txt", "c.txt"]);
  });

  it("does not overwrite later changes of other processes with an old interrupted change", async () => {
    const { root, runtime, content } = await world({ "a.txt": "old", "b.txt": "old" });
    let renames = 0;
    const patch = runtime((step) => {
      if (step === "rename") renames += 1;
      if (renames >= 2 && step !== "stat") broken();
    }).applyTogether([update("a.txt"), update("b.txt")]);
    await expect(patch).rejects.toMatchObject({ code: "half-done" });
    await writeFile(join(root, "b.txt"), "the work of others");
    await runtime().updateText("a.txt", ({ text }) => ({ text: `${text}er` }));
    expect([await content("a.txt"), await content("b.txt")]).toEqual(["newer", "the work of others"]);
  });
});

describe("an edit of a file that a killed process has set aside", () => {
  it.each([
    ["edit_file", "amp", { path: "a.txt", old_str: "one", new_str: "two" }],
    ["edit", "opencode", { filePath: "a.txt", oldString: "one", newString: "two" }],
  ] as const)("completes the change of the killed process first: %s", async (name, toolset, given) => {
    const { root, stateDirectory, content } = await world({ "a.txt": "removed", "b.txt": "one" });
    const path = join(root, "a.txt");
    const [aside, temporary] = [temporaryName("a.txt"), temporaryName("a.txt")];
    const { files, intentLog } = localBackend({ stateDirectory });
    const directory = await files.openDirectory(root);
    const old = await directory.stat("a.txt");
    const made = (await directory.stat("b.txt"))?.identity;
    await directory.close();
    await rename(path, join(root, aside));
    await rename(join(root, "b.txt"), join(root, temporary));
    const text = JSON.stringify([
      { type: "remove", path, aside, old },
      { type: "create", path, temporary, made },
    ]);
    await intentLog.write([path], text);
    await using runtime = createToolRuntime({
      ...{ cwd: root, stateDirectory, toolset, permissions: "allow-all" },
      staleness: "if-read",
      languageServers: "off",
    });
    const input = "filePath" in given ? { ...given, filePath: path } : { ...given, path };
    const { status, error } = await runtime.execute({ id: "1", name, input });
    expect(error?.message).toBeUndefined();
    expect(status).toBe("done");
    expect(await content("a.txt")).toBe("two");
    expect(await readdir(root)).toEqual(["a.txt"]);
  });
});

describe("an interrupted patch with a move to another volume", () => {
  const acrossVolumes: Interference = (step, detail) => {
    if (step !== "rename" || detail !== "other directory") return;
    throw new ToolError("another volume", { code: "io-error", cause: { code: "EXDEV" } });
  };
  const look = async (files: WorkspaceFiles) => {
    await files.updateText("a.txt", ({ text }) => ({ text })).catch(() => {});
  };

  it.each([
    ["a free name", undefined],
    ["the name of a file", "replaced"],
  ])(
    "reaches its end by a copy, in whatever step the process that completes it ends: %s",
    async (_title, taken) => {
      let ending = 0;
      for (let hasEnded = true; hasEnded; ) {
        ending += 1;
        const { root, runtime, content } = await world({
          "a.txt": "old",
          "b.txt": "moved",
          "d/c.txt": "c",
          ...(taken === undefined ? {} : { "d/b.txt": taken }),
        });
        let renames = 0;
        const patch = runtime((step, detail) => {
          if (step === "rename") renames += 1;
          if (renames >= 2 && step !== "stat") broken();
          acrossVolumes(step, detail);
        });
        const move = { type: "move", path: "b.txt", destination: "d/b.txt", overwrite: true } as const;
        await patch.applyTogether([update("a.txt"), move, update("d/c.txt")]).catch(() => {});
        expect([await content("a.txt"), await content("b.txt")]).toEqual(["new", "moved"]);
        hasEnded = false;
        let steps = 0;
        const ended = runtime((step, detail) => {
          if (!isLook(step)) steps += 1;
          if (steps >= ending) {
            hasEnded = true;
            broken();
          }
          acrossVolumes(step, detail);
        });
        await look(ended);
        const living = runtime(acrossVolumes);
        await look(living);
        const where = `ended before step ${ending}`;
        expect(await content("b.txt"), where).toBe(undefined);
        expect(await content("d/b.txt"), where).toBe("moved");
        expect(await content("d/c.txt"), where).toBe("new");
        await living.writeText("d/b.txt", "after", { overwrite: true });
        await living.writeText("b.txt", "after");
        await living.remove("b.txt");
        const names = await readdir(root, { recursive: true });
        expect(names.sort(), where).toEqual(["a.txt", "d", "d/b.txt", "d/c.txt"]);
      }
      expect(ending).toBeGreaterThan(5);
    },
  );
});
