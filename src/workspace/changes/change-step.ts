import {
  type ChangeNote,
  type ChangeNotes,
  type DirectoryHandle,
  type FileSystem,
  ToolError,
} from "../../contract/index.js";
import { throwIfCancelled } from "../cancellation.js";
import type { HeldLocks } from "../locks/index.js";
import type { StaleTemporaries } from "./stale-temporaries.js";
import { type StepIntent, writeIntents } from "./step-intent.js";

/** What the steps of a change work with. */
export interface ChangeServices {
  readonly files: FileSystem;
  readonly temporaries: StaleTemporaries;
  readonly signal: AbortSignal;
  /** Held for the change; absent where only this process could change anything. */
  readonly locks?: HeldLocks;
  /** Whether a change of a file may reach another name of it, a real path, that the call was not judged by. */
  readonly mayReach: (path: string) => boolean;
}

/**
 * One step of a change of files, made so that several can be carried out as one: what can fail comes first and is seen by
 * nobody, what is seen is short and can be taken back.
 */
export interface ChangeStep {
  /** Writes and syncs temporary files and makes folders. */
  prepare(): Promise<void>;
  /**
   * What {@link commit} is about to do; after {@link prepare}. Absent, or `undefined`, for what another process could not finish:
   * content that is written in place, a symlink, a folder with all below it.
   */
  intent?(): Promise<StepIntent | undefined>;
  /** Makes the change visible, after a last look at what it replaces. When it throws, nothing was changed. */
  commit(): Promise<void>;
  /** Takes a committed change back. */
  revert(): Promise<void>;
  /** Frees what was kept for {@link revert}, once nothing can fail any more. Never rejects. */
  settle?(): Promise<void>;
  /** Leaves no open handle, and no temporary file or folder of a change that did not take place. Never rejects. */
  release(): Promise<void>;
  /** The directories in which names changed, known after {@link prepare}. */
  readonly directories: readonly DirectoryHandle[];
  /** The file, for messages. */
  readonly path: string;
}

/**
 * Carries out steps in their order, all or none, and makes them durable.
 *
 * When it throws, everything is as it was; where even taking back failed, the error says which files have their new
 * content. A cancellation counts until the first change becomes visible. A kill in the middle leaves each file as it was or
 * as it was to be, and perhaps temporary files, which later writes remove; with `notes`, whoever changes one of the files next
 * finishes the others.
 */
export async function carryOut(
  steps: readonly ChangeStep[],
  signal: AbortSignal,
  notes?: ChangeNotes,
): Promise<void> {
  let note: ChangeNote | undefined;
  try {
    for (const step of steps) await step.prepare();
    throwIfCancelled(signal);
    note = await writeNote(steps, notes);
    await commitAll(steps);
    for (const step of steps) await step.settle?.();
  } finally {
    await note?.remove();
    for (const step of [...steps].reverse()) await step.release();
  }
}

/** Nothing for a single step, which is whole in itself, nor where one of the steps could not be finished by somebody else. */
async function writeNote(
  steps: readonly ChangeStep[],
  notes: ChangeNotes | undefined,
): Promise<ChangeNote | undefined> {
  if (notes === undefined || steps.length < 2) return undefined;
  const intents: StepIntent[] = [];
  for (const step of steps) {
    const intent = await step.intent?.();
    if (intent === undefined) return undefined;
    intents.push(intent);
  }
  return notes.write(
    intents.map(({ path }) => path),
    writeIntents(intents),
  );
}

async function commitAll(steps: readonly ChangeStep[]): Promise<void> {
  const committed: ChangeStep[] = [];
  try {
    for (const step of steps) {
      await step.commit();
      committed.push(step);
    }
    await syncAll(steps);
  } catch (error) {
    const kept: string[] = [];
    for (const step of committed.reverse()) {
      await step.revert().catch(() => kept.push(`'${step.path}'`));
    }
    throw kept.length === 0 ? error : notTakenBack(error, kept);
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

function notTakenBack(error: unknown, paths: readonly string[]): ToolError {
  const cause = ToolError.isInstance(error) ? error : undefined;
  return new ToolError(
    `${cause?.message ?? "The change failed."} What had been done by then could not all be taken back: ${paths.join(", ")} ${paths.length === 1 ? "is" : "are"} as the change was to leave ${paths.length === 1 ? "it" : "them"}. Look at ${paths.length === 1 ? "it" : "them"} before you go on.`,
    {
      code: cause?.code ?? "io-error",
      ...(cause?.absolutePath === undefined ? {} : { absolutePath: cause.absolutePath }),
      cause: error,
    },
  );
}
