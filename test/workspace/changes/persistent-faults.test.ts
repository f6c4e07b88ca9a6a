import { describe, expect, it } from "vitest";
import { type FileChange, type PathOutcome, ToolError } from "../../../src/contract/index.js";
import { createWorkspace } from "../../../src/workspace/index.js";
import { type Interference, interferedBackend } from "../faulty-backend.js";
import { portSnapshot } from "../tree-snapshot.js";
import { newSession } from "../workspace-fixture.js";
import { FAULT_CASES, type FaultCase } from "./fault-cases.js";
import {
  isLook,
  MEMORY_ROOT,
  sharedMemory,
  type Tree,
  withoutFolders,
  withoutTemporaries,
} from "./memory-fault-tree.js";

/** Failures of a disk. */
const DISKS = {
  "fails to change anything from one point on": { counts: "changes", from: "before", lasts: true },
  "answers nothing from one point on": { counts: "all", from: "before", lasts: true },
  "reports an error for a call that it has carried out": { counts: "changes", from: "after", lasts: false },
  "reports errors for all calls from one point on, and carries them out": {
    counts: "changes",
    from: "after",
    lasts: true,
  },
} as const;

type Disk = (typeof DISKS)[keyof typeof DISKS];

interface Outcome {
  /** The step that failed first; `""` if there was none. */
  readonly hit: string;
  readonly code: string;
  readonly outcomes: readonly PathOutcome[];
  readonly message: string;
  readonly before: Tree;
  readonly after: Tree;
  readonly reported: readonly FileChange[];
  /** The tree after the next changes, with a working disk. */
  next(): Promise<Tree>;
}

async function runOn(disk: Disk, tried: FaultCase, failing: number): Promise<Outcome> {
  let armed = false;
  let seen = 0;
  let hit = "";
  const counts = (step: string) => armed && (disk.counts === "all" || !isLook(step));
  const fail: Interference = (step) => {
    if (!counts(step)) return;
    seen += 1;
    if (failing === 0 || (disk.lasts ? seen < failing : seen !== failing)) return;
    hit ||= step;
    throw new ToolError(`injected into ${step}`, { code: "io-error", cause: { code: "EIO" } });
  };
  const otherVolume: Interference = (step, detail) => {
    if (!armed || tried.acrossVolumes !== true || step !== "rename" || detail !== "other directory") return;
    throw new ToolError("another volume", { code: "io-error", cause: { code: "EXDEV" } });
  };
  const whole = sharedMemory();
  const backend = interferedBackend(
    whole,
    async (step, detail) => {
      if (disk.from === "before") await fail(step, detail);
      await otherVolume(step, detail);
    },
    disk.from === "after" ? fail : undefined,
  );
  const changes: FileChange[] = [];
  const files = createWorkspace({ backend, roots: [MEMORY_ROOT] }).files({
    session: newSession(MEMORY_ROOT),
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: (change) => changes.push(change),
  });
  const snapshot = async () => withoutTemporaries(await portSnapshot(whole, MEMORY_ROOT));
  await tried.before?.(files);
  const before = await snapshot();
  const reported = changes.length;
  armed = true;
  const error = await tried.change(files).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  armed = false;
  const failure = ToolError.isInstance(error) ? error : undefined;
  return {
    hit,
    code: error === undefined ? "done" : (failure?.code ?? String(error)),
    outcomes: failure?.outcomes ?? [],
    message: failure?.message ?? "",
    before,
    after: await snapshot(),
    reported: changes.slice(reported),
    async next() {
      const { outcomes = [] } = failure ?? {};
      for (const { path } of outcomes) {
        // Changes nothing itself, but takes the locks of the file.
        await files.updateText(path, ({ text }) => ({ text })).catch(() => {});
      }
      return snapshot();
    },
  };
}

/** Paths that differ between two trees. */
function differences(left: Tree, right: Tree): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (name) => left[name] !== right[name],
  );
}

function expectTruth(outcome: Outcome, wholeAfter: Tree, where: string): void {
  const { code, outcomes, message, before, after } = outcome;
  // A folder that an undone change created may stay, empty.
  if (code === "done") expect(withoutFolders(after), where).toEqual(withoutFolders(wholeAfter));
  else if (code !== "half-done") expect(after, where).toEqual(before);
  if (code !== "half-done") return;
  const states = new Map(outcomes.map(({ path, state }) => [path.slice(MEMORY_ROOT.length + 1), state]));
  for (const name of states.keys()) expect(message, where).toContain(`${MEMORY_ROOT}/${name}`);
  const named = (name: string) =>
    [...states].find(([path]) => name === path || name.startsWith(`${path}/`))?.[1];
  for (const name of differences(before, after)) {
    // A parent folder of a new file.
    const isOnTheWay = [...states.keys()].some((path) => path.startsWith(`${name}/`));
    if (!isOnTheWay) expect(named(name), `${where}: ${name}`).toMatch(/new|set-aside|partly|unknown/);
  }
  for (const [name, state] of states) {
    if (state === "old") expect(after[name], `${where}: ${name}`).toBe(before[name]);
    if (state === "new") expect(after[name], `${where}: ${name}`).toBe(wholeAfter[name]);
  }
}

/** The next change has a working disk, and finishes what can be finished. */
function expectFinished(
  next: Tree,
  outcome: Outcome,
  { wholeAfter, where }: { readonly wholeAfter: Tree; readonly where: string },
): void {
  const { code, before } = outcome;
  if (code !== "half-done") return;
  const trees = [before, wholeAfter].map((tree) => differences(withoutFolders(next), withoutFolders(tree)));
  expect(
    trees.some((names) => names.length === 0),
    `${where}, then: ${JSON.stringify(next)}`,
  ).toBe(true);
}

describe.each(Object.keys(DISKS) as (keyof typeof DISKS)[])("a change on a disk that %s", (name) => {
  const disk = DISKS[name];

  it.each(Object.entries(FAULT_CASES))(
    "ends a change as done, undone, or reported as half done: %s",
    async (_, tried) => {
      const whole = await runOn(disk, tried, 0);
      expect(whole.code).toBe("done");
      let hits = 0;
      for (let failing = 1; ; failing += 1) {
        const outcome = await runOn(disk, tried, failing);
        if (outcome.hit === "") break;
        hits += 1;
        const where = `step ${failing} (${outcome.hit}): ${outcome.code}`;
        expectTruth(outcome, whole.after, where);
        if (outcome.code === "done") continue;
        expectFinished(await outcome.next(), outcome, { wholeAfter: whole.after, where });
        // Every file that is reported as changed is changed.
        for (const change of outcome.reported) {
          const path = change.path.slice(MEMORY_ROOT.length + 1);
          expect(outcome.after[path], where).toBe(whole.after[path]);
        }
      }
      expect(hits).toBeGreaterThan(2);
    },
  );
});
