import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CallProfile,
  createScheduler,
  type SchedulerRun,
  TaskCancelledError,
  type TaskHandle,
} from "../../src/batching/index.js";
import { HandSettled, settled } from "./hand-settled.js";
import { anyProfile, conflictsByTheBook, ReferenceIndex } from "./reference-conflicts.js";

/** The possible steps of a test; `pick` selects the task. */
const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("submit" as const),
      profile: anyProfile,
      asks: fc.boolean(),
      run: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom(
        "end" as const,
        "fail" as const,
        "leave-behind" as const,
        "approve" as const,
        "refuse" as const,
        "cancel" as const,
        "release" as const,
      ),
      pick: fc.nat(),
    }),
  },
);

interface Task {
  readonly id: number;
  readonly profile: CallProfile;
  readonly asks: boolean;
  readonly run: SchedulerRun;
  readonly answer: HandSettled<{ value: string } | undefined>;
  answered: boolean;
  readonly end: HandSettled<string>;
  /** The part of the work that continues after the task ended. */
  readonly behind: HandSettled;
  state: "waiting" | "asking" | "running" | "ended";
  leftBehind: boolean;
  /** Ran, so it belongs to the sequential run as well. */
  ran: "no" | "done" | "failed";
  seen: string;
}

/**
 * A simulated system with one state per key: work reads at its start and writes at its end, derived from what
 * it read.
 */
class World {
  readonly #state = new Map<string, string>();

  // All resources of a profile, listed for the few resources of the test.
  static places = ["/", "/a", "/a/a", "/a/b", "/b", "/b/c", "/c", "/c/a/a", "user", "network:x"].map(
    (place) => ({
      place,
      key: place.startsWith("/") ? `file:${place}` : place,
    }),
  );

  start(profile: CallProfile): string {
    return this.#touched(profile, "write")
      .map((place) => `${place}=${this.#state.get(place) ?? ""}`)
      .join(" ");
  }

  finish(task: Pick<Task, "id" | "profile">, seen: string): void {
    for (const place of this.#touched(task.profile, "read"))
      this.#state.set(place, `${task.id}[${hash(seen)}]`);
  }

  get state(): Record<string, string> {
    return Object.fromEntries([...this.#state].sort());
  }

  /** Returns the resources that conflict with a call of that mode. */
  #touched(profile: CallProfile, mode: "read" | "write"): string[] {
    return World.places
      .filter(({ key }) => conflictsByTheBook(profile, { keys: [{ key, mode }] }))
      .map(({ place }) => place);
  }
}

function hash(text: string): number {
  let sum = 7;
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) | 0;
  return sum;
}

/** Plays steps on the scheduler and compares it with the reference rules. */
class Play {
  readonly tasks: Task[] = [];
  readonly world = new World();
  readonly reference = new ReferenceIndex();
  readonly results: Promise<string>[] = [];
  readonly #scheduler;
  readonly #runs: SchedulerRun[];

  constructor(readonly max: number) {
    this.#scheduler = createScheduler({ max });
    this.#runs = [0, 1, 2].map(() => this.#scheduler.openRun());
  }

  get size(): number {
    return this.#scheduler.size;
  }

  submit(profile: CallProfile, asks: boolean, runIndex: number): void {
    const task: Task = {
      id: this.tasks.length,
      profile,
      asks,
      run: this.#runs[runIndex] as SchedulerRun,
      answer: new HandSettled(),
      answered: false,
      end: new HandSettled(),
      behind: new HandSettled(),
      state: "waiting",
      leftBehind: false,
      ran: "no",
      seen: "",
    };
    this.tasks.push(task);
    this.reference.add(profile);
    const result = task.run.submit<string>({
      id: `${task.id}`,
      profile,
      ...(asks && {
        prepare: async () => {
          task.state = "asking";
          return task.answer.promise;
        },
      }),
      run: (handle) => this.#work(task, handle),
    });
    result.catch(() => undefined);
    this.results.push(result);
  }

  async #work(task: Task, handle: TaskHandle): Promise<string> {
    task.state = "running";
    task.seen = this.world.start(task.profile);
    const how = await task.end.promise;
    task.ran = how === "failed" ? "failed" : "done";
    if (how === "behind") {
      task.leftBehind = true;
      handle.holdUntil(task.behind.promise.then(() => this.world.finish(task, task.seen)));
      return task.seen;
    }
    this.world.finish(task, task.seen);
    if (how === "failed") throw new Error(`task ${task.id} failed`);
    return task.seen;
  }

  in(...states: Task["state"][]): Task[] {
    return this.tasks.filter(({ state }) => states.includes(state));
  }

  async act(type: string, pick: number): Promise<void> {
    const from = (tasks: Task[]) => tasks[pick % Math.max(tasks.length, 1)];
    const over = (task: Task) => {
      task.state = "ended";
      this.reference.remove(task.id);
    };
    if (type === "end" || type === "fail" || type === "leave-behind") {
      const task = from(this.in("running"));
      if (task === undefined) return;
      task.end.resolve(type === "end" ? "done" : type === "fail" ? "failed" : "behind");
      if (type === "leave-behind") task.state = "ended";
      else over(task);
    } else if (type === "release") {
      const task = from(this.tasks.filter(({ leftBehind }) => leftBehind));
      if (task === undefined) return;
      task.leftBehind = false;
      task.behind.resolve();
      over(task);
    } else if (type === "approve" || type === "refuse") {
      const task = from(this.in("asking"));
      if (task === undefined) return;
      task.answer.resolve(type === "approve" ? undefined : { value: "refused" });
      task.answered = true;
      if (type === "approve") task.state = "waiting";
      else over(task);
    } else {
      const task = from(this.in("waiting", "asking"));
      if (task === undefined) return;
      expect(task.run.cancel(`${task.id}`)).toBe(true);
      over(task);
    }
    await settled();
  }

  /** Checks the rules for the current state. */
  check(): void {
    const live = this.tasks.filter(({ state }) => state !== "ended");
    for (const task of live) {
      const free = this.reference.calls[task.id]?.waits.size === 0;
      if (task.state !== "waiting") expect(free, `${task.id} must wait`).toBe(true);
      const asked = task.asks && task.state === "waiting" && !task.answered;
      if (asked) expect(free, `${task.id} should be asked about`).toBe(false);
    }
    const running = this.in("running");
    const couldRun = this.in("waiting").filter(
      (task) => this.reference.calls[task.id]?.waits.size === 0 && (!task.asks || task.answered),
    );
    expect(running.length).toBeLessThanOrEqual(this.max);
    if (running.length < this.max) expect(couldRun.map(({ id }) => id)).toEqual([]);
    const holding = [...running, ...this.tasks.filter(({ leftBehind }) => leftBehind), ...this.in("asking")];
    for (const [index, one] of holding.entries()) {
      for (const other of holding.slice(index + 1)) {
        expect(conflictsByTheBook(one.profile, other.profile), `${one.id} and ${other.id} overlap`).toBe(
          false,
        );
      }
    }
  }
}

describe("createScheduler, whatever happens", () => {
  it.each([1, 2, 3, Number.POSITIVE_INFINITY])(
    "keeps every guarantee with %s slots: no overlap, no needless wait, and the effect of the sequential run",
    async (max) => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { maxLength: 50 }), async (steps) => {
          const play = new Play(max);
          for (const step of steps) {
            if (step.type === "submit") {
              play.submit(step.profile, step.asks, step.run);
              await settled();
            } else {
              await play.act(step.type, step.pick);
            }
            play.check();
          }
          // Play to the end: no task is stuck.
          for (let rest = 0; play.in("waiting", "asking", "running").length > 0 || play.size > 0; rest++) {
            expect(rest).toBeLessThan(500);
            while (play.in("asking").length > 0) await play.act("approve", 0);
            await play.act("end", 0);
            await play.act("release", 0);
            play.check();
          }
          await expectSequentialEffect(play);
        }),
        { numRuns: 250 },
      );
    },
    60_000,
  );
});

/** Runs the same tasks one after another in call order: same results, same state. */
async function expectSequentialEffect(play: Play): Promise<void> {
  const world = new World();
  const outcomes = await Promise.allSettled(play.results);
  expect(outcomes).toHaveLength(play.tasks.length);
  for (const task of play.tasks) {
    const outcome = outcomes[task.id];
    if (task.ran === "no") {
      const refused = outcome?.status === "fulfilled" && outcome.value === "refused";
      expect(
        refused || (outcome?.status === "rejected" && outcome.reason instanceof TaskCancelledError),
      ).toBe(true);
      continue;
    }
    const seen = world.start(task.profile);
    world.finish(task, seen);
    expect(task.seen).toBe(seen);
    if (task.ran === "done") expect(outcome).toEqual({ status: "fulfilled", value: seen });
    else expect(outcome).toMatchObject({ status: "rejected", reason: { message: `task ${task.id} failed` } });
  }
  expect(play.world.state).toEqual(world.state);
}
