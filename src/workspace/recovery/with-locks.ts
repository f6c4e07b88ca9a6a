import { type FileLocation, ToolError } from "../../contract/index.js";
import { HeldLocks, lockKeys, sharedKeys } from "../locks/index.js";
import { finishInterrupted, type RecoveryServices } from "./finish-interrupted.js";

/** Times that a call finishes changes of killed processes at most. */
const MAX_RECOVERIES = 5;

/** Services for work under locks, and the signal that aborts waiting for them. */
export interface LockingServices extends RecoveryServices {
  readonly signal: AbortSignal;
  /** Called with each path that is part of a change that could not be finished. */
  readonly onInterrupted?: ((path: string) => void) | undefined;
}

/** Locks that some work holds. */
export interface LockedFiles {
  readonly locks: HeldLocks;
  /** The work adds the ids of the notes that it writes, to distinguish them from those of a killed process. */
  readonly ownNotes: Set<string>;
}

type Outcome<Result> =
  | { readonly type: "done"; readonly result: Result }
  | { readonly type: "interrupted"; readonly error: unknown };

/**
 * Runs some work under the locks of some files, after finishing what a killed process left half done in them.
 *
 * Searches for notes under the locks: while this call waited, their holder may have been killed during a change. Where it finds one, it
 * releases the locks first, because finishing takes the locks of other files too.
 */
export async function withLocks<Result>(
  services: LockingServices,
  locations: readonly Pick<FileLocation, "path" | "stat">[],
  work: (held: LockedFiles) => Promise<Result>,
): Promise<Result> {
  const paths = locations.map(({ path }) => path);
  let known = new Set<string>();
  for (let recoveries = 0; ; recoveries += 1) {
    const outcome = await attemptWithLocks(services, { locations, known, work });
    if (outcome.type === "done") return outcome.result;
    if (recoveries === MAX_RECOVERIES) throw outcome.error;
    const unfinished = await finishInterrupted(services, paths, services.signal);
    const touched = new Set([...unfinished.values()].flat());
    for (const path of paths) if (touched.has(path)) services.onInterrupted?.(path);
    known = new Set(unfinished.keys());
  }
}

async function attemptWithLocks<Result>(
  services: LockingServices,
  {
    locations,
    known,
    work,
  }: {
    readonly locations: readonly Pick<FileLocation, "path" | "stat">[];
    /** Ids of notes that need no finishing: those of the work itself, and those that could not be finished. */
    readonly known: Set<string>;
    readonly work: (held: LockedFiles) => Promise<Result>;
  },
): Promise<Outcome<Result>> {
  const { backend, locks, signal } = services;
  const paths = locations.map(({ path }) => path);
  const keys = lockKeys(locations, backend.files);
  return locks.holdAll(keys, signal, async () => {
    const look = () => requireFinished(services, paths, known);
    const held = new HeldLocks(backend.locks, sharedKeys(keys), signal, look);
    try {
      await held.ensure();
    } catch (error) {
      await held.release();
      if (error instanceof InterruptedChange) return { type: "interrupted", error };
      throw error;
    }
    try {
      return { type: "done", result: await work({ locks: held, ownNotes: known }) };
    } finally {
      await held.release();
    }
  });
}

/** Throws where a change of one of the files was interrupted. */
async function requireFinished(
  { backend }: RecoveryServices,
  paths: readonly string[],
  known: ReadonlySet<string>,
): Promise<void> {
  if (backend.locks === undefined) return;
  const notes = (await backend.intentLog?.find(paths)) ?? [];
  if (notes.some(({ id }) => !known.has(id))) throw new InterruptedChange(paths[0] ?? "");
}

/**
 * Judges paths. Where a path is missing because a killed process has set it aside, finishes that process's change
 * first. Called without any lock held.
 */
export async function afterRecovery<Judged>(
  services: LockingServices,
  judge: () => Promise<Judged>,
): Promise<Judged> {
  try {
    return await judge();
  } catch (error) {
    if (!ToolError.isInstance(error) || error.code !== "not-found") throw error;
    const paths = error.absolutePath === undefined ? [] : [error.absolutePath];
    const notes = (await services.backend.intentLog?.find(paths)) ?? [];
    if (notes.length === 0) throw error;
    await finishInterrupted(services, paths, services.signal);
    return judge();
  }
}

/**
 * Error of a change that must wait: another process was killed while it changed the file, and that change must be
 * finished first.
 */
class InterruptedChange extends ToolError {
  constructor(path: string) {
    super(
      `'${path}' is part of a change that another process did not complete. Nothing was written. Repeat the call, which first completes the other change.`,
      { code: "file-locked", absolutePath: path, retryable: true },
    );
  }
}
