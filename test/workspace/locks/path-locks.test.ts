import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PathLocks } from "../../../src/workspace/locks/path-locks.js";

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("PathLocks", () => {
  it("grants a lock to one at a time, in order of arrival, without blocking other keys", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 20 }),
        fc.scheduler(),
        async (keys, scheduler) => {
          const locks = new PathLocks();
          const inside = new Set<string>();
          const order = new Map<string, number[]>();
          const runs = keys.map((key, index) =>
            locks.hold(key, never, async () => {
              expect(inside.has(key)).toBe(false);
              inside.add(key);
              order.set(key, [...(order.get(key) ?? []), index]);
              await scheduler.schedule(Promise.resolve());
              inside.delete(key);
            }),
          );
          await scheduler.waitFor(Promise.all(runs));
          for (const indexes of order.values()) expect(indexes).toEqual([...indexes].sort((x, y) => x - y));
        },
      ),
    );
  });

  it("releases the lock when the work fails", async () => {
    const locks = new PathLocks();
    await expect(locks.hold("a", never, () => Promise.reject(new Error("broke")))).rejects.toThrow("broke");
    expect(await locks.hold("a", never, async () => "next")).toBe("next");
  });

  it("removes a cancelled waiter from the queue", async () => {
    const locks = new PathLocks();
    const release = await locks.acquire("a", never);
    const controller = new AbortController();
    const cancelled = locks.acquire("a", controller.signal);
    const third = locks.acquire("a", never);
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    release();
    (await third)();
    await expect(locks.acquire("a", AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
  });

  it("does not release another holder's lock at a second release", async () => {
    const locks = new PathLocks();
    const first = await locks.acquire("a", never);
    first();
    const second = await locks.acquire("a", never);
    first();
    let third = false;
    const waiting = locks.acquire("a", never).then(() => {
      third = true;
    });
    await turn();
    expect(third).toBe(false);
    second();
    await waiting;
  });
});
