import { type IntentLog, type IntentLogEntry, type PathOutcome, ToolError } from "../../contract/index.js";
import { throwIfCancelled } from "../cancellation.js";
import type { ChangeStep } from "./change-step.js";
import { halfDone, withPath } from "./half-done.js";
import { type ChangeIntents, intentPaths, type StepIntent, writeIntents } from "./step-intent.js";

/**
 * Carries out steps in order, all or none, and makes them durable.
 *
 * After an error, everything is as it was before. The only exception is the error `half-done`: the roll-back failed as
 * well, and the error lists the state of each path. A cancellation is honoured until the first change becomes visible.
 * A kill in the middle leaves each file in its old or its new state, and perhaps temporary files, which later changes
 * remove. With `notes`, the next process that changes one of the files finishes the others. The same holds for a kill
 * during a roll-back: the roll-back is noted first, and the next process finishes it.
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
  // The note of a failed roll-back stays, so the next change of one of the files finishes it.
  const kept = left.length > 0 ? log?.unfinished : undefined;
  if (kept === undefined) await log?.end();
  for (const step of [...steps].reverse()) left.push(...(await step.release({ kept })));
  if (left.length > 0) throw halfDone(causeOf(failure?.error), left);
  if (failure !== undefined) throw failure.error;
}

/** Returns the failure itself instead of the report about it. */
function causeOf(error: unknown): unknown {
  return ToolError.isInstance(error) && error.outcomes !== undefined ? error.cause : error;
}

/** The note of a running change: the intents of all its steps. */
class StepLog {
  readonly #intents: (readonly StepIntent[])[];
  readonly #note: IntentLogEntry;
  #direction: ChangeIntents["direction"] = "forward";

  private constructor(intents: (readonly StepIntent[])[], note: IntentLogEntry) {
    this.#intents = intents;
    this.#note = note;
  }

  /**
   * Writes a note, except for a single step of one system call and where another process could not finish one of the
   * steps.
   */
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
    const path = steps[0]?.path ?? "";
    const survives = steps.length > 1 || steps[0]?.isDurablyNoted === true ? "machine" : "process";
    const text = writeIntents({ direction: "forward", intents: all });
    const note = await notes.write(intentPaths(all), text, { survives }).catch((error: unknown) => {
      throw notRecorded(error, path);
    });
    return new StepLog(intents, note);
  }

  /** The phase of the steps that another process must finish, according to the note. */
  get unfinished(): "commit" | "revert" {
    return this.#direction === "forward" ? "commit" : "revert";
  }

  async record(index: number, path: string, intents: readonly StepIntent[]): Promise<void> {
    this.#intents[index] = intents;
    const text = writeIntents({ direction: "forward", intents: this.#intents.flat() });
    await this.#note.update(text).catch((error: unknown) => {
      throw notRecorded(error, path);
    });
  }

  /** Marks the change as being rolled back. When it rejects, the note is unchanged. */
  async turnBack(intents: readonly StepIntent[]): Promise<void> {
    const text = writeIntents({ direction: "back", intents });
    // Retries once: a transient failure must not leave the change half done.
    await this.#note.update(text).catch(() => this.#note.update(text));
    this.#direction = "back";
  }

  end(): Promise<void> {
    return this.#note.remove();
  }
}

function notRecorded(error: unknown, path: string): unknown {
  return withPath(error, `The change of '${path}' could not be recorded in the intent log.`, path);
}

async function commitAll(steps: readonly ChangeStep[], log: StepLog | undefined): Promise<void> {
  // Includes the step that threw: only the disk shows how far it got.
  const begun: ChangeStep[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      begun.push(step);
      await step.commit(async (intents) => log?.record(index, step.path, intents));
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

/** Rolls all steps back. Returns whether everything is as before. */
async function revertAll(begun: readonly ChangeStep[], log: StepLog | undefined): Promise<boolean> {
  const backwards = [...begun].reverse();
  const isPrepared = await prepareReverts(backwards, log);
  // Until something is rolled back, the note says how to complete the change once the disk works again.
  if (!isPrepared && log !== undefined) return false;
  let isReverted = true;
  for (const step of backwards) {
    await step.revert().catch(() => {
      isReverted = false;
    });
  }
  return isReverted;
}

/**
 * Prepares the roll-back and writes its intents last. Returns whether all of it was written: from then on the roll-back
 * is finished even after a kill.
 */
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
  for (const { directories, path } of steps) {
    for (const directory of directories) {
      if (synced.has(directory.path)) continue;
      synced.add(directory.path);
      await directory.sync().catch((error: unknown) => {
        throw withPath(error, `The change of '${path}' could not be written to the disk.`, path);
      });
    }
  }
}
