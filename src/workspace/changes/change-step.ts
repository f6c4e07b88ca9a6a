import type { DirectoryHandle, FileSystem, PathOutcome } from "../../contract/index.js";
import type { HeldLocks } from "../locks/index.js";
import type { StaleTemporaries } from "./entries/index.js";
import type { StepIntent } from "./step-intent.js";

/** Services that the steps of a change use. */
export interface ChangeServices {
  readonly files: FileSystem;
  readonly temporaries: StaleTemporaries;
  readonly signal: AbortSignal;
  /** Locks held for the change; absent where no other process can change the files. */
  readonly locks?: HeldLocks | undefined;
  /**
   * Returns whether a change of a file may also affect another name of it: a real path on which the call was not
   * judged.
   */
  readonly mayReach: (path: string) => boolean;
}

/** Replaces the intents of a step in the note of the change, before the step does something other than announced. */
export type RecordIntents = (intents: readonly StepIntent[]) => Promise<void>;

/** Options of releasing a step. */
export interface ReleaseOptions {
  readonly kept?: "commit" | "revert" | undefined;
}

/**
 * One step of a file change, designed so that several steps can be carried out as one: the work that can fail comes
 * first and is invisible; the visible part is short and can be rolled back.
 *
 * Every method that changes something checks the disk before it reports a failure: a network volume may report an error
 * for an operation that it has carried out.
 */
export interface ChangeStep {
  /** Writes and syncs temporary files and creates folders. */
  prepare(): Promise<void>;
  /**
   * Returns what {@link commit} is about to do. Called after {@link prepare}. Absent or `undefined` where another
   * process could not finish the step: content written in place without a copy, or a change of letter case.
   */
  intents?(): Promise<readonly StepIntent[] | undefined>;
  /**
   * Whether one system call makes the whole change visible, so that the step alone needs no note. Known after {@link
   * prepare}.
   */
  readonly isOneCall?: boolean;
  /** Whether a note of this step alone must survive a machine failure. */
  readonly isDurablyNoted?: boolean;
  /** Makes the change visible, after a last check of the content that it replaces. */
  commit(record?: RecordIntents): Promise<void>;
  /**
   * Writes the data that {@link revert} needs. Called after {@link commit}. When it rejects, nothing has been rolled
   * back yet, so the change can still be completed.
   */
  prepareRevert?(): Promise<void>;
  /**
   * Checks the disk and returns what {@link revert} is about to do. Called after {@link prepareRevert}. Empty where
   * nothing is visible, and for content written in place, which no other process could finish.
   */
  revertIntents(): Promise<readonly StepIntent[]>;
  /** Restores the previous state, however far {@link commit} got. Rejects when that fails. */
  revert(): Promise<void>;
  /**
   * Frees what was kept for {@link revert}, once no further step can fail. Returns the paths for which that failed;
   * never rejects.
   */
  settle?(): Promise<readonly PathOutcome[]>;
  /** Checks the disk and returns the state of each path. Never rejects. */
  outcomes(): Promise<readonly PathOutcome[]>;
  /**
   * Closes every handle and removes temporary files, and the folders that were created for a change that did not
   * happen. Returns the folders that could not be removed. Never rejects.
   *
   * @param options.kept - the temporary files that stay for the process that finishes the change: those of {@link
   * commit} or those of {@link revert}. Created folders stay in both cases.
   */
  release(options?: ReleaseOptions): Promise<readonly PathOutcome[]>;
  /** The directories in which names changed. Known after {@link prepare}. */
  readonly directories: readonly DirectoryHandle[];
  /** Number of other names (hard links) of the file that keep the old content; known after {@link commit}. */
  readonly separatedNames?: number;
  /** Path of the file, for messages. */
  readonly path: string;
}
