import { describe, expect, it, vi } from "vitest";
import {
  type CallProfile,
  createScheduler,
  directoryKey,
  fileKey,
  type OnReject,
  type RunOptions,
  type SchedulerOptions,
  type SchedulerRun,
  type SchedulingStrategy,
  TaskCancelledError,
  type TaskHandle,
  type TimelineEntry,
} from "../../../src/batching/index.js";
import { HandSettled, settled } from "../hand-settled.js";

const read = (path: string): CallProfile => ({ keys: [fileKey(path, "read")] });
const write = (path: string): CallProfile => ({ keys: [fileKey(path, "write")] });

/** Tasks that end when the test ends them, and a log of the starts. */
class Bench {
  readonly scheduler;
  readonly started: string[] = [];
  readonly #ends = new Map<string, HandSettled<string>>();
  readonly results = new Map<string, Promise<string>>();

  constructor(options: SchedulerOptions = {}) {
    this.scheduler = createScheduler(options);
  }

  submit(
    run: SchedulerRun,
    id: string,
    profile: CallProfile,
    extra: {
      signal?: AbortSignal;
      prepare?: (task: TaskHandle) => Promise<undefined | { value: string }>;
      before?: (task: TaskHandle) => void;
    } = {},
  ): Promise<string> {
    const { before, ...options } = extra;
    const result = run.submit<string>({
      id,
      profile,
      ...options,
      run: (task) => {
        before?.(task);
        this.started.push(id);
        const end = new HandSettled<string>();
        this.#ends.set(id, end);
        return end.promise;
      },
    });
    result.catch(() => undefined);
    this.results.set(id, result);
    return result;
  }

  async end(id: string): Promise<void> {
    this.#ends.get(id)?.resolve(`result of ${id}`);
    await settled();
  }

  async fail(id: string): Promise<void> {
    this.#ends.get(id)?.reject(new Error(`${id} failed`));
    await settled();
  }
}

describe("createScheduler", () => {
  it.each([0, -1, Number.NaN, 1.5, "4", null])("refuses %s as max with a message", (max) => {
    expect(() => createScheduler({ max: max as number })).toThrow(
      new RangeError(`max must be a positive integer or Infinity, but it is ${max}.`),
    );
  });

  it("refuses an unknown strategy and an unknown onReject, and names the valid ones", () => {
    expect(() => createScheduler({ strategy: "fast" as SchedulingStrategy })).toThrow(
      "strategy must be one of dependency, batches, serial, but it is fast.",
    );
    expect(() => createScheduler().openRun({ onReject: "stop" as OnReject })).toThrow(
      "onReject must be one of continue, cancel-dependents, cancel-later, but it is stop.",
    );
  });

  it("starts a call as soon as the earlier conflicting ones ended, and no later", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    bench.submit(run, "read a", read("/a"));
    bench.submit(run, "read b", read("/b"));
    bench.submit(run, "edit a", write("/a"));
    bench.submit(run, "read c", read("/c"));
    expect(bench.started).toEqual(["read a", "read b", "read c"]);
    await bench.end("read a");
    expect(bench.started).toEqual(["read a", "read b", "read c", "edit a"]);
  });

  it("keeps one order for all runs: later readers do not starve a writer", async () => {
    const bench = new Bench();
    const [first, second] = [bench.scheduler.openRun(), bench.scheduler.openRun()];
    bench.submit(first, "read 1", read("/a"));
    bench.submit(second, "edit", write("/a"));
    bench.submit(first, "read 2", read("/a"));
    expect(bench.started).toEqual(["read 1"]);
    await bench.end("read 1");
    expect(bench.started).toEqual(["read 1", "edit"]);
    await bench.end("edit");
    expect(bench.started).toEqual(["read 1", "edit", "read 2"]);
  });

  it("never runs more than max, first come, first served", async () => {
    const bench = new Bench({ max: 2 });
    const run = bench.scheduler.openRun();
    for (const id of ["1", "2", "3", "4"]) bench.submit(run, id, read("/a"));
    expect(bench.started).toEqual(["1", "2"]);
    await bench.end("2");
    expect(bench.started).toEqual(["1", "2", "3"]);
    await bench.end("1");
    expect(bench.started).toEqual(["1", "2", "3", "4"]);
  });

  it("runs batches one after another with the strategy batches", async () => {
    const bench = new Bench({ strategy: "batches" });
    const run = bench.scheduler.openRun();
    bench.submit(run, "read a", read("/a"));
    bench.submit(run, "read b", read("/b"));
    bench.submit(run, "edit a", write("/a"));
    bench.submit(run, "read c", read("/c"));
    const other = bench.scheduler.openRun();
    bench.submit(other, "other run", read("/c"));
    expect(bench.started).toEqual(["read a", "read b", "other run"]);
    await bench.end("read a");
    expect(bench.started).toHaveLength(3);
    await bench.end("read b");
    expect(bench.started.slice(3)).toEqual(["edit a", "read c"]);
  });

  it("runs a run serially with the strategy serial, concurrently with other runs", async () => {
    const bench = new Bench({ strategy: "serial" });
    const [run, other] = [bench.scheduler.openRun(), bench.scheduler.openRun()];
    bench.submit(run, "1", read("/a"));
    bench.submit(run, "2", read("/b"));
    bench.submit(run, "3", read("/c"));
    bench.submit(other, "beside", read("/d"));
    expect(bench.started).toEqual(["1", "beside"]);
    // A cancelled task in the middle does not let the last one overtake the first.
    run.cancel("2");
    await settled();
    expect(bench.started).toEqual(["1", "beside"]);
    await bench.end("1");
    expect(bench.started).toEqual(["1", "beside", "3"]);
  });

  it("returns the outcome of each task for any work", async () => {
    const run = createScheduler({ max: 1 }).openRun();
    const submit = (id: string, work: () => unknown) => run.submit({ id, profile: write("/a"), run: work });
    const twice = {
      // biome-ignore lint/suspicious/noThenProperty: the test needs a thenable that settles twice.
      then(resolve: (value: string) => void) {
        resolve("once");
        resolve("twice");
        throw new Error("and throws");
      },
    };
    const outcomes = await Promise.allSettled([
      submit("value", () => 1),
      submit("nothing", () => undefined),
      submit("promise", async () => "later"),
      submit("throws", () => {
        throw new Error("at once");
      }),
      submit("rejects", () => Promise.reject("a string")),
      submit("twice", () => twice),
      submit("after all that", () => "still works"),
    ]);
    expect(
      outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : `${outcome.reason}`)),
    ).toEqual([1, undefined, "later", "Error: at once", "a string", "once", "still works"]);
  });

  it("lets a task submit others to its run, from within its run", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    bench.submit(run, "outer", write("/a"), { before: () => bench.submit(run, "inner", write("/a")) });
    expect(bench.started).toEqual(["outer"]);
    await bench.end("outer");
    expect(bench.started).toEqual(["outer", "inner"]);
  });
});

describe("prepare", () => {
  it("runs once the lock is held, takes no slot, and delays only conflicting tasks", async () => {
    const bench = new Bench({ max: 1 });
    const run = bench.scheduler.openRun();
    const answer = new HandSettled<undefined>();
    const asked = vi.fn(() => answer.promise);
    bench.submit(run, "read a", read("/a"));
    bench.submit(run, "edit a", write("/a"), { prepare: asked });
    bench.submit(run, "read a again", read("/a"));
    bench.submit(run, "read b", read("/b"));
    expect(asked).not.toHaveBeenCalled();
    await bench.end("read a");
    expect(asked).toHaveBeenCalledOnce();
    expect(bench.started).toEqual(["read a", "read b"]);
    answer.resolve(undefined);
    await settled();
    expect(bench.started).toEqual(["read a", "read b"]);
    await bench.end("read b");
    expect(bench.started).toEqual(["read a", "read b", "edit a"]);
  });

  it("ends the task with a value, a rejection or a throw; the work is skipped and others continue", async () => {
    const run = createScheduler().openRun();
    const work = vi.fn(() => "ran");
    const submit = (id: string, prepare: () => undefined | { value: string } | Promise<{ value: string }>) =>
      run.submit({ id, profile: write("/a"), prepare, run: work });
    const outcomes = await Promise.allSettled([
      submit("value", () => ({ value: "refused" })),
      submit("promise", async () => ({ value: "refused later" })),
      submit("rejects", () => Promise.reject(new Error("nobody there"))),
      submit("throws", () => {
        throw new Error("broken");
      }),
      submit("goes on", () => undefined),
    ]);
    expect(
      outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : outcome.reason.message)),
    ).toEqual(["refused", "refused later", "nobody there", "broken", "ran"]);
    expect(work).toHaveBeenCalledOnce();
  });
});

describe("cancellation", () => {
  it("settles a waiting task at once, without starting it", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    bench.submit(run, "1", write("/a"));
    const second = bench.submit(run, "2", write("/a"));
    bench.submit(run, "3", write("/a"));
    expect(run.cancel("2", "changed my mind")).toBe(true);
    await expect(second).rejects.toMatchObject({
      name: "TaskCancelledError",
      message: "Task '2' was cancelled before it started: the caller cancelled it.",
      taskId: "2",
      cancellation: { type: "request", cause: "changed my mind" },
    });
    expect(bench.started).toEqual(["1"]);
    await bench.end("1");
    expect(bench.started).toEqual(["1", "3"]);
  });

  it("keeps the order of tasks after a cancelled one", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    bench.submit(run, "edit a", write("/a"));
    bench.submit(run, "bash", "all");
    bench.submit(run, "edit a again", write("/a"));
    run.cancel("bash");
    await settled();
    expect(bench.started).toEqual(["edit a"]);
    await bench.end("edit a");
    expect(bench.started).toEqual(["edit a", "edit a again"]);
    await bench.end("edit a again");
    expect(bench.scheduler.size).toBe(0);
  });

  it("reaches tasks that wait for an answer or for a slot, and lets later tasks continue", async () => {
    const bench = new Bench({ max: 1 });
    const run = bench.scheduler.openRun();
    bench.submit(run, "runs", read("/r"));
    const asked = bench.submit(run, "asked", write("/a"), {
      prepare: () => new HandSettled<undefined>().promise,
    });
    const slot = bench.submit(run, "slot", write("/b"));
    bench.submit(run, "next a", write("/a"));
    expect([run.cancel("asked"), run.cancel("slot")]).toEqual([true, true]);
    await expect(asked).rejects.toBeInstanceOf(TaskCancelledError);
    await expect(slot).rejects.toBeInstanceOf(TaskCancelledError);
    await bench.end("runs");
    expect(bench.started).toEqual(["runs", "next a"]);
  });

  it("persists: a later answer starts nothing", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    const answers = [new HandSettled<undefined>(), new HandSettled<undefined>()];
    for (const [id, answer] of answers.entries()) {
      bench.submit(run, `${id}`, write("/a"), { prepare: () => answer.promise });
      run.cancel(`${id}`);
    }
    answers[0]?.resolve(undefined);
    answers[1]?.reject(new Error("nobody there"));
    await settled();
    expect(bench.started).toEqual([]);
    await expect(bench.results.get("1")).rejects.toBeInstanceOf(TaskCancelledError);
    expect(bench.scheduler.size).toBe(0);
  });

  it("reaches every unfinished task with the id", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    for (const id of ["runs", "twice", "twice", "once"]) bench.submit(run, id, write("/a"));
    expect([run.cancel("twice"), run.cancel("twice")]).toEqual([true, false]);
    await bench.end("runs");
    expect(bench.started).toEqual(["runs", "once"]);
  });

  it("does not reach a running task, an ended one or an unknown one", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    bench.submit(run, "1", write("/a"));
    expect([run.cancel("1"), run.cancel("nobody")]).toEqual([false, false]);
    await bench.end("1");
    expect(run.cancel("1")).toBe(false);
    await expect(bench.results.get("1")).resolves.toBe("result of 1");
  });

  it("follows the signal of a task and that of a run, even when they were aborted before", async () => {
    const bench = new Bench();
    const [ofRun, ofTask] = [new AbortController(), new AbortController()];
    const run = bench.scheduler.openRun({ signal: ofRun.signal });
    bench.submit(run, "runs", write("/a"));
    const first = bench.submit(run, "1", write("/a"), { signal: ofTask.signal });
    const second = bench.submit(run, "2", write("/a"));
    ofTask.abort("only this one");
    await expect(first).rejects.toMatchObject({ cancellation: { type: "signal", cause: "only this one" } });
    ofRun.abort("all of them");
    await expect(second).rejects.toMatchObject({ cancellation: { type: "signal", cause: "all of them" } });
    await expect(bench.submit(run, "3", read("/b"))).rejects.toMatchObject({
      cancellation: { type: "signal" },
    });
    await expect(
      bench.submit(bench.scheduler.openRun(), "4", read("/b"), { signal: ofTask.signal }),
    ).rejects.toMatchObject({ cancellation: { cause: "only this one" } });
    await bench.end("runs");
    expect(bench.started).toEqual(["runs"]);
  });

  it("listens once to a signal that many tasks share, and releases it after them", async () => {
    const bench = new Bench();
    const controller = new AbortController();
    const add = vi.spyOn(controller.signal, "addEventListener");
    const remove = vi.spyOn(controller.signal, "removeEventListener");
    const run = bench.scheduler.openRun({ signal: controller.signal });
    for (let id = 0; id < 100; id++) bench.submit(run, `${id}`, read("/a"), { signal: controller.signal });
    for (let id = 0; id < 100; id++) await bench.end(`${id}`);
    expect(add).toHaveBeenCalledOnce();
    expect(remove).toHaveBeenCalledOnce();
  });

  it("cancels a whole run, but no tasks that are submitted afterwards", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    bench.submit(run, "runs", write("/a"));
    for (let id = 0; id < 5; id++) bench.submit(run, `${id}`, write("/a"));
    run.cancelAll("over");
    bench.submit(run, "new", write("/a"));
    await bench.end("runs");
    expect(bench.started).toEqual(["runs", "new"]);
    await expect(bench.results.get("4")).rejects.toMatchObject({
      cancellation: { type: "request", cause: "over" },
    });
  });

  it("stops a run for waiting and future tasks, and no other run", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    bench.submit(run, "runs", write("/a"));
    bench.submit(run, "waits", write("/a"));
    run.stop("over");
    bench.submit(run, "late", write("/b"));
    bench.submit(bench.scheduler.openRun(), "other", write("/b"));
    await bench.end("runs");
    expect(bench.started).toEqual(["runs", "other"]);
    for (const name of ["waits", "late"]) {
      await expect(bench.results.get(name)).rejects.toMatchObject({
        cancellation: { type: "request", cause: "over" },
      });
    }
    await expect(bench.results.get("runs")).resolves.toBe("result of runs");
  });
});

describe("holdUntil", () => {
  it("releases the slot at the end, but the lock only when the remaining work has ended", async () => {
    const bench = new Bench({ max: 1 });
    const run = bench.scheduler.openRun();
    const behind = new HandSettled();
    bench.submit(run, "times out", write("/a"), { before: (task) => task.holdUntil(behind.promise) });
    bench.submit(run, "edit a", write("/a"));
    bench.submit(run, "edit b", write("/b"));
    await bench.end("times out");
    await expect(bench.results.get("times out")).resolves.toBe("result of times out");
    expect(bench.started).toEqual(["times out", "edit b"]);
    await bench.end("edit b");
    expect(bench.started).toEqual(["times out", "edit b"]);
    behind.reject(new Error("it does not matter how"));
    await settled();
    expect(bench.started).toEqual(["times out", "edit b", "edit a"]);
  });

  it("waits for the end of the task when the remaining work ends first, and for all of several promises", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    const [one, other] = [new HandSettled(), new HandSettled()];
    const hold = (task: TaskHandle) => {
      task.holdUntil(one.promise);
      task.holdUntil(other.promise);
    };
    bench.submit(run, "1", write("/a"), { before: hold });
    bench.submit(run, "2", write("/a"));
    one.resolve();
    await settled();
    await bench.end("1");
    expect(bench.started).toEqual(["1"]);
    other.resolve();
    await settled();
    expect(bench.started).toEqual(["1", "2"]);
  });

  it("does nothing once the lock is released", async () => {
    const bench = new Bench();
    const run = bench.scheduler.openRun();
    let late: TaskHandle | undefined;
    bench.submit(run, "1", write("/a"), {
      before: (task) => {
        late = task;
      },
    });
    await bench.end("1");
    late?.holdUntil(new HandSettled().promise);
    bench.submit(run, "2", write("/a"));
    expect(bench.started).toEqual(["1", "2"]);
  });
});

describe("onReject", () => {
  const open = async (options: RunOptions, strategy: SchedulingStrategy = "dependency") => {
    const bench = new Bench({ strategy });
    const run = bench.scheduler.openRun(options);
    bench.submit(run, "before", read("/z"));
    bench.submit(run, "rejected", write("/a"), { before: (task) => task.markRejected("the user said no") });
    bench.submit(run, "conflicts", { keys: [fileKey("/a", "read"), fileKey("/b", "write")] });
    bench.submit(run, "conflicts with that", read("/b"));
    bench.submit(run, "apart", read("/c"));
    if (strategy !== "dependency") await bench.end("before");
    await bench.end("rejected");
    return { bench, run };
  };
  const settledAs = async (bench: Bench) => {
    const cancelled: string[] = [];
    for (const [id, result] of bench.results) {
      const outcome = await Promise.race([
        result.then(
          () => "done",
          (error) => error,
        ),
        settled(),
      ]);
      if (outcome instanceof TaskCancelledError) cancelled.push(id);
    }
    return cancelled;
  };

  it("continue: a rejected task affects no other", async () => {
    const { bench } = await open({});
    expect(await settledAs(bench)).toEqual([]);
    expect(bench.started).toEqual(["before", "rejected", "apart", "conflicts"]);
  });

  it("cancel-dependents: cancels conflicting tasks, and those that conflict with them, with the reason", async () => {
    const { bench, run } = await open({ onReject: "cancel-dependents" });
    expect(await settledAs(bench)).toEqual(["conflicts", "conflicts with that"]);
    expect(bench.started).toEqual(["before", "rejected", "apart"]);
    await expect(bench.results.get("conflicts with that")).rejects.toMatchObject({
      message:
        "Task 'conflicts with that' was cancelled before it started: it depends on 'rejected', which was rejected: the user said no.",
      cancellation: { type: "dependency", rejectedId: "rejected", reason: "the user said no" },
    });
    // A task that is submitted later is treated like the earlier ones.
    await expect(bench.submit(run, "too late", read("/b"))).rejects.toBeInstanceOf(TaskCancelledError);
    bench.submit(run, "late and apart", read("/d"));
    bench.submit(bench.scheduler.openRun(), "another run", read("/b"));
    expect(bench.started.slice(3)).toEqual(["late and apart", "another run"]);
  });

  it("cancel-dependents: ignores the order of a serial run", async () => {
    const { bench } = await open({ onReject: "cancel-dependents" }, "serial");
    expect(await settledAs(bench)).toEqual(["conflicts", "conflicts with that"]);
    expect(bench.started).toEqual(["before", "rejected", "apart"]);
  });

  it("cancel-dependents: spares tasks of other runs, even in the middle of the chain", async () => {
    const bench = new Bench();
    const [run, other] = [
      bench.scheduler.openRun({ onReject: "cancel-dependents" }),
      bench.scheduler.openRun(),
    ];
    bench.submit(run, "rejected", write("/a"), { before: (task) => task.markRejected("no") });
    bench.submit(other, "other", write("/a"));
    bench.submit(run, "dependent", write("/a"));
    await bench.end("rejected");
    expect(await settledAs(bench)).toEqual(["dependent"]);
    expect(bench.started).toEqual(["rejected", "other"]);
  });

  it("cancel-later: cancels all later tasks that have not started, and all future ones", async () => {
    const bench = new Bench({ max: 2 });
    const run = bench.scheduler.openRun({ onReject: "cancel-later" });
    const ask = { prepare: () => new HandSettled<undefined>().promise };
    bench.submit(run, "asked before", write("/y"), ask);
    bench.submit(run, "rejected", write("/a"), { before: (task) => task.markRejected("no") });
    bench.submit(run, "runs", read("/b"));
    bench.submit(run, "waits for a slot", read("/c"));
    bench.submit(run, "is asked about", write("/d"), ask);
    await bench.end("rejected");
    await expect(bench.submit(run, "too late", read("/e"))).rejects.toMatchObject({
      message: "Task 'too late' was cancelled before it started: 'rejected' before it was rejected: no.",
      cancellation: { type: "later", rejectedId: "rejected" },
    });
    expect(await settledAs(bench)).toEqual(["waits for a slot", "is asked about", "too late"]);
    expect(bench.started).toEqual(["rejected", "runs"]);
  });

  it.each<[string, (bench: Bench, run: SchedulerRun) => Promise<unknown> | undefined]>([
    [
      "work that throws",
      async (bench, run) => {
        bench.submit(run, "first", write("/a"));
        bench.submit(run, "second", write("/a"));
        await bench.fail("first");
      },
    ],
    [
      "an approval that says no",
      async (bench, run) => {
        bench.submit(run, "first", write("/a"), {
          prepare: async (task) => {
            task.markRejected("no");
            return { value: "rejected by the user" };
          },
        });
        bench.submit(run, "second", write("/a"));
        await settled();
        await expect(bench.results.get("first")).resolves.toBe("rejected by the user");
      },
    ],
  ])("counts %s as rejected", async (_, play) => {
    const bench = new Bench();
    await play(bench, bench.scheduler.openRun({ onReject: "cancel-dependents" }));
    await expect(bench.results.get("second")).rejects.toMatchObject({
      cancellation: { rejectedId: "first" },
    });
  });
});

describe("the clock and onTaskEnd", () => {
  it("report when a task changed its state", async () => {
    let time = 0;
    const entries: TimelineEntry[] = [];
    const bench = new Bench({
      max: 1,
      clock: { now: () => time },
      onTaskEnd: (entry) => entries.push(entry),
    });
    const run = bench.scheduler.openRun({ name: "main" });
    const answer = new HandSettled<undefined>();
    bench.submit(run, "1", write("/a"));
    bench.submit(run, "2", write("/a"), { prepare: () => answer.promise });
    bench.submit(run, "3", write("/a"));
    time = 10;
    await bench.end("1");
    time = 20;
    bench.submit(run, "4", read("/b"));
    time = 30;
    answer.resolve(undefined);
    await settled();
    time = 40;
    await bench.end("4");
    time = 50;
    run.cancel("3");
    await bench.fail("2");
    expect(entries).toEqual([
      {
        id: "1",
        name: "1",
        run: "main",
        queuedAt: 0,
        readyAt: 0,
        startedAt: 0,
        endedAt: 10,
        outcome: "done",
      },
      {
        id: "4",
        name: "4",
        run: "main",
        queuedAt: 20,
        readyAt: 20,
        startedAt: 20,
        endedAt: 40,
        outcome: "done",
      },
      { id: "3", name: "3", run: "main", queuedAt: 0, endedAt: 50, outcome: "cancelled" },
      {
        id: "2",
        name: "2",
        run: "main",
        queuedAt: 0,
        readyAt: 10,
        preparedAt: 30,
        startedAt: 40,
        endedAt: 50,
        outcome: "failed",
      },
    ]);
  });

  it("ignore errors of the observer", async () => {
    const scheduler = createScheduler({
      onTaskEnd: () => {
        throw new Error("a broken observer");
      },
    });
    await expect(scheduler.openRun().submit({ id: "1", profile: "all", run: () => "fine" })).resolves.toBe(
      "fine",
    );
    expect(scheduler.size).toBe(0);
  });
});

describe("a hundred thousand tasks at once", () => {
  const COUNT = 100_000;
  it.each<[string, (index: number) => CallProfile]>([
    ["on one key", () => write("/a")],
    ["on keys of their own", (index) => write(`/d/${index}`)],
    [
      "of edits, searches and serial calls",
      (index) =>
        index % 100 === 0
          ? "all"
          : index % 3 === 0
            ? { keys: [directoryKey("/d", "read", "subtree")] }
            : write(`/d/${index % 50}/${index}`),
    ],
  ])(
    "return one result each, in call order, and the next one works: %s",
    { timeout: 60_000 },
    async (_, profileOf) => {
      const scheduler = createScheduler({ max: 10 });
      const run = scheduler.openRun();
      const results = Array.from({ length: COUNT }, (_, index) =>
        run.submit({
          id: `${index}`,
          profile: profileOf(index),
          run: () => (index % 2 === 0 ? index : Promise.resolve(index)),
        }),
      );
      const values = await Promise.all(results);
      expect(values.every((value, index) => value === index)).toBe(true);
      expect(scheduler.size).toBe(0);
      await expect(run.submit({ id: "next", profile: "all", run: () => "works" })).resolves.toBe("works");
    },
  );

  it("can be cancelled at once", { timeout: 60_000 }, async () => {
    const bench = new Bench({ max: 1 });
    const run = bench.scheduler.openRun();
    bench.submit(run, "runs", write("/a"));
    const results = Array.from({ length: COUNT }, (_, index) =>
      run.submit({ id: `${index}`, profile: write(index % 2 === 0 ? "/a" : `/${index}`), run: () => index }),
    );
    run.cancelAll();
    const outcomes = await Promise.allSettled(results);
    expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
    await bench.end("runs");
    expect(bench.scheduler.size).toBe(0);
  });
});
