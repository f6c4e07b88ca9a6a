import {
  type Backend,
  type FileChange,
  type FileLocation,
  type FileStat,
  type ReadHandle,
  ToolError,
  type WorkspaceScope,
} from "../contract/index.js";
import { throwIfCancelled } from "./cancellation.js";
import {
  type ChangeServices,
  type ChangeStep,
  carryOut,
  type FilePlace,
  type StaleTemporaries,
} from "./changes/index.js";
import { ChangeJournal, type JournalEntry } from "./journal/index.js";
import { type HeldLocks, lockKeys, type PathLocks } from "./locks/index.js";
import {
  type Access,
  notFound,
  type PathBoundary,
  requireAccess,
  requireFile,
  withReading,
} from "./paths/index.js";
import { afterRecovery, withLocks } from "./recovery/index.js";
import { type CurrentFile, currentFile, ReadTracker, type StalenessPolicy } from "./staleness/index.js";

/** What the files of all calls of a workspace share. */
export interface WorkspaceServices {
  readonly backend: Backend;
  readonly boundary: PathBoundary;
  readonly locks: PathLocks;
  readonly temporaries: StaleTemporaries;
  readonly staleness: StalenessPolicy;
}

/** A name in a directory that is held open. */
export interface OpenPlace extends FilePlace {
  close(): Promise<void>;
}

/** A file that is held open for reading, in its directory. */
export interface OpenFile {
  readonly place: OpenPlace;
  readonly handle: ReadHandle;
  close(): Promise<void>;
}

/** The way of one call to files: every path goes through the boundary, every file through its opened directory. */
export class CallFiles {
  readonly tracker: ReadTracker;
  readonly journal: ChangeJournal;

  /**
   * @param locks - held for the change that is at work, if one is
   * @param ownNotes - ids of the notes that the change has written
   */
  constructor(
    readonly services: WorkspaceServices,
    readonly scope: WorkspaceScope,
    private readonly locks?: HeldLocks,
    private readonly ownNotes = new Set<string>(),
  ) {
    this.tracker = new ReadTracker(scope.session);
    this.journal = new ChangeJournal(scope.session);
  }

  async locate(path: string): Promise<FileLocation> {
    const { session } = this.scope;
    const location = await this.services.boundary.locate(path, session.cwd);
    return withReading(location, this.services.backend, session);
  }

  /** Where the name itself is, a symlink not followed; see `PathBoundary.locateEntry`. */
  locateEntry(path: string): Promise<FileLocation> {
    return this.services.boundary.locateEntry(path, this.scope.session.cwd);
  }

  /** As `locateEntry`, with a look for protected places below a folder; see `PathBoundary.locateRemoval`. */
  locateRemovable(path: string): Promise<FileLocation> {
    return this.services.boundary.locateRemoval(path, this.scope.session.cwd);
  }

  /** Locates a path and throws unless this call may use it that way. */
  async locateFor(path: string, ...accesses: readonly Access[]): Promise<FileLocation> {
    throwIfCancelled(this.scope.signal);
    const location = await this.locate(path);
    for (const access of accesses) requireAccess(location, access, this.scope.approvedPaths);
    // A change completes what it finds, under the locks.
    if (!accesses.includes("write")) await this.#reportInterrupted(location);
    if (accesses.includes("read")) requireFile(location);
    return location;
  }

  /** Locates what is to be searched, and throws unless this call may; nothing there is no failure. */
  async locateForSearch(path: string): Promise<FileLocation> {
    throwIfCancelled(this.scope.signal);
    const location = await this.locate(path);
    await this.#reportInterrupted(location);
    if (location.stat === undefined) return location;
    const isFolder = location.stat.type === "directory";
    requireAccess(location, isFolder ? "list" : "read", this.scope.approvedPaths);
    // Also refuses FIFOs and devices, which a search would wait for.
    if (!isFolder) requireFile(location);
    return location;
  }

  /** Locates what is to be removed or moved away; throws unless it is there and this call may. */
  async locateForRemoval(path: string): Promise<FileLocation & { readonly stat: FileStat }> {
    throwIfCancelled(this.scope.signal);
    const location = await this.locateRemovable(path);
    const guarded = await this.services.boundary.roots.guardedBy(location.path);
    if (guarded !== undefined) {
      throw new ToolError(
        `'${location.path}' is never removed or moved: ${guarded === location.path ? "it is a folder that everything here depends on" : `'${guarded}' is in it`}. Remove or move what is inside, by its own path.`,
        { code: "protected-path", absolutePath: location.path },
      );
    }
    requireAccess(location, "write", this.scope.approvedPaths);
    const { stat } = location;
    if (stat === undefined) throw notFound(location.path);
    return { ...location, stat };
  }

  async #reportInterrupted({ path }: FileLocation): Promise<void> {
    const { onInterrupted } = this.scope;
    const notes = onInterrupted && (await this.services.backend.intentLog?.findForRead?.([path]));
    if (notes !== undefined && notes.length > 0) onInterrupted?.(path);
  }

  /** Opens the directory that holds a location. */
  async openPlace({ path }: Pick<FileLocation, "path">): Promise<OpenPlace> {
    const { files } = this.services.backend;
    const directory = await files.openDirectory(files.path.dirname(path));
    return { directory, name: files.path.basename(path), path, close: () => directory.close() };
  }

  /** Opens a file for reading. */
  async openFile(location: Pick<FileLocation, "path">): Promise<OpenFile> {
    const place = await this.openPlace(location);
    try {
      const handle = await place.directory.openFile(place.name);
      const close = async () => {
        await handle.close();
        await place.close();
      };
      return { place, handle, close };
    } catch (error) {
      await place.close();
      throw error;
    }
  }

  /** Opens a file for reading, for the time of some work. */
  async withFile<Result>(
    location: FileLocation,
    work: (handle: ReadHandle) => Promise<Result>,
  ): Promise<Result> {
    const file = await this.openFile(location);
    try {
      return await work(file.handle);
    } finally {
      await file.close();
    }
  }

  /**
   * Throws when what the session read of a file is different now, or when it must have read it and has not.
   *
   * @param rule.content - what becomes of the content that is there: `"edited"`, `"replaced"` as a whole, or `"removed"`,
   * which takes no reading before
   */
  requireFresh(
    path: string,
    file: { readonly handle: ReadHandle; readonly bytes?: Uint8Array },
    rule: { readonly content: "edited" | "replaced" | "removed" },
  ): Promise<void> {
    const { staleness } = this.services;
    const isRemoved = rule.content === "removed";
    const current: CurrentFile = currentFile(file);
    return this.tracker.requireFresh(path, current, {
      policy: isRemoved && staleness === "require-read" ? "if-read" : staleness,
      replacesAll: rule.content !== "edited",
    });
  }

  /** What the steps of a change work with. */
  get changeServices(): ChangeServices {
    const { backend, temporaries } = this.services;
    return {
      files: backend.files,
      temporaries,
      signal: this.scope.signal,
      ...(this.locks === undefined ? {} : { locks: this.locks }),
      mayReach: (path) => this.services.boundary.isOrdinary(path) && this.scope.isExcluded?.(path) !== true,
    };
  }

  /** Carries out the steps of a change, all or none, and reports the files whose other names keep the old content. */
  async carryOut(...steps: readonly ChangeStep[]): Promise<void> {
    const { intentLog: notes } = this.services.backend;
    const { signal, onLinkBroken } = this.scope;
    await carryOut(
      steps,
      signal,
      notes && {
        find: (paths) => notes.find(paths),
        write: async (...note) => {
          const written = await notes.write(...note);
          this.ownNotes.add(written.id);
          return written;
        },
      },
    );
    for (const { path, separatedNames = 0 } of steps) {
      if (separatedNames > 0) onLinkBroken?.(path, separatedNames);
    }
  }

  /** Remembers a change for `undo`, and reports it. */
  changed(entry: JournalEntry): void {
    this.journal.add(entry);
    this.report(entry.changes);
  }

  /** Reports changes. */
  report(changes: readonly FileChange[]): void {
    for (const change of changes) this.scope.onChange(change);
  }

  /**
   * Runs some work while nobody else changes some files, by whichever of their names: no other call of this process, and no
   * other process where the backend has locks for that. The work gets this call with the locks in its hands. What a killed
   * process left half done of these files is finished before.
   */
  locked<Result>(
    locations: readonly Pick<FileLocation, "path" | "stat">[],
    work: (held: CallFiles) => Promise<Result>,
  ): Promise<Result> {
    const { services, scope } = this;
    const { signal, onInterrupted } = scope;
    return withLocks({ ...services, signal, onInterrupted }, locations, ({ locks, ownNotes }) =>
      work(new CallFiles(services, scope, locks, ownNotes)),
    );
  }

  /** Judges paths, after a change of a killed process that has set them aside; see {@link afterRecovery}. */
  afterRecovery<Judged>(judge: () => Promise<Judged>): Promise<Judged> {
    return afterRecovery({ ...this.services, signal: this.scope.signal }, judge);
  }

  /**
   * Judges paths, locks what they lead to, and judges them again for the work: while this call waited, another may have
   * created, removed or moved something. Throws `changed-since-approval` when a path leads elsewhere by then.
   */
  async lockedWhere<Judged, Result>(
    judge: () => Promise<Judged>,
    locationsOf: (judged: Judged) => readonly FileLocation[],
    work: (judged: Judged, held: CallFiles) => Promise<Result>,
  ): Promise<Result> {
    const before = locationsOf(await this.afterRecovery(judge));
    return this.locked(before, async (held) => {
      const judged = await judge();
      const moved = locationsOf(judged).find(({ path }, index) => path !== before[index]?.path);
      if (moved !== undefined) {
        throw new ToolError(
          `'${moved.requested}' leads elsewhere than it did when this call began, to '${moved.path}'. Nothing was changed. Look at it again, then repeat the call.`,
          { code: "changed-since-approval", absolutePath: moved.path, retryable: true },
        );
      }
      return work(judged, held);
    });
  }

  /** Runs some work while no other call of this process changes a file; for a file below a folder that is locked. */
  lockedHere<Result>(
    location: Pick<FileLocation, "path" | "stat">,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { locks, backend } = this.services;
    return locks.holdAll(lockKeys([location], backend.files.caseSensitive), this.scope.signal, work);
  }
}
