import { type DirectoryHandle, type FileSystem, ToolError } from "../../contract/index.js";
import { throwIfCancelled } from "../cancellation.js";
import type { HeldLocks } from "../held-locks.js";
import type { StaleTemporaries } from "./stale-temporaries.js";

/** What the steps of a change work with. */
export interface ChangeServices {
  readonly files: FileSystem;
  readonly temporaries: StaleTemporaries;
  readonly signal: AbortSignal;
  /** Held for the change; absent where only this process could change anything. */
  readonly locks?: HeldLocks;
}

/**
 * One step of a change of files, made so that several can be carried out as one: what can fail comes first and is seen by
 * nobody, what is seen is short and can be taken back.
 */
export interface ChangeStep {
  /** Writes and syncs temporary files and makes folders. */
  prepare(): Promise<void>;
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
 * as it was to be, and perhaps temporary files, which later writes remove.
 */
export async function carryOut(steps: readonly ChangeStep[], signal: AbortSignal): Promise<void> {
  try {
    for (const step of steps) await step.prepare();
    throwIfCancelled(signal);
    await commitAll(steps);
    for (const step of steps) await step.settle?.();
  } finally {
    for (const step of [...steps].reverse()) await step.release();
  }
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
