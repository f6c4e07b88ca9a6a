import { describe, expect, it } from "vitest";
import { ToolError } from "../../../src/contract/index.js";
import { createWorkspace } from "../../../src/workspace/index.js";
import { PathLocks } from "../../../src/workspace/locks/index.js";
import { finishInterrupted } from "../../../src/workspace/recovery/index.js";
import { interferedBackend } from "../faulty-backend.js";
import { portSnapshot } from "../tree-snapshot.js";
import { newSession } from "../workspace-fixture.js";
import { FAULT_CASES, type FaultCase } from "./fault-cases.js";
import {
  isLook,
  MEMORY_ROOT,
  sharedMemory,
  type Tree,
  withInterferedNotes,
  withoutFolders,
  withoutTemporaries,
} from "./memory-fault-tree.js";

/** The n-th step that changes something fails, and the process ends before the m-th step after that. */
interface Moment {
  readonly failing: number;
  /** Whether the failing step is carried out anyway. */
  readonly isCarriedOut: boolean;
  readonly killed: number;
}

interface Ended {
  /** The step that failed; `""` if there was none. */
  readonly hit: string;
  /** The step before which the process ended; `""` if there was none. */
  readonly killedBefore: string;
  readonly before: Tree;
  /** The tree after the end of the process. */
  readonly left: Tree;
  /** The tree after another process has finished the noted change. */
  readonly finished: Tree;
  /** Number of notes that remain. */
  readonly notes: number;
}

async function runUntilKilled(tried: FaultCase, { failing, isCarriedOut, killed }: Moment): Promise<Ended> {
  let isArmed = false;
  let seen = 0;
  let seenSince = 0;
  let hit = "";
  let killedBefore = "";
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const before = async (step: string, detail?: string) => {
    if (!isArmed) return;
    if (hit !== "" && !isLook(step)) seenSince += 1;
    if (hit !== "" && seenSince === killed) {
      killedBefore ||= step;
      end();
      // The process is dead: no step after this one happens.
      await new Promise(() => {});
    }
    // A note that cannot be removed is ignored: its removal never rejects.
    if (!isCarriedOut && !isLook(step) && step !== "remove note") fail(step);
    if (tried.acrossVolumes === true && step === "rename" && detail === "other directory") {
      throw new ToolError("another volume", { code: "io-error", cause: { code: "EXDEV" } });
    }
  };
  const fail = (step: string) => {
    if (!isArmed) return;
    seen += 1;
    if (seen !== failing) return;
    hit = step;
    throw new ToolError(`injected into ${step}`, { code: "io-error", cause: { code: "EIO" } });
  };
  const whole = sharedMemory();
  const backend = interferedBackend(
    withInterferedNotes(whole, before),
    before,
    isCarriedOut ? (step) => fail(step) : undefined,
  );
  const files = createWorkspace({ backend, roots: [MEMORY_ROOT] }).files({
    session: newSession(MEMORY_ROOT),
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: () => {},
  });
  const snapshot = async () => withoutTemporaries(await portSnapshot(whole, MEMORY_ROOT));
  await tried.before?.(files);
  const old = await snapshot();
  isArmed = true;
  const change = tried.change(files).catch(() => {});
  await Promise.race([change, ended]);
  const left = await snapshot();
  const notesOf = async () => (await whole.intentLog?.find([MEMORY_ROOT])) ?? [];
  // Any one of the files triggers the recovery of the others.
  const touched = (await notesOf()).map(({ paths }) => paths[0] ?? "");
  await finishInterrupted({ backend: whole, locks: new PathLocks() }, touched, new AbortController().signal);
  return {
    hit,
    killedBefore,
    before: old,
    left,
    finished: await snapshot(),
    notes: (await notesOf()).length,
  };
}

/**
 * Kills the process at every step after a failure; returns how often, and how often that left the files in a mixture.
 */
async function sweepKills(tried: FaultCase, wholeAfter: Tree, fault: Omit<Moment, "killed">) {
  let kills = 0;
  let mixtures = 0;
  for (let killed = 1; ; killed += 1) {
    const { hit, killedBefore, before, left, finished, notes } = await runUntilKilled(tried, {
      ...fault,
      killed,
    });
    if (hit === "") return undefined;
    const where = `step ${fault.failing} (${hit}) fails, killed before step ${killed} (${killedBefore})`;
    const wholes = [before, wholeAfter].map(asText);
    if (killedBefore !== "" && !wholes.includes(asText(left))) mixtures += 1;
    expect(wholes, where).toContain(asText(finished));
    expect(notes, where).toBe(0);
    if (killedBefore === "") return { kills, mixtures };
    kills += 1;
  }
}

function asText(tree: Tree): string {
  return JSON.stringify(Object.entries(withoutFolders(tree)).sort());
}

describe("a process that is killed while it takes a failed change back", () => {
  const cases = Object.entries(FAULT_CASES).flatMap(([name, tried]) =>
    [false, true].map((isCarriedOut) => [name, isCarriedOut ? "carried out" : "not made", tried] as const),
  );

  it.each(cases)(
    "leaves a failed change that the next process finishes: %s, the failing step was %s",
    async (name, how, tried) => {
      const isCarriedOut = how === "carried out";
      const whole = await runUntilKilled(tried, { failing: 0, isCarriedOut, killed: 0 });
      let kills = 0;
      let mixtures = 0;
      for (let failing = 1; ; failing += 1) {
        const swept = await sweepKills(tried, whole.finished, { failing, isCarriedOut });
        if (swept === undefined) break;
        kills += swept.kills;
        mixtures += swept.mixtures;
      }
      expect(kills).toBeGreaterThan(3);
      // The control: without the note some of the trees would have stayed half done.
      if (name.includes("group")) expect(mixtures).toBeGreaterThan(10);
    },
  );
});
