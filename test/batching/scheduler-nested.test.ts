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
  TaskCancelledError,
  type TaskHandle,
} from "../../src/batching/index.js";
import { HandSettled, settled } from "./hand-settled.js";
import { anyProfile, conflictsByTheBook } from "./reference-conflicts.js";

const read = (path: string): CallProfile => ({ keys: [fileKey(path, "read")] });
const write = (path: string): CallProfile => ({ keys: [fileKey(path, "write")] });
/** The profile of an agent whose calls are scheduled separately. */
const nothing: CallProfile = { keys: [] };

/** Calls that the test ends manually; each can open its own run while it is running. */
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

  /** Submits a call to the run of its parent or to the outermost one. */
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
  ])("does not wait for its parent call, which %s, and completes with a single slot", async (_, profile) => {
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
  });

  it("can be nested to any depth with a single slot", async () => {
    const agents = new Agents({ max: 1 });
    const depth = 200;
    for (let level = 0; level < depth; level++)
      agents.call(`${level}`, "all", level === 0 ? "" : `${level - 1}`);
    expect(agents.log).toHaveLength(depth);
    for (let level = depth - 1; level >= 0; level--) await agents.end(`${level}`);
    expect(agents.scheduler.size).toBe(0);
  });

  it("runs before the tasks queued after its agent, and those wait for all of it", async () => {
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

  it("respects an outer call that is covered by one it must not wait for", async () => {
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

  it("ends even when two agents each hold a resource that a call of the other needs", async () => {
    const agents = new Agents();
    agents.call("one", write("/x"));
    agents.call("other", write("/y"));
    agents.call("needs y", write("/y"), "one");
    agents.call("needs x", write("/x"), "other");
    // The first must wait; the second belongs to the call that it waits for.
    expect(agents.log).toEqual(["one", "other", "needs x"]);
    await agents.end("needs x", "other");
    expect(agents.log).toEqual(["one", "other", "needs x", "needs y"]);
    await agents.end("needs y", "one");
    expect(agents.scheduler.size).toBe(0);
  });

  it.each<[string, CallProfile, CallProfile]>([
    ["the file", write("/m"), write("/m")],
    ["a file of several", { keys: [fileKey("/m", "write"), fileKey("/n", "write")] }, write("/n")],
    ["anything", nothing, "all"],
  ])("does not wait for an ended agent whose call waits for its own agent: %s", async (_, held, needed) => {
    const agents = new Agents();
    agents.call("agent", write("/x"));
    agents.call("ended", held);
    agents.call("needs x", write("/x"), "ended");
    await agents.end("ended");
    agents.call("edit", needed, "agent");
    expect(agents.log).toEqual(["agent", "ended", "edit"]);
    await agents.end("edit", "agent");
    expect(agents.log).toEqual(["agent", "ended", "edit", "needs x"]);
    await agents.end("needs x");
    expect(agents.scheduler.size).toBe(0);
  });

  it.each([
    ["outside", ""],
    ["of a third agent", "third"],
  ])("keeps later calls %s behind a call that it must not wait for", async (_, laterParent) => {
    const agents = new Agents();
    agents.call("one", write("/x"));
    agents.call("other", nothing);
    agents.call("third", nothing);
    agents.call("needs x", { keys: [fileKey("/x", "write"), fileKey("/f", "write")] }, "other");
    // Runs before the call that waits for its own agent.
    agents.call("edit", write("/f"), "one");
    expect(agents.log.slice(3)).toEqual(["edit"]);
    agents.call("later", write("/f"), laterParent);
    await agents.end("edit");
    agents.call("last", write("/f"), laterParent);
    expect(agents.log.slice(4)).toEqual([]);
    await agents.end("one");
    expect(agents.log.slice(4)).toEqual(["needs x"]);
    await agents.end("needs x");
    expect(agents.log.slice(5)).toEqual(["later"]);
    await agents.end("later");
    expect(agents.log.slice(6)).toEqual(["last"]);
    await agents.end("last", "other", "third");
    expect(agents.scheduler.size).toBe(0);
  });

  it("does not wait for the ended agent of its agent", async () => {
    const agents = new Agents();
    agents.call("agent", write("/x"));
    agents.call("other", nothing);
    agents.call("inner", nothing, "agent");
    await agents.end("agent");
    // Covers the agent in the index, and waits for it.
    agents.call("outside", write("/x"));
    agents.call("edit", write("/x"), "inner");
    expect(agents.log).toEqual(["agent", "other", "inner", "edit"]);
    await agents.end("edit", "inner");
    expect(agents.log.at(-1)).toBe("outside");
    await agents.end("outside", "other");
    expect(agents.scheduler.size).toBe(0);
  });

  it("proceeds past a call that waits for a slot, when all slots are lent", async () => {
    const agents = new Agents({ max: 1 });
    agents.call("agent", nothing);
    agents.call("edit outside", write("/a"));
    agents.call("beside", write("/b"));
    expect(agents.log).toEqual(["agent"]);
    agents.call("edit", write("/a"), "agent");
    // The agent waits for its edit, the edit for the outer edit, and that would wait for the agent's slot.
    expect(agents.log).toEqual(["agent", "edit outside"]);
    await agents.end("edit outside");
    expect(agents.log).toEqual(["agent", "edit outside", "edit"]);
    await agents.end("edit", "agent", "beside");
    expect(agents.log).toEqual(["agent", "edit outside", "edit", "beside"]);
    expect(agents.scheduler.size).toBe(0);
  });

  it("borrows a slot only from its agents", async () => {
    const agents = new Agents({ max: 2 });
    agents.call("one", nothing);
    agents.call("other", nothing);
    for (const id of ["1a", "1b", "1c"]) agents.call(id, nothing, "one");
    agents.call("outside", nothing);
    // The slot of the other agent is not available while that agent works.
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

  it("does not borrow from a working agent or from an ended one", async () => {
    const agents = new Agents({ max: 2 });
    agents.call("agent", nothing);
    agents.call("inner agent", nothing, "agent");
    agents.call("left behind", nothing, "inner agent");
    await agents.end("inner agent");
    // The agent works again, and the remaining task has the other slot.
    agents.call("left behind, too", nothing, "inner agent");
    expect(agents.log).toEqual(["agent", "inner agent", "left behind"]);
    await agents.end("left behind");
    expect(agents.log.at(-1)).toBe("left behind, too");
    await agents.end("left behind, too", "agent");
    expect(agents.scheduler.size).toBe(0);
  });

  it("cannot release the lock of its agent early with a hold after its end", async () => {
    const scheduler = createScheduler();
    const [agent, child, later] = [new HandSettled(), new HandSettled(), new HandSettled()];
    const started: string[] = [];
    let late: TaskHandle | undefined;
    scheduler.openRun().submit({
      id: "agent",
      profile: write("/a"),
      run: (task) => {
        const run = scheduler.openRun({ within: task });
        run.submit({
          id: "child",
          profile: nothing,
          run: (own) => {
            late = own;
            return child.promise;
          },
        });
        return agent.promise;
      },
    });
    scheduler.openRun().submit({ id: "next", profile: write("/a"), run: () => void started.push("next") });
    child.resolve();
    await settled();
    late?.holdUntil(later.promise);
    later.resolve();
    await settled();
    expect(started).toEqual([]);
    agent.resolve();
    await settled();
    expect(started).toEqual(["next"]);
  });

  it("behaves as an ordinary run once its parent call has ended", async () => {
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

  it("ignores its cancelled call in the queue of an outer call", async () => {
    const agents = new Agents({ strategy: "serial" });
    agents.call("agent", write("/y"));
    // A separate run for each outer call: they must not wait for the agent.
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
    // Now the holder waits for the agent, through its nested call.
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

  it("refuses to open outside a task of the same scheduler", () => {
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
      "within must be the task handle that this scheduler passed to a prepare or run.",
    );
  });
});

interface Call {
  readonly profile: CallProfile;
  /** The nested calls: one batch after another, each when the one before has ended. */
  readonly batches: readonly (readonly Call[])[];
  /** Whether the call may end before its nested calls. */
  readonly leaves: boolean;
}

interface LiveCall extends Call {
  readonly id: string;
  readonly parent: LiveCall | undefined;
  readonly run: SchedulerRun;
  readonly live: Set<LiveCall>;
  readonly end: HandSettled;
}

interface Game {
  readonly max: number;
  readonly strategy: SchedulingStrategy;
  /** The next steps: end a running call, or cancel one that has not started. */
  readonly moves: readonly { readonly cancel: boolean; readonly pick: number }[];
  /** Whether two conflicting calls may nevertheless run at the same time. */
  readonly mayOverlap: (one: LiveCall, other: LiveCall) => boolean;
}

/** Plays a tree of calls to its end, and checks the guarantees of the scheduler at every step. */
async function playTree(batch: readonly Call[], { max, strategy, moves, mayOverlap }: Game): Promise<void> {
  const scheduler = createScheduler({ max, strategy });
  const running = new Set<LiveCall>();
  const queued = new Set<LiveCall>();
  const cancels = moves.some(({ cancel }) => cancel);
  let count = 0;
  const overlaps: string[] = [];
  const left: Promise<unknown>[] = [];
  const checkAlone = (live: LiveCall) => {
    for (const other of running) {
      if (isAncestor(other, live) || isAncestor(live, other) || mayOverlap(live, other)) continue;
      if (conflictsByTheBook(live.profile, other.profile)) overlaps.push(`${live.id} and ${other.id}`);
    }
  };
  const play = (call: Call, run: SchedulerRun, parent: LiveCall | undefined): Promise<unknown> => {
    const live: LiveCall = {
      ...call,
      id: `${count++}`,
      parent,
      run,
      live: new Set(),
      end: new HandSettled(),
    };
    parent?.live.add(live);
    queued.add(live);
    const work = async (task: TaskHandle) => {
      queued.delete(live);
      checkAlone(live);
      running.add(live);
      const nested = playBatches(call.batches, task, live);
      left.push(nested);
      if (!call.leaves) await nested;
      await live.end.promise;
      running.delete(live);
    };
    const over = () => {
      parent?.live.delete(live);
      queued.delete(live);
    };
    return run.submit({ id: live.id, profile: call.profile, run: work }).then(over, (error: unknown) => {
      over();
      if (!(error instanceof TaskCancelledError)) throw error;
    });
  };
  const playBatch = (list: readonly Call[], run: SchedulerRun, parent: LiveCall | undefined) =>
    Promise.all(list.map((call) => play(call, run, parent)));
  const playBatches = async (batches: Call["batches"], task: TaskHandle, parent: LiveCall) => {
    for (const batch of batches) await playBatch(batch, scheduler.openRun({ within: task }), parent);
  };

  const all = playBatch(batch, scheduler.openRun(), undefined);
  for (let step = 0; ; step++) {
    for (let round = 0; round < 4; round++) await settled();
    expect(overlaps).toEqual([]);
    expect(step).toBeLessThan(5_000);
    const atWork = [...running].filter(({ live }) => live.size === 0);
    // A slot that was lent may be missing when all tasks that its owner waited for are cancelled, or have left their
    // nested tasks behind.
    if (!cancels && !batch.some(hasLeaving)) expect(atWork.length).toBeLessThanOrEqual(max);
    if (running.size === 0 && scheduler.size === 0) break;
    const ending = [...running].filter(({ live, leaves }) => leaves || live.size === 0);
    expect(ending.length, "no call is running, so none ever will").toBeGreaterThan(0);
    const { cancel, pick } = moves[step % moves.length] ?? { cancel: false, pick: 0 };
    const cancelled = cancel ? [...queued][pick % queued.size] : undefined;
    if (cancelled === undefined) ending[pick % ending.length]?.end.resolve();
    else expect(cancelled.run.cancel(cancelled.id)).toBe(true);
  }
  await Promise.all([all, ...left]);
}

function hasLeaving({ leaves, batches }: Call): boolean {
  return leaves || batches.flat().some(hasLeaving);
}

function isAncestor(one: LiveCall, other: LiveCall): boolean {
  for (let at = other.parent; at !== undefined; at = at.parent) if (at === one) return true;
  return false;
}

/** Trees of at most that many levels. */
function callTree(levels: number, leaves: fc.Arbitrary<boolean>): fc.Arbitrary<Call> {
  if (levels === 1) return fc.record({ profile: anyProfile, batches: fc.constant([]), leaves });
  const batches = fc.array(fc.array(callTree(levels - 1, leaves), { maxLength: 3 }), { maxLength: 2 });
  return fc.record({ profile: anyProfile, batches: fc.oneof(fc.constant([]), batches), leaves });
}

/** The same tree, with agents that declare nothing and leave the locking to their calls. */
function lockingLeaves({ profile, batches, leaves }: Call): Call {
  const everything = profile === "all" || profile.keys === "all";
  return {
    leaves,
    profile: batches.length > 0 || everything ? nothing : profile,
    batches: batches.map((batch) => batch.map(lockingLeaves)),
  };
}

const anyCalls = fc.array(callTree(3, fc.constant(false)), { maxLength: 5 });
/** Calls of which some end before their nested calls. */
const anyLeavingCalls = fc.array(callTree(3, fc.boolean()), { maxLength: 5 });
const anyMax = fc.constantFrom(1, 2, 3, Number.POSITIVE_INFINITY);
const anyStrategy = fc.constantFrom<SchedulingStrategy>("dependency", "batches", "serial");
const anyMoves = (cancel: fc.Arbitrary<boolean>) =>
  fc.array(fc.record({ cancel, pick: fc.nat() }), { minLength: 1, maxLength: 30 });

describe("trees of calls that call the scheduler again", () => {
  it.each<[string, fc.Arbitrary<boolean>, (call: LiveCall) => boolean, fc.Arbitrary<Call[]>]>([
    ["every call ends", fc.constant(false), (call) => call.live.size > 0, anyCalls],
    // Cancelling the calls that an agent waits for resumes the agent, possibly together with a call that
    // overtook it because it waited.
    ["some are cancelled", fc.boolean(), (call) => call.batches.length > 0, anyCalls],
    ["some end before their calls", fc.boolean(), (call) => call.batches.length > 0, anyLeavingCalls],
  ])(
    "always end, and only an agent that waits can share a lock: %s",
    async (_, cancel, waits, tree) => {
      await fc.assert(
        fc.asyncProperty(tree, anyMoves(cancel), anyMax, anyStrategy, (calls, moves, max, strategy) =>
          playTree(calls, {
            max,
            strategy,
            moves,
            mayOverlap: (one, other) => waits(one) || waits(other),
          }),
        ),
        { numRuns: 400 },
      );
    },
    60_000,
  );

  it.each([
    ["every call ends", fc.constant(false), anyCalls],
    ["some are cancelled", fc.boolean(), anyCalls],
    ["some end before their calls", fc.boolean(), anyLeavingCalls],
  ])(
    "never let conflicting calls overlap when agents leave the locking to their calls: %s",
    async (_, cancel, tree) => {
      await fc.assert(
        fc.asyncProperty(tree, anyMoves(cancel), anyMax, anyStrategy, (calls, moves, max, strategy) =>
          playTree(calls.map(lockingLeaves), { max, strategy, moves, mayOverlap: () => false }),
        ),
        { numRuns: 400 },
      );
    },
    60_000,
  );
});
