import { type Backend, type IntentLog, type IntentLogEntry, ToolError } from "../../contract/index.js";
import { intentPaths, readIntents, type StepIntent } from "../changes/index.js";
import { HeldLocks, lockKeys, type PathLocks, sharedKeys } from "../locks/index.js";
import { InterruptedStep, type StepState } from "./interrupted-step.js";

/** What it takes to finish what another process began. */
export interface RecoveryServices {
  readonly backend: Backend;
  readonly locks: PathLocks;
}

/**
 * Finishes the changes that a process was killed in the middle of, as far as they concern some paths.
 *
 * A change of which something is visible already is carried on to its end, so that its files fit together again; one of which
 * nothing is visible is left undone. Where another process has touched one of the files since, all stay as they are: what was
 * decided for other content must not be written over it. Called without any lock held; waits for a writer that is alive after
 * all.
 *
 * Rejects with what taking the locks rejects with, and with nothing else.
 *
 * @returns the notes that stay, by id the paths of each, because the disk failed while their change was being finished
 */
export async function finishInterrupted(
  { backend, locks }: RecoveryServices,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { intentLog: notes, files } = backend;
  const unfinished = new Map<string, readonly string[]>();
  // Without locks that other processes respect, nobody can tell whether the writer of a note is dead.
  if (notes === undefined || backend.locks === undefined) return unfinished;
  for (const found of await notes.find(paths)) {
    const keys = lockKeys(
      found.paths.map((path) => ({ path })),
      files.caseSensitive,
    );
    await locks.holdAll(keys, signal, async () => {
      const held = new HeldLocks(backend.locks, sharedKeys(keys), signal);
      try {
        await held.ensure();
        const left = await sameNote(notes, found);
        if (left === undefined) return;
        if (await finish(backend, left)) await left.remove();
        else unfinished.set(left.id, left.paths);
      } finally {
        await held.release();
      }
    });
  }
  return unfinished;
}

/** The note, unless its writer was alive and has finished by now. */
async function sameNote(
  notes: IntentLog,
  { id, paths }: IntentLogEntry,
): Promise<IntentLogEntry | undefined> {
  return (await notes.find(paths)).find((note) => note.id === id);
}

/** Answers whether there is nothing left to do, now or later. */
async function finish({ files }: Backend, { paths, text }: IntentLogEntry): Promise<boolean> {
  const { direction, intents } = readIntents(text) ?? { direction: "forward", intents: [] };
  // Only what the note names is locked.
  if (intentPaths(intents).some((path) => !paths.includes(path))) return true;
  const steps: InterruptedStep[] = [];
  try {
    for (const intent of intents) steps.push(await InterruptedStep.open(files, intent));
    const states: StepState[] = [];
    const leaving = leavingNames(intents);
    for (const step of steps) states.push(await step.state(leaving));
    // Taking back begins where something is visible, so it is finished from every state.
    const isVisible = direction === "back" || states.some((state) => state === "done" || state === "half");
    const isLost = states.includes("lost");
    if (!isLost && isVisible) {
      for (const [index, step] of steps.entries()) {
        const state = states[index];
        if (state === "pending" || state === "half") await step.finish();
      }
      for (const step of steps) await step.sync();
    }
    let isCleared = true;
    for (const step of steps) isCleared = (await step.clearUp(isLost)) && isCleared;
    return isCleared;
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    // A folder that is gone leaves nothing to finish. A disk that fails may work again later.
    return ["not-found", "not-a-directory", "changed-since-approval"].includes(error.code);
  } finally {
    for (const step of steps) await step.close();
  }
}

/** Returns the names that the steps take from what is moved away, each with the identity of that. */
function leavingNames(intents: readonly StepIntent[]): ReadonlyMap<string, string> {
  return new Map(
    intents.flatMap((intent) => (intent.type === "move" ? [[intent.from, intent.old.identity]] : [])),
  );
}
