import type { DirectoryHandle, FileSystem, PathOutcome } from "../../contract/index.js";
import type { HeldLocks } from "../locks/index.js";
import type { StaleTemporaries } from "./entries/index.js";
import type { StepIntent } from "./step-intent.js";

/** Services that the steps of a change use. */
export interface ChangeServices {
  readonly files: FileSystem;
  readonly temporaries: StaleTemporaries;
  readonly signal: AbortSignal;
  /** Held for the change; absent where only this process could change anything. */
  readonly locks?: HeldLocks;
  /** Whether a change of a file may reach another name of it, a real path, that the call was not judged by. */
  readonly mayReach: (path: string) => boolean;
}

/** Replaces the intents of a step in the note of the change, before the step does something else than it had announced. */
export type RecordIntents = (intents: readonly StepIntent[]) => Promise<void>;

/** How a step is released. */
export interface ReleaseOptions {
  readonly kept?: "commit" | "revert" | undefined;
}

/**
 * One step of a change of files, made so that several can be carried out as one: work that can fail comes first and is
 * invisible; the visible part is short and can be taken back.
 *
 * Every method that changes something looks at the disk before it reports a failure: a network volume may report an error
 * for a call that it has carried out.
 */
export interface ChangeStep {
  /** Writes and syncs temporary files and makes folders. */
  prepare(): Promise<void>;
  /**
   * Returns what {@link commit} is about to do; called after {@link prepare}. Absent, or `undefined`, where another process
   * could not finish it: content that is written in place without a copy, a change of letter case.
   */
  intents?(): Promise<readonly StepIntent[] | undefined>;
  /** Whether one system call makes all of the change visible, so that alone it takes no note; known after {@link prepare}. */
  readonly isOneCall?: boolean;
  /** Whether a note of this step alone must survive the end of the machine. */
  readonly isDurablyNoted?: boolean;
  /** Makes the change visible, after a last look at what it replaces. */
  commit(record?: RecordIntents): Promise<void>;
  /**
   * Writes what {@link revert} needs, after {@link commit}. When it rejects nothing has been taken back yet, so that the change
   * can still be completed.
   */
  prepareRevert?(): Promise<void>;
  /**
   * Returns what {@link revert} is about to do, by a look at the disk; called after {@link prepareRevert}. Empty where nothing is
   * visible, and for what is written in place, which no other process could finish.
   */
  revertIntents(): Promise<readonly StepIntent[]>;
  /** Sees to it that everything is as before, however far {@link commit} got. Rejects when it is not. */
  revert(): Promise<void>;
  /**
   * Frees what was kept for {@link revert}, once nothing can fail any more. Returns the paths for which that failed; never
   * rejects.
   */
  settle?(): Promise<readonly PathOutcome[]>;
  /** Tells the state of each path by a look at the disk. Never rejects. */
  outcomes(): Promise<readonly PathOutcome[]>;
  /**
   * Closes every handle and removes temporary files, and folders that were made for a change that did not take place. Returns
   * the folders that could not be removed. Never rejects.
   *
   * @param options.kept - which temporary files stay, for the process that finishes the change: those of {@link commit} or those of
   * {@link revert}. Folders that were made stay in both cases.
   */
  release(options?: ReleaseOptions): Promise<readonly PathOutcome[]>;
  /** The directories in which names changed, known after {@link prepare}. */
  readonly directories: readonly DirectoryHandle[];
  /** Number of other names (hard links) of the file that keep the old content; known after {@link commit}. */
  readonly separatedNames?: number;
  /** The file, for messages. */
  readonly path: string;
}
