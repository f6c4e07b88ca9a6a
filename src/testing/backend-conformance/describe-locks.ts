import type { Backend, FileLocks } from "../../contract/index.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { HOSTILE_NAMES } from "./describe-hostile-names.js";
import { never } from "./search-bench.js";
import { type Bench, type BenchCase, benchCase, codeOf, declareCases } from "./test-bench.js";

const TREE = { "a.txt": "one", "b.txt": "two" };

const CASES: readonly BenchCase[] = [
  benchCase("lets the second wait for the first, in order of arrival", TREE, async (bench) => {
    const order: string[] = [];
    const first = await locksOf(bench).acquire(bench.at("a.txt"), { signal: never });
    const later = ["second", "third"].map(async (name) => {
      const lock = await locksOf(bench).acquire(bench.at("a.txt"), { signal: never });
      order.push(name);
      await lock.release();
    });
    // Another file is free meanwhile, so the waiting ones have had their turn when its lock is there.
    await (await locksOf(bench).acquire(bench.at("b.txt"), { signal: never })).release();
    bench.expect(order).toEqual([]);
    bench.expect(first.compromised).toBe(false);
    await first.release();
    await Promise.all(later);
    bench.expect(order).toEqual(["second", "third"]);
  }),
  benchCase("does not release the lock of the next holder when released twice", TREE, async (bench) => {
    const acquire = () => locksOf(bench).acquire(bench.at("a.txt"), { signal: never });
    const first = await acquire();
    await first.release();
    const second = await acquire();
    await first.release();
    let isFree = false;
    const third = acquire().then((lock) => {
      isFree = true;
      return lock;
    });
    await (await locksOf(bench).acquire(bench.at("b.txt"), { signal: never })).release();
    bench.expect(isFree).toBe(false);
    await second.release();
    await (await third).release();
  }),
  benchCase("stops waiting when its signal aborts, and leaves the lock to others", TREE, async (bench) => {
    const path = bench.at("a.txt");
    const first = await locksOf(bench).acquire(path, { signal: never });
    const stop = new AbortController();
    const waiting = codeOf(locksOf(bench).acquire(path, { signal: stop.signal }));
    stop.abort();
    bench.expect(await waiting).toBe("cancelled");
    await first.release();
    await (await locksOf(bench).acquire(path, { signal: never })).release();
    bench
      .expect(await codeOf(locksOf(bench).acquire(path, { signal: AbortSignal.abort() })))
      .toBe("cancelled");
  }),
  benchCase("accepts a file that does not exist, and names of any characters", TREE, async (bench) => {
    for (const [, name] of HOSTILE_NAMES)
      await (await locksOf(bench).acquire(bench.at(name), { signal: never })).release();
    bench.expect((await bench.files.resolve(bench.at("made"))).stat).toBe(undefined);
  }),
];

/** Declares tests for the promises of file locks, of backends that have them. */
export function describeLocks(factory: BackendFactory, runner: TestRunner): void {
  runner.describe("a file lock", () => {
    declareCases(factory, runner, [
      benchCase("is there, or locks are declared as those of a runtime", {}, async ({ backend, expect }) => {
        const { locks, guarantees } = backend;
        if (guarantees?.locks === "machine") expect(locks !== undefined).toBe(true);
      }),
      ...CASES.map((each) => ({ ...each, isOmitted: ({ locks }: Backend) => locks === undefined })),
    ]);
  });
}

function locksOf({ backend }: Bench): FileLocks {
  if (backend.locks === undefined) throw new Error(`The ${backend.name} backend has no file locks.`);
  return backend.locks;
}
