import { type Backend, type ChangeNote, type ChangeNotes, ToolError } from "../../contract/index.js";
import { readIntents } from "../changes/index.js";
import { HeldLocks, lockKeys, type PathLocks, sharedKeys } from "../locks/index.js";
import { InterruptedStep } from "./interrupted-step.js";

/** What it takes to finish what another process began. */
export interface RecoveryServices {
  readonly backend: Backend;
  readonly locks: PathLocks;
}

/**
 * Finishes the changes of several files that a process was killed in the middle of, as far as they concern some paths.
 *
 * A change of which something is visible already is carried on to its end, so that its files fit together again; one of which
 * nothing is visible is left undone. Where anybody has touched one of the files since, all stay as they are: what was decided
 * for other content must not be written over it. Called without any lock held; waits for a writer that is alive after all.
 *
 * Rejects with what taking the locks rejects with, and with nothing else.
 */
export async function finishInterrupted(
  { backend, locks }: RecoveryServices,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { changeNotes: notes, files } = backend;
  // Without locks that other processes respect, nobody can tell whether the writer of a note is dead.
  if (notes === undefined || backend.locks === undefined) return;
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
        await finish(backend, left);
        await left.remove();
      } finally {
        await held.release();
      }
    });
  }
}

/** The note, unless its writer was alive and has finished by now. */
async function sameNote(notes: ChangeNotes, { id, paths }: ChangeNote): Promise<ChangeNote | undefined> {
  return (await notes.find(paths)).find((note) => note.id === id);
}

async function finish({ files }: Backend, { paths, text }: ChangeNote): Promise<void> {
  const intents = readIntents(text) ?? [];
  // Only what the note names is locked.
  if (intents.some(({ path }) => !paths.includes(path))) return;
  const steps: InterruptedStep[] = [];
  try {
    for (const intent of intents) steps.push(await InterruptedStep.open(files, intent));
    const states: string[] = [];
    for (const step of steps) states.push(await step.state());
    if (!states.includes("lost") && states.includes("done")) {
      for (const [index, step] of steps.entries()) if (states[index] === "pending") await step.finish();
      for (const step of steps) await step.sync();
    }
    for (const step of steps) await step.clearUp();
  } catch (error) {
    // A folder that is gone or closed to us, for example: the files stay as they are, which is what they were anyway.
    if (!ToolError.isInstance(error)) throw error;
  } finally {
    for (const step of steps) await step.close();
  }
}
