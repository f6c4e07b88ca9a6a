import { link, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { type FileLocks, ToolError } from "../../../src/contract/index.js";
import { ageLocks } from "../../age-locks.js";
import { bundleWorker, startWorker } from "../bundled-worker.js";
import type { WorkerTask } from "../change-worker.js";
import { interferedBackend } from "../faulty-backend.js";
import { type Fixture, fixture } from "../workspace-fixture.js";

/** Locks that record their acquisitions and releases. */
function notedLocks(log: string[], isCompromised: () => boolean = () => false): FileLocks {
  return {
    acquire: async (path) => {
      const name = path.includes("/") ? path.split("/").at(-1) : "identity";
      log.push(`lock ${name}`);
      let compromised = false;
      return {
        get compromised() {
          compromised ||= isCompromised();
          return compromised;
        },
        release: async () => {
          log.push(`release ${name}`);
        },
      };
    },
  };
}

describe("a backend with locks that other processes respect", () => {
  const TREE = { "a.txt": "old", "b.txt": "b", "d/x": "1" };

  it.each<[string, (made: Fixture) => Promise<unknown>, readonly string[]]>([
    ["an edit", ({ files }) => files.updateText("a.txt", () => ({ text: "new" })), ["a.txt"]],
    [
      "an edit through a symlink",
      ({ files }) => files.updateText("link", () => ({ text: "new" })),
      ["a.txt"],
    ],
    ["a creation", ({ files }) => files.writeText("n/new.txt", "new"), ["new.txt"]],
    ["an overwriting", ({ files }) => files.writeText("a.txt", "new", { overwrite: true }), ["a.txt"]],
    ["a removal", ({ files }) => files.remove("a.txt"), ["a.txt"]],
    ["a removal of a symlink", ({ files }) => files.remove("link"), ["link"]],
    ["a removal of a folder", ({ files }) => files.remove("d", { recursive: true }), ["d"]],
    ["a move", ({ files }) => files.move("d", "a-new"), ["a-new", "d"]],
    [
      "a group",
      ({ files }) =>
        files.applyTogether([
          { type: "create", path: "z.txt", text: "" },
          { type: "move", path: "b.txt", destination: "c.txt" },
          { type: "update", path: "a.txt", update: () => "new" },
        ]),
      ["a.txt", "b.txt", "c.txt", "z.txt"],
    ],
  ])("takes the locks of all files for %s, in one order", async (_, change, names) => {
    const log: string[] = [];
    const backend = interferedBackend({ ...localBackend(), locks: notedLocks(log) }, (step) => {
      if (["rename", "removeFile", "syncDirectory"].includes(step)) log.push("change");
    });
    const made = await fixture(TREE, { backend });
    await symlink("a.txt", join(made.root, "link"));
    await change(made);
    const steps = log.filter((step, index) => step !== "change" || log[index - 1] !== "change");
    expect(steps).toEqual([
      ...names.map((name) => `lock ${name}`),
      "change",
      ...[...names].reverse().map((name) => `release ${name}`),
    ]);
    log.length = 0;
    await made.files.undo();
    expect(log.filter((step) => step.startsWith("lock"))).toEqual(names.map((name) => `lock ${name}`));
  });

  it("locks a file with several names by its shared key as well", async () => {
    const log: string[] = [];
    const { root, files } = await fixture(TREE, { backend: { ...localBackend(), locks: notedLocks(log) } });
    await link(join(root, "a.txt"), join(root, "hard.txt"));
    await files.updateText("hard.txt", () => ({ text: "new" }));
    expect(log).toEqual(["lock hard.txt", "lock identity", "release identity", "release hard.txt"]);
  });

  it("releases the lock when the change fails", async () => {
    const log: string[] = [];
    const { files } = await fixture(TREE, { backend: { ...localBackend(), locks: notedLocks(log) } });
    const refuse = () => {
      throw new ToolError("no", { code: "no-match" });
    };
    await expect(files.updateText("a.txt", refuse)).rejects.toMatchObject({ code: "no-match" });
    expect(log).toEqual(["lock a.txt", "release a.txt"]);
  });

  it("changes nothing when a lock is not available, and releases the others", async () => {
    const log: string[] = [];
    const noted = notedLocks(log);
    const locks: FileLocks = {
      acquire: (path, options) =>
        path.endsWith("b.txt")
          ? Promise.reject(new ToolError("busy", { code: "file-locked" }))
          : noted.acquire(path, options),
    };
    const { root, files } = await fixture(TREE, { backend: { ...localBackend(), locks } });
    await expect(files.move("a.txt", "b.txt", { overwrite: true })).rejects.toMatchObject({
      code: "file-locked",
    });
    expect(log).toEqual(["lock a.txt", "release a.txt"]);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("old");
  });
});

describe("a lock that was lost in the middle of a change", () => {
  async function losingLock(theirs: (root: string) => Promise<unknown>) {
    const log: string[] = [];
    let lost = false;
    let root = "";
    const locks = notedLocks(log, () => lost && log.filter((step) => step.startsWith("lock")).length === 1);
    const backend = interferedBackend({ ...localBackend(), locks }, async (step) => {
      if (step !== "sync" || lost) return;
      lost = true;
      await theirs(root);
    });
    const made = await fixture({ "a.txt": "old\n" }, { backend });
    root = made.root;
    return { ...made, log };
  }

  it("takes a lost lock again, and makes the change when no other process made one", async () => {
    const { root, files, log } = await losingLock(async () => {});
    await files.updateText("a.txt", () => ({ text: "mine\n" }));
    expect(log).toEqual(["lock a.txt", "release a.txt", "lock a.txt", "release a.txt"]);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("mine\n");
  });

  it("takes a lost lock again, and refuses the change when another process made one", async () => {
    const { root, files, log } = await losingLock((folder) => writeFile(join(folder, "a.txt"), "THE\n"));
    await expect(files.updateText("a.txt", () => ({ text: "mine\n" }))).rejects.toMatchObject({
      code: "stale-file",
      retryable: true,
    });
    expect(log).toEqual(["lock a.txt", "release a.txt", "lock a.txt", "release a.txt"]);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("THE\n");
    expect(await readdir(root)).toEqual(["a.txt"]);
  });

  it("does not block a change for ever where every lock seems lost", async () => {
    const log: string[] = [];
    const { root, files } = await fixture(
      { "a.txt": "old" },
      { backend: { ...localBackend(), locks: notedLocks(log, () => true) } },
    );
    await files.updateText("a.txt", () => ({ text: "mine" }));
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("mine");
  });
});

describe("a process that stands still in the middle of a change", () => {
  let folder: string;
  let bundle: string;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
    bundle = await bundleWorker();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("loses the lock of a suspended process to the next one, which then overwrites no unknown content", async () => {
    const root = await mkdtemp(join(folder, "root-"));
    const stateDirectory = await mkdtemp(join(folder, "state-"));
    await writeFile(join(root, "a.txt"), "old content\n");
    const task = { type: "stopped edit", root, stateDirectory } satisfies WorkerTask;
    const { child, firstLine, outcome } = startWorker(bundle, task);
    // It reports this immediately before it stops itself, with its new content written and synced, and holding the
    // lock.
    await firstLine;
    ageLocks(stateDirectory);
    const { files } = await fixture({}, { backend: localBackend({ stateDirectory }), roots: [root] });
    await files.updateText(join(root, "a.txt"), ({ text }) => ({ text: `${text}theirs\n` }));
    child.kill("SIGCONT");
    expect((await outcome).output).toContain("stale-file");
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("old content\ntheirs\n");
    expect(await readdir(root)).toEqual(["a.txt"]);
    // And the lock of the other process was not removed together with its own.
    expect(await readdir(join(stateDirectory, "locks"))).toEqual([]);
  });
});
