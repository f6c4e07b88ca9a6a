import type { IntentLog, IntentLogEntry, PathOutcome } from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import { throwIfCancelled } from "../cancellation.js";
import type { ChangeStep } from "./change-step.js";
import { halfDone } from "./half-done.js";
import { type ChangeIntents, intentPaths, type StepIntent, writeIntents } from "./step-intent.js";

/**
 * Carries out steps in their order, all or none, and makes them durable.
 *
 * When it throws, everything is as it was. The one exception is the error `half-done`: then taking back failed as well, and
 * the error lists the state of each path. A cancellation counts until the first change becomes visible. A kill in the middle
 * leaves each file as it was or as it was to be, and perhaps temporary files, which later changes remove; with `notes`, the
 * next process that changes one of the files finishes the others. A kill while a failed change is being taken back is no
 * different: that is noted first, and the next process finishes taking back.
 */
export async function carryOut(
  steps: readonly ChangeStep[],
  signal: AbortSignal,
  notes?: IntentLog,
): Promise<void> {
  const left: PathOutcome[] = [];
  let log: StepLog | undefined;
  let failure: { readonly error: unknown } | undefined;
  try {
    for (const step of steps) await step.prepare();
    throwIfCancelled(signal);
    log = await StepLog.begin(steps, notes);
    await commitAll(steps, log);
    const unsettled: PathOutcome[] = [];
    for (const step of steps) unsettled.push(...((await step.settle?.()) ?? []));
    if (unsettled.length > 0) left.push(...(await outcomesOf(steps)), ...unsettled);
  } catch (error) {
    failure = { error };
    if (ToolError.isInstance(error)) left.push(...(error.outcomes ?? []));
  }
  // What could not be undone stays noted: the next change of one of the files finishes it.
  const kept = left.length > 0 ? log?.unfinished : undefined;
  if (kept === undefined) await log?.end();
  for (const step of [...steps].reverse()) left.push(...(await step.release({ kept })));
  if (left.length > 0) throw halfDone(causeOf(failure?.error), left);
  if (failure !== undefined) throw failure.error;
}

/** The failure itself, not the report about it. */
function causeOf(error: unknown): unknown {
  return ToolError.isInstance(error) && error.outcomes !== undefined ? error.cause : error;
}

/** The note of a change that is under way: the intents of all its steps. */
class StepLog {
  readonly #intents: (readonly StepIntent[])[];
  readonly #note: IntentLogEntry;
  #direction: ChangeIntents["direction"] = "forward";

  private constructor(intents: (readonly StepIntent[])[], note: IntentLogEntry) {
    this.#intents = intents;
    this.#note = note;
  }

  /** Writes nothing for a single step of one system call, nor where another process could not finish one of the steps. */
  static async begin(
    steps: readonly ChangeStep[],
    notes: IntentLog | undefined,
  ): Promise<StepLog | undefined> {
    const isAtomic = steps.length === 1 && steps[0]?.isOneCall === true;
    if (notes === undefined || steps.length === 0 || isAtomic) return undefined;
    const intents: (readonly StepIntent[])[] = [];
    for (const step of steps) {
      const own = await step.intents?.();
      if (own === undefined) return undefined;
      intents.push(own);
    }
    const all = intents.flat();
    const survives = steps.length > 1 || steps[0]?.isDurablyNoted === true ? "machine" : "process";
    const text = writeIntents({ direction: "forward", intents: all });
    return new StepLog(intents, await notes.write(intentPaths(all), text, { survives }));
  }

  /** The part of the steps' work that the note has another process finish. */
  get unfinished(): "commit" | "revert" {
    return this.#direction === "forward" ? "commit" : "revert";
  }

  async record(index: number, intents: readonly StepIntent[]): Promise<void> {
    this.#intents[index] = intents;
    await this.#note.update(writeIntents({ direction: "forward", intents: this.#intents.flat() }));
  }

  /** Has the note say that the change is being taken back. When it rejects, the note is as it was. */
  async turnBack(intents: readonly StepIntent[]): Promise<void> {
    const text = writeIntents({ direction: "back", intents });
    // Twice: a passing failure must not leave the change half done.
    await this.#note.update(text).catch(() => this.#note.update(text));
    this.#direction = "back";
  }

  end(): Promise<void> {
    return this.#note.remove();
  }
}

async function commitAll(steps: readonly ChangeStep[], log: StepLog | undefined): Promise<void> {
  // The step that throws is among them: how far it got, only the disk knows.
  const begun: ChangeStep[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      begun.push(step);
      await step.commit(async (intents) => log?.record(index, intents));
    }
    await syncAll(steps);
  } catch (error) {
    if (await revertAll(begun, log)) throw error;
    throw halfDone(error, await outcomesOf(steps));
  }
}

async function outcomesOf(steps: readonly ChangeStep[]): Promise<readonly PathOutcome[]> {
  const outcomes: PathOutcome[] = [];
  for (const step of steps) outcomes.push(...(await step.outcomes()));
  return outcomes;
}

/** Returns whether everything is as before. */
async function revertAll(begun: readonly ChangeStep[], log: StepLog | undefined): Promise<boolean> {
  const backwards = [...begun].reverse();
  const isPrepared = await prepareReverts(backwards, log);
  // As long as nothing was taken back, the note says how to complete the change once the disk works again.
  if (!isPrepared && log !== undefined) return false;
  let isReverted = true;
  for (const step of backwards) {
    await step.revert().catch(() => {
      isReverted = false;
    });
  }
  return isReverted;
}

/** Returns whether all is written that taking back needs, its intents last: from then on it is finished even after a kill. */
async function prepareReverts(steps: readonly ChangeStep[], log: StepLog | undefined): Promise<boolean> {
  try {
    for (const step of steps) await step.prepareRevert?.();
    const intents: StepIntent[] = [];
    for (const step of steps) intents.push(...(await step.revertIntents()));
    if (intents.length > 0) await log?.turnBack(intents);
    return true;
  } catch {
    return false;
  }
}

async function syncAll(steps: readonly ChangeStep[]): Promise<void> {
  const synced = new Set<string>();
  for (const directory of steps.flatMap((step) => step.directories)) {
    if (synced.has(directory.path)) continue;
    synced.add(directory.path);
    await directory.sync();
  }
}
