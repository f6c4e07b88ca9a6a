import { expect, it } from "vitest";
import { LockNode } from "../../../src/batching/conflicts/lock-lanes.js";
import { LockTable } from "../../../src/batching/conflicts/lock-table.js";
import { type CallProfile, directoryKey, fileKey } from "../../../src/batching/index.js";
import { growthFactor } from "../../growth-factor.js";
import { startStopwatch } from "../../processor-time.js";

const read = (path: string): CallProfile => ({ keys: [fileKey(path, "read")] });
const write = (path: string): CallProfile => ({ keys: [fileKey(path, "write")] });
const search = (path: string): CallProfile => ({ keys: [directoryKey(path, "read", "subtree")] });
const remove = (path: string): CallProfile => ({ keys: [directoryKey(path, "write", "subtree")] });
/** One of forty folders, each in the one before. */
const nested = (index: number) =>
  `/${Array.from({ length: 1 + (index % 40) }, (_, depth) => `d${depth}`).join("/")}`;

interface Entering {
  readonly profile: CallProfile;
  /** Position of the agent of which it is a nested call; without one, an outermost call. */
  readonly agent?: number;
}

/** Lets calls enter of which none ends; returns the processor time. */
function enterAll(size: number, callOf: (index: number) => Entering): number {
  const table = new LockTable();
  const agents = [0, 1].map(() => new LockNode({ keys: [] }, undefined));
  for (const agent of agents) table.enter(agent, undefined);
  const calls = Array.from({ length: size }, (_, index) => {
    const { profile, agent } = callOf(index);
    return new LockNode(profile, agent === undefined ? undefined : agents[agent]);
  });
  const elapsedMs = startStopwatch();
  for (const call of calls) table.enter(call, undefined);
  return elapsedMs();
}

it.each<[string, (index: number, size: number) => Entering]>([
  ["writes of different files", (index) => ({ profile: write(`/w/${index}`) })],
  ["reads and writes of one file", (index) => ({ profile: index % 2 ? write("/f") : read("/f") })],
  [
    "searches and removals of folders in each other",
    (index) => ({ profile: index % 2 ? remove(nested(index)) : search(nested(index)) }),
  ],
  [
    "an agent's reads of a file, then writes of it outside",
    (index, size) => (index < size / 2 ? { profile: read("/f"), agent: 0 } : { profile: write("/f") }),
  ],
  [
    "an agent's writes below a folder, then removals of it outside",
    (index, size) =>
      index < size / 2 ? { profile: write(`/w/${index}`), agent: 0 } : { profile: remove("/w") },
  ],
  [
    "an agent's reads below a folder, then removals of it by another agent",
    (index, size) =>
      index < size / 2 ? { profile: read(`/w/${index}`), agent: 0 } : { profile: remove("/w"), agent: 1 },
  ],
  [
    "an agent's reads and removals by another agent alternately",
    (index) => (index % 2 ? { profile: read(`/w/${index}`), agent: 0 } : { profile: remove("/w"), agent: 1 }),
  ],
])("calls enter behind unfinished ones in linear time: %s", async (_, callOf) => {
  const timeOf = (size: number) => enterAll(size, (index) => callOf(index, size));
  // Eight times as many calls take 64 times as long if each looks at all others; the collector takes a part of the time of thousands.
  expect(await growthFactor(timeOf, { from: 2_000, to: 16_000, below: 40 })).toBeLessThan(40);
});

it.each<[string, (index: number) => CallProfile, (index: number) => CallProfile]>([
  ["agents without keys that each change a file", () => ({ keys: [] }), (index) => write(`/w/${index}`)],
  [
    "agents that each change the file of their own key",
    (index) => write(`/w/${index}`),
    (index) => write(`/w/${index}`),
  ],
  [
    "agents that each change a folder below that of their own key",
    (index) => search(`/w/${index}`),
    (index) => remove(`/w/${index}/d`),
  ],
])("nested calls enter in linear time: %s", async (_, profileOf, profileOfNested) => {
  const timeOf = (size: number) => {
    const table = new LockTable();
    let waiting = 0;
    const elapsedMs = startStopwatch();
    for (let index = 0; index < size; index += 1) {
      const agent = new LockNode(profileOf(index), undefined);
      table.enter(agent, undefined);
      const call = new LockNode(profileOfNested(index), agent);
      table.enter(call, undefined);
      waiting += call.waiting;
    }
    expect(waiting).toBe(0);
    return elapsedMs();
  };
  expect(await growthFactor(timeOf, { from: 250, to: 2_000, below: 24 })).toBeLessThan(24);
});

/** Lets agents enter, then one nested call of each; all of them end. Returns the processor time. */
function runNested(size: number, agentOf: (index: number) => CallProfile, callOf: typeof agentOf): number {
  const table = new LockTable();
  const agents = Array.from({ length: size }, (_, index) => new LockNode(agentOf(index), undefined));
  for (const agent of agents) table.enter(agent, undefined);
  const elapsedMs = startStopwatch();
  const free: LockNode[] = [];
  for (const [index, agent] of agents.entries()) {
    const call = new LockNode(callOf(index), agent);
    table.enter(call, undefined);
    if (call.waiting === 0) free.push(call);
  }
  const onFree = (node: unknown) => free.push(node as LockNode);
  for (const call of free) {
    table.release(call, onFree);
    if (call.parent !== undefined) table.release(call.parent, onFree);
  }
  const ms = elapsedMs();
  expect(table.size).toBe(0);
  return ms;
}

const nothing = (): CallProfile => ({ keys: [] });
const ownFile = (index: number): CallProfile => write(`/w/${index}`);
const sharedFile = () => write("/f");
const everything = (): CallProfile => "all";
const searchAll = () => search("/w");

it.each<[string, (index: number) => CallProfile, (index: number) => CallProfile]>([
  ["of agents without keys that change one file", nothing, sharedFile],
  ["of agents that each change a file of their own", ownFile, sharedFile],
  ["that read and change one file", nothing, (index) => (index % 2 ? read("/f") : write("/f"))],
])("nested calls enter and leave in linear time behind each other: calls %s", async (_, agentOf, callOf) => {
  const timeOf = (size: number) => runNested(size, agentOf, callOf);
  expect(await growthFactor(timeOf, { from: 250, to: 2_000, below: 24 })).toBeLessThan(24);
});

// Each call must know which agents wait for its own agent, and need not wait for them.
it.each<[string, (index: number) => CallProfile, (index: number) => CallProfile]>([
  ["of agents without keys that may change anything", nothing, everything],
  ["of agents that change files of their own, which may change anything", ownFile, everything],
  ["of agents that search a folder, which each change a file of it", searchAll, ownFile],
  ["of agents that search a folder, which change one file of it", searchAll, () => write("/w/f")],
])("nested calls that conflict with all agents need no cubic time: calls %s", async (_, agentOf, callOf) => {
  const timeOf = (size: number) => runNested(size, agentOf, callOf);
  // Four times as many calls took 40 to 60 times as long.
  expect(await growthFactor(timeOf, { from: 400, to: 1_600, below: 24 })).toBeLessThan(24);
});

it("calls of an agent that change the file of its key enter in linear time beside calls of other files", async () => {
  const timeOf = (size: number) => {
    const table = new LockTable();
    const agent = new LockNode(write("/w/0"), undefined);
    table.enter(agent, undefined);
    for (let index = 1; index < size; index += 1)
      table.enter(new LockNode(write(`/w/${index}`), undefined), undefined);
    const elapsedMs = startStopwatch();
    for (let index = 0; index < size; index += 1) table.enter(new LockNode(write("/w/0"), agent), undefined);
    return elapsedMs();
  };
  expect(await growthFactor(timeOf, { from: 250, to: 2_000, below: 24 })).toBeLessThan(24);
});

it("a call waits for each read of another agent below the folder that it removes, and for no other", () => {
  const table = new LockTable();
  const [reader, remover] = [0, 1].map(() => new LockNode({ keys: [] }, undefined)) as [LockNode, LockNode];
  table.enter(reader, undefined);
  table.enter(remover, undefined);
  const enter = (profile: CallProfile, parent: LockNode) => {
    const call = new LockNode(profile, parent);
    table.enter(call, undefined);
    return call;
  };
  const first = [read("/w/a"), search("/w/b"), read("/v")].map((profile) => enter(profile, reader));
  const removals = [enter(remove("/w"), remover)];
  const later = enter(read("/u/c"), reader);
  removals.push(enter(remove("/u"), remover));
  const freed: unknown[] = [];
  const release = (call: LockNode | undefined) => call && table.release(call, (node) => freed.push(node));
  release(first[0]);
  expect(freed).toEqual([]);
  release(first[1]);
  expect(freed).toEqual([removals[0]]);
  release(later);
  expect(freed).toEqual(removals);
  expect(table.size).toBe(5);
});
