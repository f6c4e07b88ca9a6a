import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { remoteBackend } from "../../../../src/adapters/remote/index.js";
import { createToolRuntime } from "../../../../src/index.js";
import { isTemporaryName } from "../../../../src/workspace/index.js";
import { writeTree } from "../../../backends/write-tree.js";
import { KillableWorkers } from "./killable-worker.js";
import { CALLS, expectTrue, expectUnblocked, type KilledCall, TREE, treeOf } from "./killed-calls.js";
import { momentsOf } from "./worker-messages.js";

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A host whose worker is killed again and again. */
class Host {
  readonly #stateDirectory: string;
  readonly #backend: Awaited<ReturnType<typeof remoteBackend>>;

  private constructor(
    readonly workers: KillableWorkers,
    stateDirectory: string,
    backend: Awaited<ReturnType<typeof remoteBackend>>,
  ) {
    this.#stateDirectory = stateDirectory;
    this.#backend = backend;
  }

  static async open(): Promise<Host> {
    const stateDirectory = await mkdtemp(join(folder, "state-"));
    const workers = new KillableWorkers(stateDirectory);
    const backend = await remoteBackend({ connect: workers.connect });
    // After a failure as well: a worker that lives on would write into the removed folder.
    onTestFinished(async () => {
      await backend.dispose();
      await workers.ended();
    });
    return new Host(workers, stateDirectory, backend);
  }

  /** Runs a call with new files, in whose course the worker is killed; returns what the second function returns. */
  async run<Found>(
    { name, input, made }: KilledCall,
    where: string,
    { arm, disarm }: { readonly arm: () => unknown; readonly disarm: () => Found | Promise<Found> },
  ): Promise<Found> {
    const root = await mkdtemp(join(folder, "root-"));
    await writeTree(root, TREE);
    const runtime = createToolRuntime({ cwd: root, backend: this.#backend, permissions: "allow-all" });
    await arm();
    const result = await runtime.execute({ id: "1", name, input: input as never });
    const found = await disarm();
    expectTrue(result, await treeOf(root, isTemporaryName), { made, root, where });
    await expectUnblocked(this.#backend, root, where);
    return found;
  }

  /** Ends the worker; returns the number of records of calls that it leaves. */
  async close(): Promise<number> {
    await this.#backend.dispose();
    const claims = async () => (await this.#left()).filter((name) => /\/[0-9a-f]{32}$/.test(name));
    // The worker removes the record of its host when it ends.
    await expect.poll(claims).toEqual([]);
    return (await this.#left()).filter((name) => name.endsWith(".call")).length;
  }

  #left(): Promise<string[]> {
    return readdir(this.#stateDirectory, { recursive: true });
  }
}

/** Kills the worker at each message of a call; returns the number of kills. */
async function killAtMessages(title: string, call: KilledCall): Promise<number> {
  const host = await Host.open();
  const { workers } = host;
  const counts = await host.run(call, `${title} without a kill`, {
    arm: () => workers.arm(undefined),
    disarm: () => workers.disarm(),
  });
  const moments = momentsOf(counts);
  for (const moment of moments) {
    const where = `${title}, ${JSON.stringify(moment)}`;
    await host.run(call, where, {
      arm: () => workers.arm(moment),
      disarm: () => {
        workers.disarm();
        expect(workers.isHit, where).toBe(true);
      },
    });
  }
  // Only where the note was lost that the result was read: at the result, and twice at the note.
  expect(await host.close(), title).toBeLessThanOrEqual(4);
  return moments.length;
}

/** Kills the worker before each system call that changes a name; returns the number of kills. */
async function killAtSystemCalls(title: string, call: KilledCall): Promise<number> {
  const host = await Host.open();
  for (let number = 1; ; number += 1) {
    const wasKilled = await host.run(call, `${title}, system call ${number}`, {
      arm: () => host.workers.armCall(number),
      disarm: () => host.workers.disarmCall(),
    });
    if (wasKilled) continue;
    expect(await host.close(), title).toBe(0);
    return number - 1;
  }
}

/** Waits for all kills to end, even if the test fails or takes too long: they use the folder. */
function allEnded(kills: readonly Promise<number>[]): Promise<readonly number[]> {
  onTestFinished(() => Promise.allSettled(kills).then(() => undefined));
  return Promise.all(kills);
}

describe("a worker that is killed", () => {
  it("leaves the old or the new files at any message of a call, and the result says which", async () => {
    const kills = await allEnded(Object.entries(CALLS).map((entry) => killAtMessages(...entry)));
    // The opening of the runtime, the call and the note that its result was read; two answers and a change.
    for (const count of kills) expect(count).toBeGreaterThanOrEqual(2 * (3 + 3));
  }, 480_000);

  it("leaves the old or the new files before any system call of a change, and the result says which", async () => {
    const kills = await allEnded(Object.entries(CALLS).map((entry) => killAtSystemCalls(...entry)));
    const counts = Object.keys(CALLS).map((title, index) => [title, kills[index]] as const);
    expect(counts.filter(([, count]) => (count ?? 0) < 1)).toEqual([]);
  }, 480_000);
});
