import { type Backend, type IntentLog, type IntentLogEntry, ToolError } from "../../contract/index.js";
import {
  intentPaths,
  isAcrossVolumes,
  readIntents,
  type StepIntent,
  writeIntents,
} from "../changes/index.js";
import { HeldLocks, lockKeys, type PathLocks, sharedKeys } from "../locks/index.js";
import { InterruptedStep, type StepState } from "./interrupted-step.js";

/** Services for finishing interrupted changes. */
export interface RecoveryServices {
  readonly backend: Backend;
  readonly locks: PathLocks;
}

/**
 * Finishes the changes of killed processes, as far as they concern some paths.
 *
 * A change that is already partly visible is completed, so that its files are consistent again; a change that is not
 * visible at all is abandoned. Where another process has changed one of the files since, all stay as they are: the
 * result for other content must not overwrite it. Called without any lock held; waits for a writer that turns out to be
 * alive.
 *
 * Rejects only with the errors of taking the locks.
 *
 * @returns the notes that stay because the disk failed while their change was being finished: the paths of each by its
 * id
 */
export async function finishInterrupted(
  { backend, locks }: RecoveryServices,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { intentLog: notes, files } = backend;
  const unfinished = new Map<string, readonly string[]>();
  // Without locks between processes, it is unknown whether the writer of a note is dead.
  if (notes === undefined || backend.locks === undefined) return unfinished;
  for (const found of await notes.find(paths)) {
    const keys = lockKeys(
      found.paths.map((path) => ({ path })),
      files,
    );
    await locks.holdAll(keys, signal, async () => {
      const held = new HeldLocks(backend.locks, sharedKeys(keys), signal);
      try {
        await held.ensure();
        const left = await sameNote(notes, found);
        if (left === undefined) return;
        if (await finish(backend, left, signal)) await left.remove();
        else unfinished.set(left.id, left.paths);
      } finally {
        await held.release();
      }
    });
  }
  return unfinished;
}

/** Returns the note, unless its writer was alive and has finished by now. */
async function sameNote(
  notes: IntentLog,
  { id, paths }: IntentLogEntry,
): Promise<IntentLogEntry | undefined> {
  return (await notes.find(paths)).find((note) => note.id === id);
}

/** Finishes a change. Returns whether no work remains, now or later. */
async function finish({ files }: Backend, note: IntentLogEntry, signal: AbortSignal): Promise<boolean> {
  const { paths, text } = note;
  const { direction, intents } = readIntents(text) ?? { direction: "forward", intents: [] };
  // Only the paths in the note are locked.
  if (intentPaths(intents).some((path) => !paths.includes(path))) return true;
  const steps: InterruptedStep[] = [];
  try {
    for (const intent of intents) steps.push(await InterruptedStep.open(files, intent));
    const states: StepState[] = [];
    const leaving = leavingNames(intents);
    for (const step of steps) states.push(await step.state(leaving));
    // A roll-back starts when something is visible, so it is finished from every state.
    const isVisible = direction === "back" || states.some((state) => state === "done" || state === "half");
    const isLost = states.includes("lost");
    if (!isLost && isVisible) {
      const remaining: (readonly StepIntent[])[] = intents.map((intent) => [intent]);
      for (const [index, state] of states.entries()) {
        if (state !== "pending" && state !== "half") continue;
        const step = steps[index] as InterruptedStep;
        const instead = await finishOrCopy(step, signal);
        if (instead === undefined) continue;
        // Noted first: from then on another process finishes the move from the copy.
        remaining[index] = instead;
        await note.update(writeIntents({ direction, intents: remaining.flat() }));
        for (const intent of instead) {
          const copied = await InterruptedStep.open(files, intent);
          steps.push(copied);
          await copied.finish();
        }
      }
      for (const step of steps) await step.sync();
    }
    let isCleared = true;
    for (const step of steps) isCleared = (await step.clearUp({ isLost })) && isCleared;
    return isCleared;
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    // If a folder is missing, there is nothing to finish. A failing disk may work again later.
    return ["not-found", "not-a-directory", "changed-since-approval"].includes(error.code);
  } finally {
    for (const step of steps) await step.close();
  }
}

/**
 * Carries out a step.
 *
 * @returns the steps that remain instead of a move between volumes, whose entry is now copied; `undefined` if none remain
 */
async function finishOrCopy(
  step: InterruptedStep,
  signal: AbortSignal,
): Promise<readonly StepIntent[] | undefined> {
  try {
    await step.finish();
    return undefined;
  } catch (error) {
    if (step.intent.type !== "move" || !isAcrossVolumes(error)) throw error;
    return step.copyAcross(signal);
  }
}

/** Returns the names that the steps free by moving their entries away, each with the identity of its entry. */
function leavingNames(intents: readonly StepIntent[]): ReadonlyMap<string, string> {
  return new Map(
    intents.flatMap((intent) => (intent.type === "move" ? [[intent.from, intent.old.identity]] : [])),
  );
}
