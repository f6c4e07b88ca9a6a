import { describe, expect, it } from "vitest";
import {
  createScheduler,
  directoryKey,
  fileKey,
  MAX_NAMED_WAITS,
  type TaskSubmission,
} from "../../src/batching/index.js";
import { HandSettled } from "./hand-settled.js";

const held = new HandSettled();
const task = (
  id: string,
  keys: ReturnType<typeof fileKey>[],
  more: Partial<TaskSubmission<unknown>> = {},
) => ({
  id,
  profile: { keys },
  run: () => held.promise,
  ...more,
});

describe("onWait", () => {
  it("receives the tasks that delay a task, of any run, once, and only if there are some", () => {
    const scheduler = createScheduler({ explains: true });
    const told: string[][] = [];
    const onWait = (earlier: readonly TaskSubmission<unknown>[]) => told.push(earlier.map(({ id }) => id));
    const one = scheduler.openRun();
    const other = scheduler.openRun();
    void one.submit(task("a", [fileKey("/x/a", "write")], { onWait }));
    void one.submit(task("b", [fileKey("/x/b", "write")], { onWait }));
    void other.submit(task("c", [fileKey("/y", "write")], { onWait }));
    expect(told).toEqual([]);
    void other.submit(task("search", [directoryKey("/x", "read", "subtree")], { onWait }));
    void other.submit(task("again", [directoryKey("/x", "read", "subtree")], { onWait }));
    expect(told.map((ids) => ids.sort())).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
  });

  it("omits cancelled tasks, and receives a bounded number", () => {
    const scheduler = createScheduler({ explains: true });
    const run = scheduler.openRun();
    const told: string[][] = [];
    void run.submit(task("first", [fileKey("/a", "write")]));
    run.submit(task("gone", [fileKey("/a", "write")])).catch(() => undefined);
    run.cancel("gone");
    for (let index = 0; index < 50; index++)
      void run.submit(task(`${index}`, [fileKey(`/b/${index}`, "write")]));
    const onWait = (earlier: readonly TaskSubmission<unknown>[]) => told.push(earlier.map(({ id }) => id));
    void run.submit(task("after", [fileKey("/a", "write")], { onWait }));
    void run.submit(task("all", [directoryKey("/b", "write", "subtree")], { onWait }));
    expect(told[0]).toEqual([]);
    expect(told[1]).toHaveLength(MAX_NAMED_WAITS);
  });

  it("may throw without an effect on the task", async () => {
    const scheduler = createScheduler();
    const run = scheduler.openRun();
    const first = new HandSettled();
    const onWait = () => {
      throw new Error("no");
    };
    const before = run.submit({ ...task("a", [fileKey("/a", "write")]), run: () => first.promise });
    const after = run.submit({ ...task("b", [fileKey("/a", "write")], { onWait }), run: () => "ran" });
    first.resolve();
    await before;
    expect(await after).toBe("ran");
  });
});
