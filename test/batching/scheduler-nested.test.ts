import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CallProfile,
  createScheduler,
  fileKey,
  type Scheduler,
  type SchedulerOptions,
  type SchedulerRun,
  type SchedulingStrategy,
  type TaskHandle,
} from "../../src/batching/index.js";
import { HandSettled, settled } from "./hand-settled.js";
import { anyProfile, conflictsByTheBook } from "./reference-conflicts.js";

const read = (path: string): CallProfile => ({ keys: [fileKey(path, "read")] });
const write = (path: string): CallProfile => ({ keys: [fileKey(path, "write")] });
/** What an agent declares whose calls are scheduled on their own. */
const nothing: CallProfile = { keys: [] };

/** Calls that end by hand; each can open a run of its own while it is under way. */
class Agents {
  readonly scheduler: Scheduler;
  readonly log: string[] = [];
  readonly #handles = new Map<string, TaskHandle>();
  readonly #ends = new Map<string, HandSettled>();
  readonly #runs = new Map<string, SchedulerRun>();
  readonly results = new Map<string, Promise<void>>();

  constructor(options: SchedulerOptions = {}) {
    this.scheduler = createScheduler(options);
  }

  /** Hands a call in, in the run of its parent or in the outermost one. */
  call(id: string, profile: CallProfile, parent = ""): void {
    let run = this.#runs.get(parent);
    if (run === undefined) {
      const within = this.#handles.get(parent);
      run = this.scheduler.openRun(within && { within });
      this.#runs.set(parent, run);
    }
    const end = new HandSettled();
    this.#ends.set(id, end);
    const result = run.submit({
      id,
      profile,
      run: async (task) => {
        this.#handles.set(id, task);
        this.log.push(id);
        await end.promise;
      },
    });
    result.catch(() => undefined);
    this.results.set(id, result);
  }

  cancel(id: string, parent = ""): void {
    this.#runs.get(parent)?.cancel(id);
  }

  async end(...ids: string[]): Promise<void> {
    for (const id of ids) {
      this.#ends.get(id)?.resolve();
      await settled();
    }
  }
}

describe("a nested run", () => {
  it.each<[string, CallProfile]>([
    ["may touch anything", "all"],
    ["declares nothing", nothing],
    ["writes the very file", write("/a")],
  ])(
    "does not wait for the call it belongs to, which %s, and comes through with a single slot",
    async (_, profile) => {
      const agents = new Agents({ max: 1 });
      agents.call("agent", profile);
      agents.call("edit", write("/a"), "agent");
      agents.call("edit again", write("/a"), "agent");
      agents.call("read", read("/b"), "agent");
      expect(agents.log).toEqual(["agent", "edit"]);
      await agents.end("edit");
      expect(agents.log).toEqual(["agent", "edit", "read"]);
      await agents.end("read", "edit again", "agent");
      expect(agents.log).toEqual(["agent", "edit", "read", "edit again"]);
      expect(agents.scheduler.size).toBe(0);
    },
  );

  it("can be nested as deep as one likes with a single slot", async () => {
    const agents = new Agents({ max: 1 });
    const depth = 200;
    for (let level = 0; level < depth; level++)
      agents.call(`${level}`, "all", level === 0 ? "" : `${level - 1}`);
    expect(agents.log).toHaveLength(depth);
    for (let level = depth - 1; level >= 0; level--) await agents.end(`${level}`);
    expect(agents.scheduler.size).toBe(0);
  });

  it("goes ahead of what is queued behind its agent, and that waits for all of it", async () => {
    const agents = new Agents();
    agents.call("agent", nothing);
    agents.call("bash", "all");
    agents.call("after", write("/a"));
    agents.call("edit", write("/a"), "agent");
    expect(agents.log).toEqual(["agent", "edit"]);
    // An agent that does not wait for its calls still keeps its lock for them.
    await agents.end("agent");
    expect(agents.log).toEqual(["agent", "edit"]);
    await agents.end("edit");
    expect(agents.log).toEqual(["agent", "edit", "bash"]);
    await agents.end("bash");
    expect(agents.log).toEqual(["agent", "edit", "bash", "after"]);
  });

  it("shares its locks with other agents and with the calls outside, in order of arrival", async () => {
    const agents = new Agents();
    agents.call("one", nothing);
    agents.call("other", nothing);
    agents.call("outside", write("/a"));
    agents.call("edit of one", write("/a"), "one");
    agents.call("edit of other", write("/a"), "other");
    agents.call("outside again", write("/a"));
    agents.call("apart", write("/b"), "other");
    expect(agents.log).toEqual(["one", "other", "outside", "apart"]);
    await agents.end("outside");
    expect(agents.log.slice(4)).toEqual(["edit of one"]);
    await agents.end("edit of one");
    expect(agents.log.slice(4)).toEqual(["edit of one", "edit of other"]);
    await agents.end("edit of other");
    expect(agents.log.slice(6)).toEqual(["outside again"]);
  });

  it("respects a call outside that is hidden behind one it must not wait for", async () => {
    const agents = new Agents();
    agents.call("agent", nothing);
    agents.call("edit outside", write("/a"));
    // Waits for both, so in the index it covers the edit.
    agents.call("bash", "all");
    agents.call("edit", write("/a"), "agent");
    expect(agents.log).toEqual(["agent", "edit outside"]);
    await agents.end("edit outside");
    expect(agents.log).toEqual(["agent", "edit outside", "edit"]);
    await agents.end("edit", "agent");
    expect(agents.log).toEqual(["agent", "edit outside", "edit", "bash"]);
  });

  it("ends even when two agents each hold what a call of the other needs", async () => {
    const agents = new Agents();
    agents.call("one", write("/x"));
    agents.call("other", write("/y"));
    agents.call("needs y", write("/y"), "one");
    agents.call("needs x", write("/x"), "other");
    // The first has to wait; the second belongs to whom it waits for.
    expect(agents.log).toEqual(["one", "other", "needs x"]);
    await agents.end("needs x", "other");
    expect(agents.log).toEqual(["one", "other", "needs x", "needs y"]);
    await agents.end("needs y", "one");
    expect(agents.scheduler.size).toBe(0);
  });

  it("gets past a call that waits for a slot, when all slots are lent", async () => {
    const agents = new Agents({ max: 1 });
    agents.call("agent", nothing);
    agents.call("edit outside", write("/a"));
    agents.call("beside", write("/b"));
    expect(agents.log).toEqual(["agent"]);
    agents.call("edit", write("/a"), "agent");
    // The agent waits for its edit, that for the edit outside, and that would wait for the agent's slot.
    expect(agents.log).toEqual(["agent", "edit outside"]);
    await agents.end("edit outside");
    expect(agents.log).toEqual(["agent", "edit outside", "edit"]);
    await agents.end("edit", "agent", "beside");
    expect(agents.log).toEqual(["agent", "edit outside", "edit", "beside"]);
    expect(agents.scheduler.size).toBe(0);
  });

  it("borrows only the slot of its own agents", async () => {
    const agents = new Agents({ max: 2 });
    agents.call("one", nothing);
    agents.call("other", nothing);
    for (const id of ["1a", "1b", "1c"]) agents.call(id, nothing, "one");
    agents.call("outside", nothing);
    // The slot of the other agent is free as long as that one works itself.
    expect(agents.log).toEqual(["one", "other", "1a"]);
    agents.call("2a", nothing, "other");
    expect(agents.log).toEqual(["one", "other", "1a", "2a"]);
    await agents.end("1a");
    expect(agents.log.slice(4)).toEqual(["1b"]);
    await agents.end("2a", "other");
    expect(agents.log.slice(4)).toEqual(["1b", "1c"]);
    await agents.end("1b", "1c", "one", "outside");
    expect(agents.log.slice(6)).toEqual(["outside"]);
    expect(agents.scheduler.size).toBe(0);
  });

  it("keeps the slot of an agent that ended before its calls", async () => {
    const agents = new Agents({ max: 1 });
    agents.call("agent", nothing);
    agents.call("left behind", nothing, "agent");
    agents.call("outside", nothing);
    await agents.end("agent");
    expect(agents.log).toEqual(["agent", "left behind"]);
    await agents.end("left behind");
    expect(agents.log).toEqual(["agent", "left behind", "outside"]);
    await agents.end("outside");
    expect(agents.scheduler.size).toBe(0);
  });

  it("is an ordinary run once the call it belongs to is over", async () => {
    const agents = new Agents();
    agents.call("agent", "all");
    agents.call("first", write("/a"), "agent");
    await agents.end("first", "agent");
    agents.call("bash", "all");
    agents.call("late", write("/a"), "agent");
    expect(agents.log).toEqual(["agent", "first", "bash"]);
    await agents.end("bash");
    expect(agents.log).toEqual(["agent", "first", "bash", "late"]);
  });

  it.each<SchedulingStrategy>(["batches", "serial"])(
    "keeps the strategy %s within itself",
    async (strategy) => {
      const agents = new Agents({ strategy, max: 1 });
      agents.call("agent", "all");
      agents.call("read a", read("/a"), "agent");
      agents.call("edit a", write("/a"), "agent");
      agents.call("read b", read("/b"), "agent");
      for (const id of ["read a", "edit a", "read b"]) {
        expect(agents.log.at(-1)).toBe(id);
        await agents.end(id);
      }
    },
  );

  it("is not held up by a cancelled call of its own that stands in a queue outside", async () => {
    const agents = new Agents({ strategy: "serial" });
    agents.call("agent", write("/y"));
    // A run of its own for each call outside: they are not to wait for the agent.
    const holder = new HandSettled();
    let inHolder: SchedulerRun | undefined;
    const outside = agents.scheduler.openRun();
    outside.submit({
      id: "holder",
      profile: write("/x"),
      run: (task) => {
        inHolder = agents.scheduler.openRun({ within: task });
        return holder.promise;
      },
    });
    agents.call("running", write("/r"), "agent");
    agents.call("cancelled", write("/x"), "agent");
    agents.cancel("cancelled", "agent");
    // Now the holder waits for the agent, through a call of its own.
    const needsY = inHolder?.submit({ id: "needs y", profile: write("/y"), run: () => "had y" });
    agents.call("next", write("/x"), "agent");
    expect(agents.log).toEqual(["agent", "running"]);
    await agents.end("running");
    expect(agents.log).toEqual(["agent", "running", "next"]);
    await agents.end("next", "agent");
    await expect(needsY).resolves.toBe("had y");
    holder.resolve();
    await settled();
    expect(agents.scheduler.size).toBe(0);
  });

  it("can only be opened within a task of the same scheduler", () => {
    const other = createScheduler();
    let foreign: TaskHandle | undefined;
    other.openRun().submit({
      id: "1",
      profile: nothing,
      run: (task) => {
        foreign = task;
      },
    });
    expect(() => createScheduler().openRun({ within: foreign as TaskHandle })).toThrow(
      "within must be the task handle that this scheduler gave to a prepare or run.",
    );
  });
});

interface Call {
  readonly profile: CallProfile;
  readonly calls: readonly Call[];
}

interface LiveCall extends Call {
  readonly id: string;
  readonly parent: LiveCall | undefined;
  readonly live: Set<LiveCall>;
  readonly end: HandSettled;
}

/** Plays a tree of calls: an agent hands its calls in when it starts and ends some time after them. */
async function playTree(
  calls: readonly Call[],
  picks: readonly number[],
  max: number,
  mayOverlap: (one: LiveCall, other: LiveCall) => boolean,
): Promise<void> {
  const scheduler = createScheduler({ max });
  const running = new Set<LiveCall>();
  let count = 0;
  const submitAll = (
    list: readonly Call[],
    run: SchedulerRun,
    parent: LiveCall | undefined,
  ): Promise<unknown> =>
    Promise.all(
      list.map((call) => {
        const live: LiveCall = { ...call, id: `${count++}`, parent, live: new Set(), end: new HandSettled() };
        parent?.live.add(live);
        return run
          .submit({
            id: live.id,
            profile: call.profile,
            run: async (task) => {
              for (const other of running) {
                const related = isAncestor(other, live) || isAncestor(live, other);
                if (related || mayOverlap(live, other)) continue;
                expect(
                  conflictsByTheBook(live.profile, other.profile),
                  `${live.id} and ${other.id} overlap`,
                ).toBe(false);
              }
              running.add(live);
              if (call.calls.length > 0)
                await submitAll(call.calls, scheduler.openRun({ within: task }), live);
              await live.end.promise;
              running.delete(live);
            },
          })
          .finally(() => parent?.live.delete(live));
      }),
    );
  const all = submitAll(calls, scheduler.openRun(), undefined);
  for (let step = 0; ; step++) {
    await settled();
    await settled();
    const atWork = [...running].filter(({ live }) => live.size === 0);
    expect(atWork.length).toBeLessThanOrEqual(max);
    if (running.size === 0 && scheduler.size === 0) break;
    expect(atWork.length, "nobody is at work, so nobody ever will be").toBeGreaterThan(0);
    atWork[(picks[step % picks.length] ?? 0) % atWork.length]?.end.resolve();
  }
  await all;
}

function isAncestor(one: LiveCall, other: LiveCall): boolean {
  for (let at = other.parent; at !== undefined; at = at.parent) if (at === one) return true;
  return false;
}

const { tree: anyCall } = fc.letrec<{ tree: Call; calls: Call[] }>((tie) => ({
  tree: fc.record({ profile: anyProfile, calls: tie("calls") }),
  calls: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant([]),
    fc.array(tie("tree"), { maxLength: 4 }),
  ),
}));
const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 30 });
const slots = fc.constantFrom(1, 2, 3, Number.POSITIVE_INFINITY);

describe("trees of calls that call the scheduler again", () => {
  it("always come to an end, never more than max at work, and only a call that waits can share a lock", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { maxLength: 6 }), picks, slots, (calls, order, max) =>
        playTree(calls, order, max, (one, other) => one.live.size > 0 || other.live.size > 0),
      ),
      { numRuns: 600 },
    );
  }, 60_000);

  it("never let conflicting calls overlap when agents leave the locking to their calls", async () => {
    const onlyLeavesLock = (call: Call): Call => ({
      profile:
        call.calls.length > 0 || call.profile === "all" || call.profile.keys === "all"
          ? nothing
          : call.profile,
      calls: call.calls.map(onlyLeavesLock),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCall.map(onlyLeavesLock), { maxLength: 6 }),
        picks,
        slots,
        (calls, order, max) => playTree(calls, order, max, () => false),
      ),
      { numRuns: 600 },
    );
  }, 60_000);
});
