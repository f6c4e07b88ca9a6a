import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import { createToolRuntime, type SessionState, ToolError, type ToolSession } from "../../src/index.js";
import { markLoaded } from "../../src/registry/deferred/loaded-tools.js";
import { addSessionGrants } from "../../src/runtime/sessions/session.js";
import { replaceTodos, type Todo } from "../../src/tools/todo/todo-list.js";
import type { EntryImage } from "../../src/workspace/changes/index.js";
import { toldIn } from "../../src/workspace/guidance.js";
import {
  ChangeJournal,
  createdStep,
  type JournalEntry,
  type JournalStep,
  movedStep,
  removedStep,
  replacedStep,
} from "../../src/workspace/journal/index.js";
import { KnownContent, type ReadRecord, ReadTracker } from "../../src/workspace/staleness/index.js";

/** Number of cases; `COLLET_FLEET=full` runs more. */
const RUNS = process.env.COLLET_FLEET === "full" ? 2_000 : 60;

const ROOT = "/w";

/** A session state of a host with arbitrary JSON. */
const HOST = Symbol("host part");
const hostState: SessionState = {
  name: "host",
  export: ({ memory }) => memory.get(HOST) as never,
  import: ({ memory }, state) => void memory.set(HOST, state),
};

function place() {
  const backend = memoryBackend({ files: { [`${ROOT}/a.txt`]: "a" } });
  return createToolRuntime({ cwd: ROOT, backend, permissions: "allow-all", sessionStates: [hostState] });
}

const [here, there] = [place(), place()];

// Names with every kind of difficulty: dots, spaces, a colon, a backslash, a lone surrogate, a member of Object, a
// long name.
const name = fc.oneof(
  fc.constantFrom("a", "b.txt", " ", "...", "a:b", "a\\b", "\ud800", "__proto__", "é", "n".repeat(5_000)),
  fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[/\0]/.test(text) && !/^\.\.?$/.test(text)),
);
const below = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => [ROOT, ...parts].join("/"));
const path = fc.oneof({ weight: 9, arbitrary: below }, { weight: 1, arbitrary: fc.constant("/outside/x") });
const bytes = fc.uint8Array({ maxLength: 40 });
const content = bytes.map((each) => new KnownContent(each));
const count = fc.nat({ max: 100_000 });
const stat = fc.record({
  type: fc.constant("file" as const),
  size: count,
  modifiedAtMs: fc.oneof(fc.double({ noNaN: true }), fc.constant(Number.NaN)),
  identity: fc.oneof(fc.string(), fc.constant("i".repeat(300))),
  mode: fc.constant(0o644),
  links: fc.constant(1),
});
const record: fc.Arbitrary<ReadRecord> = fc.oneof(
  fc.record({ type: fc.constant("whole" as const), content }),
  fc.record({
    type: fc.constant("parts" as const),
    stat,
    parts: fc.array(
      fc.record({
        firstLine: count,
        lastLine: count,
        runs: fc.array(fc.record({ position: count, length: count }), { maxLength: 3 }),
        content,
      }),
      { maxLength: 3 },
    ),
  }),
);

function nested(depth: number): EntryImage {
  let image: EntryImage = { type: "symlink", target: "deep" };
  for (let level = 0; level < depth; level += 1) {
    image = { type: "directory", mode: 0o755, entries: [{ name: "d", image }] };
  }
  return image;
}
const mode = fc.nat({ max: 0o7777 });
const { image } = fc.letrec<{ image: EntryImage }>((tie) => ({
  image: fc.oneof(
    { depthSize: "small" },
    fc.record({ type: fc.constant("file" as const), bytes, mode }),
    fc.record({ type: fc.constant("file" as const), bytes }),
    fc.record({
      type: fc.constant("symlink" as const),
      target: fc.oneof(fc.string(), fc.constantFrom("t".repeat(4_096), "t".repeat(4_097))),
    }),
    fc.constantFrom(nested(100), nested(128), nested(129), nested(200)),
    fc.record({
      type: fc.constant("directory" as const),
      mode,
      identity: fc.string(),
      entries: fc.array(fc.record({ name, image: tie("image") }), { maxLength: 3 }),
    }),
  ),
}));
const step: fc.Arbitrary<JournalStep> = fc.oneof(
  fc.tuple(path, bytes, content).map((parts) => replacedStep(...parts)),
  fc.tuple(path, content, fc.array(path, { maxLength: 2 })).map((parts) => createdStep(...parts)),
  fc.tuple(path, image).map((parts) => removedStep(...parts)),
  fc
    .record({
      path,
      movedFrom: path,
      madeFolders: fc.array(path, { maxLength: 2 }),
      after: fc.oneof(
        fc.record({ type: fc.constant("content" as const), content }),
        fc.record({ type: fc.constant("facts" as const), stat }),
        fc.record({ type: fc.constant("symlink" as const), target: fc.string() }),
        fc.record({ type: fc.constant("folder" as const), identity: fc.string() }),
      ),
    })
    .map(movedStep),
);
const entry: fc.Arbitrary<JournalEntry> = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([steps, keptContent]) => ({
    changes: steps.map((each) =>
      each.type === "moved"
        ? { type: "move" as const, path: each.path, movedFrom: each.movedFrom }
        : { type: "update" as const, path: each.path },
    ),
    ...(keptContent && { steps }),
  }));
const todo: fc.Arbitrary<readonly Todo[]> = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 4 }).filter((id) => id.trim() === id),
    content: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
    status: fc.constantFrom("pending" as const, "completed" as const),
  }),
  { selector: ({ id }) => id, maxLength: 4 },
);
const grant = fc.record({
  tool: fc.constantFrom("Bash", "Read"),
  verdict: fc.constantFrom("allow" as const, "deny" as const, "ask" as const),
});

interface State {
  readonly id: string;
  readonly cwd: readonly string[];
  readonly reads: readonly (readonly [string, ReadRecord])[];
  readonly journal: readonly JournalEntry[];
  readonly dropped: boolean;
  readonly told: readonly string[];
  readonly todos: readonly Todo[];
  readonly grants: readonly { readonly tool: string; readonly verdict: "allow" | "deny" | "ask" }[];
  readonly loaded: readonly string[];
  readonly host: unknown;
}
const state: fc.Arbitrary<State> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 20 }),
  cwd: fc.array(name, { maxLength: 3 }),
  reads: fc.array(fc.tuple(path, record), { maxLength: 5 }),
  journal: fc.array(entry, { maxLength: 5 }),
  dropped: fc.boolean(),
  told: fc.array(path, { maxLength: 4 }),
  todos: todo,
  grants: fc.array(grant, { maxLength: 3 }),
  loaded: fc.array(fc.oneof(fc.string(), fc.constant("l".repeat(257))), { maxLength: 3 }),
  host: fc.jsonValue(),
});

function sessionWith(wanted: State): ToolSession {
  const session = here.session({ id: wanted.id, cwd: [ROOT, ...wanted.cwd].join("/") });
  const tracker = new ReadTracker(session);
  for (const [path, known] of wanted.reads) tracker.restore(path, known);
  new ChangeJournal(session).restore(wanted.journal, wanted);
  for (const each of wanted.told) toldIn(session).add(each);
  replaceTodos(session, wanted.todos);
  addSessionGrants(session, wanted.grants);
  markLoaded(
    wanted.loaded.map((each) => ({ name: each, deferred: true }) as never),
    session,
  );
  session.memory.set(HOST, wanted.host);
  return session;
}

describe("an exported session", () => {
  it("imports and exports any session elsewhere without a change", async () => {
    let omittedEntries = 0;
    const held = { reads: 0, journal: 0, guidance: 0, todos: 0, loadedTools: 0 };
    await fc.assert(
      fc.asyncProperty(state, async (wanted) => {
        const first = JSON.parse(JSON.stringify(await here.exportSession(sessionWith(wanted))));
        const arrived = await there.importSession(first, { grants: "accept" });
        const second = JSON.parse(JSON.stringify(await there.exportSession(arrived)));
        await arrived[Symbol.asyncDispose]();
        // A folder that cannot be exported is omitted, and the session starts in the root.
        const { omitted, ...travelled } = first;
        expect(second).toEqual({ cwd: "", ...travelled });
        omittedEntries += Object.keys(omitted ?? {}).length;
        for (const part of Object.keys(held) as (keyof typeof held)[]) {
          if (part in first.states) held[part] += 1;
        }
      }),
      { numRuns: RUNS },
    );
    expect(omittedEntries).toBeGreaterThan(0);
    // Every part was exported often enough for the property to be meaningful.
    for (const cases of Object.values(held)) expect(cases).toBeGreaterThan(RUNS / 5);
  });

  const removed = (removedImage: EntryImage) => ({
    changes: [{ type: "delete" as const, path: `${ROOT}/x` }],
    steps: [removedStep(`${ROOT}/x`, removedImage)],
  });

  it.each<[string, EntryImage, boolean]>([
    ["128 folders deep", nested(128), true],
    ["129 folders deep", nested(129), false],
    ["a symlink of 4,096 characters", { type: "symlink", target: "t".repeat(4_096) }, true],
    ["a symlink of 4,097 characters", { type: "symlink", target: "t".repeat(4_097) }, false],
    [
      "a folder of 100,001 names",
      {
        type: "directory",
        mode: 0o755,
        entries: Array.from({ length: 100_001 }, (_, index) => ({
          name: `${index}`,
          image: { type: "symlink" as const, target: "" },
        })),
      },
      false,
    ],
  ])("exports a removal of %s with its content only if an import accepts it", async (_name, image, whole) => {
    const session = here.session();
    new ChangeJournal(session).restore([removed(image)], { dropped: false });
    const exported = await here.exportSession(session, { maxBytes: 50_000_000 });
    const { entries } = exported.states.journal as unknown as { entries: { steps?: unknown }[] };
    expect(entries.map(({ steps }) => steps !== undefined)).toEqual([whole]);
    const arrived = await there.importSession(exported);
    // If the content was not exported, the change is still recorded, so that an undo does not revert an earlier one
    // instead.
    expect(new ChangeJournal(arrived).entries()).toHaveLength(1);
  });

  it("keeps the latest reads and guidance within maxBytes", async () => {
    const session = here.session();
    const tracker = new ReadTracker(session);
    for (let index = 0; index < 100; index += 1) {
      tracker.restore(`${ROOT}/${index}`, { type: "whole", content: KnownContent.ofHash("0".repeat(64)) });
      toldIn(session).add(`${ROOT}/${"g".repeat(100)}${index}`);
    }
    const { states } = await here.exportSession(session, { maxBytes: 1_000 });
    for (const part of [states.reads, states.guidance] as unknown as unknown[][]) {
      expect(JSON.stringify(part).length).toBeLessThanOrEqual(1_002);
      expect(JSON.stringify(part.at(-1))).toContain("99");
      expect(part.length).toBeGreaterThan(5);
    }
  });

  it("refuses an export with an id that could not be imported", async () => {
    const session = { ...here.session(), id: "x".repeat(1_025) };
    await expect(here.exportSession(session)).rejects.toThrow(/id of an exported session .* has 1025/);
  });

  it("names the part of the host that returns a value JSON cannot represent", async () => {
    const session = here.session();
    session.memory.set(HOST, () => 1);
    const failed = await here.exportSession(session).catch((thrown: unknown) => thrown);
    expect(ToolError.isInstance(failed)).toBe(true);
    expect((failed as Error).message).toMatch(/part 'host' failed/);
  });
});
