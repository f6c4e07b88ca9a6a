import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { createWorkspace, isTemporaryName } from "../../../src/workspace/index.js";
import { ageLocks } from "../../age-locks.js";
import { writeTree } from "../../backends/write-tree.js";
import { missing } from "../../security/capabilities.js";
import { bundleWorker, startWorker } from "../bundled-worker.js";
import { CHANGES_ACROSS_VOLUMES, type WorkerTask } from "../change-worker.js";
import { treeSnapshot } from "../tree-snapshot.js";
import { newSession } from "../workspace-fixture.js";

const OLD = "old content\n".repeat(1_000);
const ELSEWHERE = "content elsewhere\n".repeat(1_000);

/** Number of processes that run concurrently: each is mostly its start. */
const AT_ONCE = 4;

const canMount = missing(["mount"]).length === 0;
if (!canMount)
  console.log("Kills of moves between volumes are not tested: this process may not mount a volume.");

let folder = "";
let volume = "";
let bundle = "";

beforeAll(async () => {
  if (!canMount) return;
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
  volume = join(folder, "volume");
  await mkdir(volume);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m,mode=700", "none", volume]);
  bundle = await bundleWorker();
});

afterAll(async () => {
  if (!canMount) return;
  execFileSync("umount", ["--lazy", volume]);
  await rm(folder, { recursive: true, force: true });
});

/** The files of both volumes, without temporary ones and folders. */
type Trees = Readonly<Record<string, string>>;

interface World {
  readonly root: string;
  readonly elsewhere: string;
  readonly stateDirectory: string;
}

async function createWorld(): Promise<World> {
  const root = await mkdtemp(join(folder, "root-"));
  const elsewhere = await mkdtemp(join(volume, "elsewhere-"));
  const stateDirectory = await mkdtemp(join(folder, "state-"));
  await writeTree(root, {
    "a.txt": OLD,
    "c.txt": OLD,
    "e.txt": OLD,
    "d/f.txt": OLD,
    "d/g/h.txt": "small\n",
  });
  await symlink("a.txt", join(root, "link"));
  await symlink("f.txt", join(root, "d/link"));
  await writeTree(elsewhere, { "b.txt": ELSEWHERE });
  expect((await stat(root)).dev).not.toBe((await stat(elsewhere)).dev);
  return { root, elsewhere, stateDirectory };
}

async function treesOf({ root, elsewhere }: World): Promise<Trees> {
  const named = async (place: string, path: string) =>
    Object.entries(await treeSnapshot(path)).flatMap(([name, entry]) =>
      entry.startsWith("folder") ? [] : [[`${place}/${name}`, entry] as const],
    );
  const entries = [...(await named("root", root)), ...(await named("elsewhere", elsewhere))];
  return Object.fromEntries(entries);
}

function withoutTemporaries(trees: Trees): Trees {
  return Object.fromEntries(Object.entries(trees).filter(([name]) => !name.split("/").some(isTemporaryName)));
}

/** Returns the entry directly in a root that a path leads through. */
function topOf({ root, elsewhere }: World, path: string): string {
  const base = path.startsWith(`${root}/`) ? root : elsewhere;
  return join(base, path.slice(base.length + 1).split("/")[0] ?? "");
}

/** Runs a change in a process that is killed before one of its system calls; `undefined` if it had no such call. */
async function killBefore(change: string, call: number): Promise<World | undefined> {
  const world = await createWorld();
  const task = { type: "change across volumes", change, ...world } satisfies WorkerTask;
  const { stateDirectory } = world;
  const killed = { beforeCall: call, stateDirectory, calls: "every" } as const;
  const { signal, exitCode } = await startWorker(bundle, task, killed).outcome;
  if (signal !== null) return world;
  expect(exitCode).toBe(0);
  return undefined;
}

/** Lets a living process look at every file, and then change one in each folder. */
async function recover(world: World, paths: readonly string[]): Promise<Trees> {
  const { root, elsewhere, stateDirectory } = world;
  ageLocks(stateDirectory);
  const files = createWorkspace({
    backend: localBackend({ stateDirectory }),
    roots: [root, elsewhere],
  }).files({
    session: newSession(root),
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: () => {},
  });
  // A file that is missing cannot be updated; its change is finished nevertheless.
  for (const path of paths) await files.updateText(path, ({ text }) => ({ text })).catch(() => {});
  const trees = await treesOf(world);
  // A change of an entry removes what a killed process has left of it.
  const tops = new Set(paths.map((path) => topOf(world, path)));
  for (const path of tops) await files.remove(path, { recursive: true }).catch(() => {});
  for (const path of [...tops, ...paths]) {
    await files.writeText(path, "after\n");
    await files.remove(path);
  }
  return trees;
}

describe.skipIf(!canMount)(
  "a process that is killed before any system call of a move between volumes",
  () => {
    it.each(Object.keys(CHANGES_ACROSS_VOLUMES))(
      "leaves every file whole at its old or its new path, and no temporary name: %s",
      { timeout: 400_000 },
      async (change) => {
        const untouched = withoutTemporaries(await treesOf(await createWorld()));
        const whole = await createWorld();
        const task = { type: "change across volumes", change, ...whole } satisfies WorkerTask;
        expect((await startWorker(bundle, task).outcome).exitCode).toBe(0);
        const changed = await treesOf(whole);
        expect(changed).toEqual(withoutTemporaries(changed));
        const concerned = [...new Set([...Object.keys(untouched), ...Object.keys(changed)])].filter(
          (name) => untouched[name] !== changed[name],
        );
        const seen = { old: 0, done: 0, interrupted: 0 };
        for (let first = 1, isOver = false; !isOver; first += AT_ONCE) {
          await Promise.all(
            Array.from({ length: AT_ONCE }, async (_, index) => {
              const call = first + index;
              const world = await killBefore(change, call);
              if (world === undefined) {
                isOver = true;
                return;
              }
              const where = `killed before call ${call}`;
              const left = await treesOf(world);
              if (Object.keys(left).some((name) => name.split("/").some(isTemporaryName)))
                seen.interrupted += 1;
              const paths = concerned.map((name) =>
                name.startsWith("root/")
                  ? join(world.root, name.slice("root/".length))
                  : join(world.elsewhere, name.slice("elsewhere/".length)),
              );
              const found = await recover(world, paths);
              const known = withoutTemporaries(found);
              expect([untouched, changed], where).toContainEqual(known);
              seen[JSON.stringify(known) === JSON.stringify(changed) ? "done" : "old"] += 1;
              const names = await Promise.all(
                [world.root, world.elsewhere].map((path) => readdir(path, { recursive: true })),
              );
              expect(
                names.flat().filter((name) => name.split("/").some(isTemporaryName)),
                where,
              ).toEqual([]);
            }),
          );
        }
        expect(Math.min(seen.old, seen.done, seen.interrupted), JSON.stringify(seen)).toBeGreaterThan(0);
      },
    );
  },
);
