import type { ChangeNote, ChangeNotes, PathOutcome } from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import { throwIfCancelled } from "../cancellation.js";
import type { ChangeStep } from "./change-step.js";
import { halfDone } from "./half-done.js";
import { intentPaths, type StepIntent, writeIntents } from "./step-intent.js";

/**
 * Carries out steps in their order, all or none, and makes them durable.
 *
 * When it throws, everything is as it was. The one exception is the error `half-done`: then taking back failed as well, and
 * the error lists the state of each path. A cancellation counts until the first change becomes visible. A kill in the middle
 * leaves each file as it was or as it was to be, and perhaps temporary files, which later changes remove; with `notes`, the
 * next process that changes one of the files finishes the others.
 */
export async function carryOut(
  steps: readonly ChangeStep[],
  signal: AbortSignal,
  notes?: ChangeNotes,
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
  const keepsTemporaries = log !== undefined && left.length > 0;
  if (!keepsTemporaries) await log?.end();
  for (const step of [...steps].reverse()) left.push(...(await step.release({ keepsTemporaries })));
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
  readonly #note: ChangeNote;

  private constructor(intents: (readonly StepIntent[])[], note: ChangeNote) {
    this.#intents = intents;
    this.#note = note;
  }

  /** Writes nothing for a single step of one system call, nor where another process could not finish one of the steps. */
  static async begin(
    steps: readonly ChangeStep[],
    notes: ChangeNotes | undefined,
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
    return new StepLog(intents, await notes.write(intentPaths(all), writeIntents(all), { survives }));
  }

  async record(index: number, intents: readonly StepIntent[]): Promise<void> {
    this.#intents[index] = intents;
    await this.#note.update(writeIntents(this.#intents.flat()));
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
    if (await revertAll(begun, log !== undefined)) throw error;
    throw halfDone(error, await outcomesOf(steps));
  }
}

async function outcomesOf(steps: readonly ChangeStep[]): Promise<readonly PathOutcome[]> {
  const outcomes: PathOutcome[] = [];
  for (const step of steps) outcomes.push(...(await step.outcomes()));
  return outcomes;
}

/** Returns whether everything is as before. */
async function revertAll(begun: readonly ChangeStep[], isNoted: boolean): Promise<boolean> {
  const isPrepared = await prepareReverts(begun);
  // As long as nothing was taken back, the note says how to complete the change once the disk works again.
  if (!isPrepared && isNoted) return false;
  let failures = 0;
  let reverted = 0;
  for (const step of [...begun].reverse()) {
    if (isNoted && failures > 0 && reverted === 0) break;
    const wasOld = (await step.outcomes()).every(({ state }) => state === "old");
    try {
      await step.revert();
      if (!wasOld) reverted += 1;
    } catch {
      failures += 1;
    }
  }
  return failures === 0;
}

async function prepareReverts(begun: readonly ChangeStep[]): Promise<boolean> {
  try {
    for (const step of begun) await step.prepareRevert?.();
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
