import { getEventListeners } from "node:events";
import { existsSync, readdirSync, rmdirSync, statSync } from "node:fs";
import {
  lutimes,
  mkdir,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { localFileLocks } from "../../../src/backends/local/file-locks/index.js";
import { LockDirectoryCalls } from "../../../src/backends/local/file-locks/lock-directory-calls.js";
import type { FileLocks } from "../../../src/contract/index.js";
import { manualClock } from "../../runtime/fixtures.js";
import { temporaryFolder } from "../temporary-folder.js";

const signal = new AbortController().signal;

/** Locks with a separate state directory, and the path of the lock of `/w/a.txt` in it. */
async function fixture() {
  const stateDirectory = await temporaryFolder();
  const directory = join(stateDirectory, "locks");
  const clock = manualClock();
  const locks = localFileLocks({ stateDirectory, clock });
  const probe = await locks.acquire("/w/a.txt", { signal });
  const [name = ""] = await readdir(directory);
  await probe.release();
  return { stateDirectory, directory, clock, locks, lockPath: join(directory, name) };
}

const anHourAgo = new Date(Date.now() - 3_600_000);
const daysAgo = new Date(Date.now() - 100 * 3_600_000);

/** The order in which waiting calls get a lock, each giving it back at once. */
function queue(locks: readonly FileLocks[], order: number[], path = "/w/a.txt") {
  return locks.map((each, index) =>
    each.acquire(path, { signal }).then((lock) => {
      order.push(index);
      return lock.release();
    }),
  );
}

describe("a lock", () => {
  it("a lock is a private, empty directory in the state directory while it is held, and gone afterwards", async () => {
    const { directory, locks } = await fixture();
    const lock = await locks.acquire("/w/a file that is not there.txt", { signal });
    const names = await readdir(directory);
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.lock$/)]);
    expect((await stat(join(directory, names[0] ?? ""))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(directory, names[0] ?? ""))).toEqual([]);
    expect(lock.compromised).toBe(false);
    await lock.release();
    expect(await readdir(directory)).toEqual([]);
    expect(lock.compromised).toBe(false);
  });

  it("keeps no listener on the signal of the call", async () => {
    const { locks } = await fixture();
    const controller = new AbortController();
    await (await locks.acquire("/w/a.txt", { signal: controller.signal })).release();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("a lock is created again when it is removed during its creation", async () => {
    const { locks, lockPath, clock } = await fixture();
    const look = vi.spyOn(LockDirectoryCalls.prototype, "stat");
    onTestFinished(() => look.mockRestore());
    look.mockImplementationOnce((path, callback) => {
      rmdirSync(path);
      callback(Object.assign(new Error("gone"), { code: "ENOENT" }));
    });
    const acquired = locks.acquire("/w/a.txt", { signal });
    await clock.advance(5);
    const lock = await acquired;
    expect(existsSync(lockPath)).toBe(true);
    expect(lock.compromised).toBe(false);
    await lock.release();
  });

  it("leaves other paths unlocked", async () => {
    const { directory, locks } = await fixture();
    const held = [await locks.acquire("/w/a", { signal }), await locks.acquire("/w/b", { signal })];
    expect(await readdir(directory)).toHaveLength(2);
    for (const lock of held) await lock.release();
  });

  it("measures the precision of time stamps once, not for every lock", async () => {
    const utimes = vi.spyOn(LockDirectoryCalls.prototype, "utimes");
    onTestFinished(() => utimes.mockRestore());
    const { locks } = await fixture();
    expect(utimes).toHaveBeenCalledTimes(1);
    for (const path of ["/w/a.txt", "/w/b.txt"]) await (await locks.acquire(path, { signal })).release();
    expect(utimes).toHaveBeenCalledTimes(1);
  });

  it("can be released twice, and after its directory or that of all locks is gone", async () => {
    const { directory, locks, lockPath } = await fixture();
    const twice = await locks.acquire("/w/a.txt", { signal });
    await twice.release();
    const next = await locks.acquire("/w/a.txt", { signal });
    await twice.release();
    expect(existsSync(lockPath)).toBe(true);
    expect(next.compromised).toBe(false);
    await rmdir(lockPath);
    await next.release();
    const last = await locks.acquire("/w/a.txt", { signal });
    await rm(directory, { recursive: true });
    await writeFile(directory, "");
    expect(last.compromised).toBe(true);
    await last.release();
  });

  it("can be acquired after the directory of all locks was removed", async () => {
    const { stateDirectory, directory, clock, locks } = await fixture();
    await rm(stateDirectory, { recursive: true });
    const acquired = locks.acquire("/w/a.txt", { signal });
    await clock.advance(5);
    const lock = await acquired;
    expect(await readdir(directory)).toHaveLength(1);
    await lock.release();
  });

  it("fails with the directory and the remedy when it cannot be created", async () => {
    const { directory, locks, clock } = await fixture();
    await rm(directory, { recursive: true });
    await writeFile(directory, "");
    await expect(locks.acquire("/w/a.txt", { signal })).rejects.toMatchObject({
      code: "io-error",
      absolutePath: "/w/a.txt",
      message: expect.stringMatching(/\/locks'.*ENOTDIR.*COLLET_STATE_DIRECTORY/),
    });
    expect(clock.pending()).toBe(0);
    // The next call checks the directory again and can report more.
    await expect(locks.acquire("/w/a.txt", { signal })).rejects.toMatchObject({
      code: "access-denied",
      message: expect.stringContaining("/locks' is not a directory"),
    });
    await rm(directory);
    await (await locks.acquire("/w/a.txt", { signal })).release();
  });
});

describe("locks inside the process", () => {
  it("grants a lock in the order of arrival, even to several runtimes on one state directory", async () => {
    const { stateDirectory, locks } = await fixture();
    const other = localFileLocks({ stateDirectory });
    const first = await locks.acquire("/w/a.txt", { signal });
    const order: number[] = [];
    const waiting = queue([locks, other, locks, other, locks, other], order);
    await first.release();
    await Promise.all(waiting);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("grants no slot when a lock is released a second time", async () => {
    const { locks, clock } = await fixture();
    const first = await locks.acquire("/w/a.txt", { signal });
    const acquired = locks.acquire("/w/a.txt", { signal });
    await first.release();
    const second = await acquired;
    await first.release();
    const waiting = locks.acquire("/w/a.txt", { signal });
    await clock.advance(100);
    // Only the timer of its wait is set: it is in the queue and does not try the lock that the second one
    // holds.
    expect(clock.pending()).toBe(1);
    await second.release();
    await (await waiting).release();
  });

  it("leaves the queue when a call is aborted", async () => {
    const { locks, clock, directory } = await fixture();
    const first = await locks.acquire("/w/a.txt", { signal });
    const controller = new AbortController();
    const order: number[] = [];
    const before = queue([locks], order);
    const aborted = locks.acquire("/w/a.txt", { signal: controller.signal });
    const after = queue([locks], order);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ code: "cancelled", absolutePath: "/w/a.txt" });
    expect(order).toEqual([]);
    await first.release();
    await Promise.all([...before, ...after]);
    expect(await readdir(directory)).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it("acquires nothing for a call that is aborted before it waits or when its slot is free", async () => {
    const { locks, directory } = await fixture();
    await expect(locks.acquire("/w/a.txt", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
    const first = await locks.acquire("/w/a.txt", { signal });
    const controller = new AbortController();
    const second = locks.acquire("/w/a.txt", { signal: controller.signal });
    const refused = expect(second).rejects.toMatchObject({ code: "cancelled" });
    const releasing = first.release();
    controller.abort();
    await Promise.all([releasing, refused]);
    expect(await readdir(directory)).toEqual([]);
    await (await locks.acquire("/w/a.txt", { signal })).release();
  });

  it("waits no longer than 30 seconds for another call", async () => {
    const { locks, clock } = await fixture();
    const first = await locks.acquire("/w/a.txt", { signal });
    const refused = expect(locks.acquire("/w/a.txt", { signal })).rejects.toMatchObject({
      code: "file-locked",
    });
    await clock.advance(30_000);
    await refused;
    await first.release();
    expect(clock.pending()).toBe(0);
  });
});

describe("a lock of another process", () => {
  it("a lock of another process is acquired as soon as it is free, after short, uneven waits", async () => {
    const { locks, clock, lockPath } = await fixture();
    await mkdir(lockPath);
    const delays = vi.spyOn(clock, "setTimeout");
    const acquired = locks.acquire("/w/a.txt", { signal });
    await clock.advance(1_000);
    await rmdir(lockPath);
    await clock.advance(50);
    const lock = await acquired;
    await lock.release();
    const steps = delays.mock.calls.map(([, delayMs]) => delayMs).filter((delayMs) => delayMs < 1_000);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(2.5);
    expect(Math.max(...steps)).toBeLessThanOrEqual(50);
    expect(steps.length).toBeGreaterThan(20);
    expect(new Set(steps.slice(-10)).size).toBeGreaterThan(1);
  });

  it("ends the wait after 30 seconds with an error that names file and remedy", async () => {
    const { locks, clock, lockPath } = await fixture();
    await mkdir(lockPath);
    const refused = expect(locks.acquire("/w/a.txt", { signal })).rejects.toMatchObject({
      code: "file-locked",
      absolutePath: "/w/a.txt",
      retryable: true,
      message: expect.stringMatching(/lock on '\/w\/a\.txt'.*30 seconds.*Nothing was changed.*try again/),
    });
    await clock.advance(29_900);
    expect(clock.pending()).toBeGreaterThan(0);
    await clock.advance(100);
    await refused;
    expect(clock.pending()).toBe(0);
    expect(existsSync(lockPath)).toBe(true);
  });

  it("gets a readable name when the key is an identity", async () => {
    const { locks } = await fixture();
    const refusal = await locks.acquire("2049:77", { signal: AbortSignal.abort() }).catch((error) => error);
    expect(refusal.message).toContain("the lock on a file with several hard links");
    expect(refusal.absolutePath).toBe(undefined);
  });

  it("ends the wait at once when the call is aborted", async () => {
    const { locks, clock, lockPath } = await fixture();
    await mkdir(lockPath);
    const controller = new AbortController();
    const acquired = locks.acquire("/w/a.txt", { signal: controller.signal });
    const refused = expect(acquired).rejects.toMatchObject({ code: "cancelled" });
    await clock.advance(100);
    controller.abort();
    // The clock does not advance: only the abort can have ended it.
    await refused;
    expect(clock.pending()).toBe(0);
    await rmdir(lockPath);
    await (await locks.acquire("/w/a.txt", { signal })).release();
  });
});

describe("leftovers of a killed process at the path of a lock", () => {
  const outside = "outside.txt";
  const leftovers: readonly [string, (path: string, folder: string) => Promise<unknown>][] = [
    ["an empty directory", (path) => mkdir(path)],
    ["a directory with something in it", (path) => mkdir(join(path, "deep", "er"), { recursive: true })],
    ["an empty file", (path) => writeFile(path, "")],
    ["a file of garbage", (path) => writeFile(path, Buffer.from([0, 255, 10]))],
    ["a symbolic link to a directory", (path, folder) => symlink(join(folder, "target"), path)],
    ["a symbolic link to a file", (path, folder) => symlink(join(folder, "target", outside), path)],
    ["a dangling symbolic link", (path, folder) => symlink(join(folder, "nowhere"), path)],
  ];

  it.each(leftovers)("leftovers are taken over when they are old: %s", async (_title, make) => {
    const { locks, lockPath, directory } = await fixture();
    const folder = await temporaryFolder();
    await mkdir(join(folder, "target"));
    await writeFile(join(folder, "target", outside), "untouched");
    await make(lockPath, folder);
    await lutimes(lockPath, anHourAgo, anHourAgo);
    const lock = await locks.acquire("/w/a.txt", { signal });
    expect(lock.compromised).toBe(false);
    await lock.release();
    expect(await readdir(directory)).toEqual([]);
    expect(await readdir(folder)).toEqual(["target"]);
    expect(await readFile(join(folder, "target", outside), "utf8")).toBe("untouched");
  });

  it.each(leftovers)("leftovers are respected while they are young: %s", async (_title, make) => {
    const { locks, lockPath, clock } = await fixture();
    await make(lockPath, await temporaryFolder());
    const controller = new AbortController();
    const acquired = locks.acquire("/w/a.txt", { signal: controller.signal });
    const refused = expect(acquired).rejects.toMatchObject({ code: "cancelled" });
    await clock.advance(500);
    controller.abort();
    await refused;
    expect(readdirSync(join(lockPath, "..")).length).toBe(1);
  });

  it("leftovers are taken over when their time is far ahead, because the clock was set back", async () => {
    const { locks, lockPath } = await fixture();
    await mkdir(lockPath);
    const nextYear = new Date(Date.now() + 365 * 24 * 3_600_000);
    await utimes(lockPath, nextYear, nextYear);
    await (await locks.acquire("/w/a.txt", { signal })).release();
    expect(existsSync(lockPath)).toBe(false);
  });

  it("leftovers are swept after a day when that path is never locked again", async () => {
    const { stateDirectory, directory } = await fixture();
    for (const [name, time] of [
      ["old.lock", daysAgo],
      ["aside.lock.1f", daysAgo],
      ["young.lock", anHourAgo],
    ] as const) {
      await mkdir(join(directory, name));
      await utimes(join(directory, name), time, time);
    }
    await (await localFileLocks({ stateDirectory }).acquire("/w/other", { signal })).release();
    expect(await readdir(directory)).toEqual(["young.lock"]);
  });
});

describe("a lock that is held", () => {
  it("survives a clock that is set back", async () => {
    const { locks, lockPath } = await fixture();
    const lock = await locks.acquire("/w/a.txt", { signal });
    vi.useFakeTimers({ toFake: ["Date"], now: anHourAgo });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    // The next heartbeat brings the lock to the new time.
    await vi.waitUntil(() => statSync(lockPath).mtimeMs < Date.now() + 60_000, { timeout: 5_000 });
    expect(lock.compromised).toBe(false);
    await lock.release();
  });
});

describe("a lock that another process took over", () => {
  it("reports the loss at once, and its release does not touch the other lock", async () => {
    const { locks, lockPath } = await fixture();
    const lock = await locks.acquire("/w/a.txt", { signal });
    await rmdir(lockPath);
    await mkdir(lockPath);
    const { ctimeNs } = await stat(lockPath, { bigint: true });
    expect(lock.compromised).toBe(true);
    await lock.release();
    expect((await stat(lockPath, { bigint: true })).ctimeNs).toBe(ctimeNs);
    expect(lock.compromised).toBe(true);
  });

  it("reports the loss as soon as it is old enough for others to take", async () => {
    const { locks, lockPath } = await fixture();
    const lock = await locks.acquire("/w/a.txt", { signal });
    expect(lock.compromised).toBe(false);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5_100 });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    expect(lock.compromised).toBe(true);
    vi.useRealTimers();
    // No other process took the lock, but one may have been about to: a lost lock stays lost.
    expect(lock.compromised).toBe(true);
    await lock.release();
    expect(existsSync(lockPath)).toBe(false);
  });

  it("a lost lock is noticed by the heartbeat, which neither refreshes the other lock nor ends the process", async () => {
    const { locks, lockPath, directory } = await fixture();
    const lock = await locks.acquire("/w/a.txt", { signal });
    await rmdir(lockPath);
    await mkdir(lockPath);
    const taken = await stat(lockPath, { bigint: true });
    // A lock that was taken later has its first heartbeat later.
    const later = await locks.acquire("/w/b.txt", { signal });
    const laterPath = join(
      directory,
      (await readdir(directory)).find((name) => !lockPath.endsWith(name)) ?? "",
    );
    const { mtimeNs } = await stat(laterPath, { bigint: true });
    await vi.waitUntil(async () => (await stat(laterPath, { bigint: true })).mtimeNs !== mtimeNs, {
      timeout: 5_000,
    });
    await later.release();
    expect((await stat(lockPath, { bigint: true })).mtimeNs).toBe(taken.mtimeNs);
    expect(lock.compromised).toBe(true);
    await lock.release();
  });
});
