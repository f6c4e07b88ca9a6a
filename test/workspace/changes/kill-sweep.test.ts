import { mkdtemp, readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { ToolError } from "../../../src/contract/index.js";
import { createWorkspace, isTemporaryName } from "../../../src/workspace/index.js";
import { ageLocks } from "../../age-locks.js";
import { writeTree } from "../../backends/write-tree.js";
import { bundleWorker, startWorker } from "../bundled-worker.js";
import { CHANGES, type WorkerTask } from "../change-worker.js";
import { newSession } from "../workspace-fixture.js";

const OLD = "old content\n".repeat(1_000);
const NEW = OLD.toUpperCase();
const CREATED = "new\n".repeat(1_000);

/** Possible content of each file after a kill: its old or its new content, or none where it was removed. */
const MAY_HOLD: Readonly<
  Record<keyof typeof CHANGES, Readonly<Record<string, readonly (string | undefined)[]>>>
> = {
  update: { "a.txt": [OLD, NEW], "b.txt": [OLD], "c.txt": [OLD] },
  create: { "a.txt": [OLD], "x/new.txt": [undefined, CREATED] },
  move: { "a.txt": [OLD, undefined], "x/a.txt": [undefined, OLD] },
  group: {
    "a.txt": [OLD, NEW],
    "b.txt": [OLD, undefined],
    "c.txt": [OLD, undefined],
    "d.txt": [undefined, NEW],
    "new.txt": [undefined, CREATED],
  },
};

let folder: string;
let bundle: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
  bundle = await bundleWorker();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Killed {
  readonly root: string;
  readonly stateDirectory: string;
  readonly where: string;
  readonly leftovers: readonly string[];
  /** Whether some file has two names. */
  readonly isDoubled: boolean;
}

/**
 * The action before which the process was killed: a step of a change, or a system call, of which a step may need
 * several.
 */
type Unit = "step" | "call";

/** Runs a change in a process that is killed before one of its steps; `undefined` when it had no such step. */
async function killBefore(
  change: keyof typeof CHANGES,
  step: number,
  unit: Unit = "step",
): Promise<Killed | undefined> {
  const root = await mkdtemp(join(folder, "root-"));
  const stateDirectory = await mkdtemp(join(folder, "state-"));
  await writeTree(root, { "a.txt": OLD, "b.txt": OLD, "c.txt": OLD });
  const killedBefore = unit === "step" ? step : 0;
  const task = { type: "change", change, killedBefore, root, stateDirectory } satisfies WorkerTask;
  const killed = unit === "call" ? { beforeCall: step, stateDirectory } : undefined;
  const { signal, exitCode } = await startWorker(bundle, task, killed).outcome;
  if (signal === null) {
    expect(exitCode).toBe(0);
    return undefined;
  }
  const where = `${change}, killed before ${unit} ${step}`;
  for (const [name, contents] of Object.entries(MAY_HOLD[change])) {
    const content = await readFile(join(root, name), "utf8").catch(() => undefined);
    expect(contents.includes(content), `${where}: ${name} is ${content?.length} bytes long`).toBe(true);
  }
  if (change === "move" || change === "group") await expectNothingLost(root, change, where);
  const names = await readdir(root, { recursive: true });
  const leftovers = names.filter((name) => isTemporaryName(name.split("/").at(-1) ?? ""));
  const known = [...Object.keys(MAY_HOLD[change]), "b.txt", "c.txt", "x"];
  expect(
    names.filter((name) => !leftovers.includes(name) && !known.includes(name)),
    where,
  ).toEqual([]);
  const isDoubled = (await linkCounts(root, names)).some((links) => links > 1);
  return { root, stateDirectory, where, leftovers, isDoubled };
}

async function linkCounts(root: string, names: readonly string[]): Promise<readonly number[]> {
  const stats = await Promise.all(names.map((name) => stat(join(root, name))));
  return stats.map((one) => (one.isFile() ? one.nlink : 1));
}

/** A moved entry is at one of its two paths, or at both. */
async function expectNothingLost(root: string, change: "move" | "group", where: string): Promise<void> {
  const places = change === "move" ? ["a.txt", "x/a.txt"] : ["c.txt", "d.txt"];
  const contents = await Promise.all(
    places.map((name) => readFile(join(root, name), "utf8").catch(() => "")),
  );
  expect(contents.join("").toLowerCase(), where).toContain(OLD);
}

describe("a process that is killed before any step of a change", () => {
  it("leaves whole files, no lock that blocks the next process, and no permanent leftovers after a kill", async () => {
    const killed: Killed[] = [];
    const recoveries: Promise<void>[] = [];
    for (const change of Object.keys(CHANGES) as (keyof typeof CHANGES)[]) {
      const before = killed.length;
      // Two at a time: each is mostly the start of a process.
      for (let step = 1, ended = false; !ended; step += 2) {
        const pair = await Promise.all([killBefore(change, step), killBefore(change, step + 1)]);
        const found = pair.filter((one) => one !== undefined);
        killed.push(...found);
        // Concurrently with the next kill.
        for (const recovery of found.map(recover)) {
          recovery.catch(() => {});
          recoveries.push(recovery);
        }
        ended = pair.includes(undefined);
      }
      expect(killed.length - before, change).toBeGreaterThan(change === "move" ? 2 : 5);
    }
    expect(killed.some(({ leftovers }) => leftovers.length > 0)).toBe(true);
    await Promise.all(recoveries);
  }, 120_000);

  it("leaves no file with two names after the next change, when killed before any system call", async () => {
    const changes = process.env.COLLET_FLEET === "full" ? Object.keys(CHANGES) : ["create", "move"];
    for (const change of changes as (keyof typeof CHANGES)[]) {
      const killed: Killed[] = [];
      for (let call = 1; ; call += 1) {
        const one = await killBefore(change, call, "call");
        if (one === undefined) break;
        killed.push(one);
      }
      // Between linking a file to its name and removing the other name.
      if (change !== "update") expect(killed.some(({ isDoubled }) => isDoubled)).toBe(true);
      await Promise.all(killed.map(recover));
    }
  }, 120_000);
});

/** A living process changes the same files again. */
async function recover({ root, stateDirectory, where }: Killed): Promise<void> {
  ageLocks(stateDirectory);
  const files = createWorkspace({ backend: localBackend({ stateDirectory }), roots: [root] }).files({
    session: newSession(root),
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: () => {},
  });
  const names = ["a.txt", "b.txt", "c.txt", "d.txt", "new.txt", "x/a.txt", "x/new.txt"];
  await Promise.all(
    names.map((name) =>
      files.writeText(name, "after\n", { overwrite: true }).catch((error: unknown) => {
        throw new ToolError(`${where}: ${String(error)}`);
      }),
    ),
  );
  expect((await readdir(root, { recursive: true })).sort(), where).toEqual(["x", ...names].sort());
  expect(Math.max(...(await linkCounts(root, names))), where).toBe(1);
}
