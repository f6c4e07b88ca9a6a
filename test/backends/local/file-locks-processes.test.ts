import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { BundledProgram } from "../../bundled-module.js";
import { bundleLockWorker, LockProcess } from "./file-locks-process.js";

let folder: string;
let stateDirectory: string;
let program: BundledProgram;
// Started once. Some tests end theirs, so each names its own.
let pool: LockProcess[] = [];

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-test-")));
  stateDirectory = join(folder, "state");
  program = await bundleLockWorker();
  pool = Array.from({ length: 8 }, () => new LockProcess(program, stateDirectory));
  await Promise.all(pool.map(({ ready }) => ready));
});

afterAll(async () => {
  await Promise.all(pool.map((each) => each.end()));
  program.dispose();
  await rm(folder, { recursive: true, force: true });
});

function processNumber(index: number): LockProcess {
  const found = pool[index];
  if (found === undefined) throw new Error(`There is no process ${index}.`);
  return found;
}

function lockPathOf(path: string): string {
  return join(stateDirectory, "locks", `${createHash("sha256").update(path).digest("hex")}.lock`);
}

/** A gate at which a process waits until the test opens it. */
function gate(name: string) {
  const opened = { reached: join(folder, `${name}-reached`), open: join(folder, `${name}-open`) };
  return {
    opened,
    whenReached: () => vi.waitUntil(() => existsSync(opened.reached), { timeout: 10_000, interval: 5 }),
    letThrough: () => writeFile(opened.open, ""),
  };
}

const HALF_A_DAY_MS = 12 * 3_600_000;

async function makeOld(path: string): Promise<void> {
  const time = new Date(Date.now() - HALF_A_DAY_MS);
  await utimes(path, time, time);
}

describe("locks between processes", () => {
  it("let eight processes change one file in turn, with no failure and no lost change", async () => {
    const counter = join(folder, "counter");
    await writeFile(counter, "0");
    expect(await Promise.all(pool.map((each) => each.run("loadedLibrary")))).not.toContain(true);
    const begun = performance.now();
    await Promise.all(pool.map((each) => each.run("count", "/w/a", counter, { times: 3, holdMs: 20 })));
    expect(await readFile(counter, "utf8")).toBe("24");
    // 24 times 20 ms is the least there is; the default back-off would need whole seconds more.
    expect(performance.now() - begun).toBeLessThan(6_000);
    expect(await readdir(join(stateDirectory, "locks"))).toEqual([]);
    // It is loaded by now: the look above was not blind.
    expect(await Promise.all(pool.map((each) => each.run("loadedLibrary")))).not.toContain(false);
  });
});

describe.concurrent("a holder without a heartbeat", () => {
  // 4 s without a heartbeat make a lock stale; the first lock of a process is dated up to a second ahead.
  const takeoverMs = { least: 4_000 - 50, most: 4_000 + 1_005 + 4_900 };

  /** Has a lock taken over from a holder that got it after `begun`. */
  async function expectTakeover(taker: LockProcess, path: string, begun: number): Promise<void> {
    await taker.run("acquire", path);
    expect(performance.now() - begun).toBeGreaterThan(takeoverMs.least);
    expect(performance.now() - begun).toBeLessThan(takeoverMs.most);
    expect(await taker.run("isCompromised")).toBe(false);
  }

  it("loses its lock within seconds after it was killed", async () => {
    const [holder, taker] = [processNumber(0), processNumber(1)];
    const begun = performance.now();
    await holder.run("acquire", "/w/killed");
    await holder.end("SIGKILL");
    expect(existsSync(lockPathOf("/w/killed"))).toBe(true);
    await expectTakeover(taker, "/w/killed", begun);
    await taker.run("release");
    expect(existsSync(lockPathOf("/w/killed"))).toBe(false);
  });

  it("sees, when it continues after a stop, that another process has its lock", async () => {
    const [holder, taker] = [processNumber(2), processNumber(3)];
    const begun = performance.now();
    await holder.run("acquire", "/w/stopped");
    expect(await holder.run("isCompromised")).toBe(false);
    holder.child.kill("SIGSTOP");
    await expectTakeover(taker, "/w/stopped", begun);
    holder.child.kill("SIGCONT");
    expect(await holder.run("isCompromised")).toBe(true);
    const { ino } = await stat(lockPathOf("/w/stopped"));
    await holder.run("release");
    expect((await stat(lockPathOf("/w/stopped"))).ino).toBe(ino);
    expect(await taker.run("isCompromised")).toBe(false);
    await taker.run("release");
    expect(existsSync(lockPathOf("/w/stopped"))).toBe(false);
  });

  it("sees the loss after its event loop was blocked, and stays alive", async () => {
    const [holder, taker] = [processNumber(4), processNumber(5)];
    const { opened, letThrough } = gate("blocked");
    const begun = performance.now();
    await holder.run("acquire", "/w/blocked");
    const blocked = holder.run("blockEventLoop", opened);
    await expectTakeover(taker, "/w/blocked", begun);
    await letThrough();
    await blocked;
    expect(await holder.run("isCompromised")).toBe(true);
    await holder.run("release");
    await taker.run("release");
    expect(holder.child.exitCode).toBe(null);
  });

  it("keeps its lock for any time with heartbeats", async () => {
    const [holder, waiter] = [processNumber(6), processNumber(7)];
    await holder.run("acquire", "/w/slow");
    const path = lockPathOf("/w/slow");
    const { ino, mtimeMs } = await stat(path);
    let had = false;
    const acquired = waiter.run("acquire", "/w/slow").then(() => {
      had = true;
    });
    // Later than a lock without heartbeats would live.
    await vi.waitUntil(async () => (await stat(path)).mtimeMs > mtimeMs + 4_500, { timeout: 10_000 });
    expect(had).toBe(false);
    expect((await stat(path)).ino).toBe(ino);
    expect(await holder.run("isCompromised")).toBe(false);
    await holder.run("release");
    await acquired;
    await waiter.run("release");
  });
});

describe("two processes that find the same abandoned lock", () => {
  it("both hold it with the unmodified proper-lockfile 4.1.2: the weakness is real", async () => {
    const [slow, quick] = [processNumber(2), processNumber(3)];
    const lockPath = join(folder, "bare-lock");
    await mkdir(lockPath);
    await makeOld(lockPath);
    const { opened, whenReached, letThrough } = gate("bare");
    const slowly = slow.run("acquireBare", lockPath, opened);
    await whenReached();
    await quick.run("acquireBare", lockPath, null);
    await letThrough();
    // Resolves: the slow one removed the fresh lock of the quick one and made its own.
    await slowly;
  });

  it("never both hold it here: the slow one puts the fresh lock back and waits", async () => {
    const [slow, quick] = [processNumber(4), processNumber(5)];
    const path = lockPathOf("/w/abandoned");
    await mkdir(path, { recursive: true });
    await makeOld(path);
    const { opened, whenReached, letThrough } = gate("takeover");
    await slow.run("gateTakeover", opened);
    let slowHolds = false;
    const slowly = slow.run("acquire", "/w/abandoned").then(() => {
      slowHolds = true;
    });
    await whenReached();
    await quick.run("acquire", "/w/abandoned");
    const { ino, ctimeMs } = await stat(path);
    await letThrough();
    // A renamed directory has a new change time: it was aside and came back.
    await vi.waitUntil(() => (statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? ctimeMs) !== ctimeMs, {
      interval: 5,
    });
    expect((await stat(path)).ino).toBe(ino);
    expect(await quick.run("isCompromised")).toBe(false);
    expect(slowHolds).toBe(false);
    await quick.run("release");
    await slowly;
    expect(await slow.run("isCompromised")).toBe(false);
    await slow.run("release");
    expect(existsSync(path)).toBe(false);
  });
});

describe("a holder that ends", () => {
  it.each([
    [1, "exit"],
    [6, "SIGTERM"],
    [7, "SIGINT"],
  ] as const)("leaves no lock behind (process %i, by %s)", async (index, ending) => {
    const holder = processNumber(index);
    await holder.run("acquire", `/w/${ending}`);
    expect(existsSync(lockPathOf(`/w/${ending}`))).toBe(true);
    if (ending === "exit") {
      await expect(holder.run("exit")).rejects.toThrow("gone");
      expect(holder.child.exitCode).toBe(0);
    } else {
      await holder.end(ending);
      expect(holder.child.signalCode).toBe(ending);
    }
    expect(existsSync(lockPathOf(`/w/${ending}`))).toBe(false);
  });
});
