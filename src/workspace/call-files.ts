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
  type NamedEntry,
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

/** Services shared by the files of all calls of a workspace. */
export interface WorkspaceServices {
  readonly backend: Backend;
  readonly boundary: PathBoundary;
  readonly locks: PathLocks;
  readonly temporaries: StaleTemporaries;
  readonly staleness: StalenessPolicy;
}

/** A name in a directory that is held open. */
export interface OpenNamedEntry extends NamedEntry {
  close(): Promise<void>;
}

/** A file that is held open for reading, in its directory. */
export interface OpenFile {
  readonly named: OpenNamedEntry;
  readonly handle: ReadHandle;
  close(): Promise<void>;
}

/** Access of one call to files. Every path passes the boundary, and every file is opened through its directory. */
export class CallFiles {
  readonly tracker: ReadTracker;
  readonly journal: ChangeJournal;

  /**
   * @param locks - locks held for the current change, if there is one
   * @param ownNotes - ids of the intent-log notes that the change has written
   */
  constructor(
    readonly services: WorkspaceServices,
    readonly scope: WorkspaceScope,
    private readonly locks?: HeldLocks,
    private readonly ownNotes = new Set<string>(),
  ) {
    this.tracker = new ReadTracker(scope.session, services.backend.files);
    this.journal = new ChangeJournal(scope.session);
  }

  async locate(path: string): Promise<FileLocation> {
    const { session } = this.scope;
    const location = await this.services.boundary.locate(path, session.cwd);
    return withReading(location, this.services.backend, session);
  }

  /** Locates the name itself, without following a symlink; see `PathBoundary.locateEntry`. */
  locateEntry(path: string): Promise<FileLocation> {
    return this.services.boundary.locateEntry(path, this.scope.session.cwd);
  }

  /**
   * Locates a name as `locateEntry` does, and also looks for protected paths below a folder; see
   * `PathBoundary.locateRemoval`.
   */
  locateRemovable(path: string): Promise<FileLocation> {
    return this.services.boundary.locateRemoval(path, this.scope.session.cwd);
  }

  /** Locates a path; throws unless this call may use it in the given ways. */
  async locateFor(path: string, ...accesses: readonly Access[]): Promise<FileLocation> {
    throwIfCancelled(this.scope.signal);
    const location = await this.locate(path);
    for (const access of accesses) requireAccess(location, access, this.scope.approvedPaths);
    // A change finishes interrupted changes itself, under the locks.
    if (!accesses.includes("write")) await this.#reportInterrupted(location);
    if (accesses.includes("read")) requireFile(location);
    return location;
  }

  /** Locates the path to search; throws unless this call may search it. A missing path is not an error. */
  async locateForSearch(path: string): Promise<FileLocation> {
    throwIfCancelled(this.scope.signal);
    const location = await this.locate(path);
    await this.#reportInterrupted(location);
    if (location.stat === undefined) return location;
    const isFolder = location.stat.type === "directory";
    requireAccess(location, isFolder ? "list" : "read", this.scope.approvedPaths);
    // This also refuses FIFOs and devices, on which a search would block.
    if (!isFolder) requireFile(location);
    return location;
  }

  /** Locates a path to remove or move away; throws unless it exists and this call may do so. */
  async locateForRemoval(path: string): Promise<FileLocation & { readonly stat: FileStat }> {
    throwIfCancelled(this.scope.signal);
    const location = await this.locateRemovable(path);
    const guarded = await this.services.boundary.roots.guardedBy(location.path);
    if (guarded !== undefined) {
      throw new ToolError(
        `'${location.path}' cannot be removed or moved: ${guarded === location.path ? "the workspace depends on this folder" : `it contains '${guarded}'`}. Remove or move the entries inside it by their own paths.`,
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
  async openNamedEntry(location: Pick<FileLocation, "path" | "stat">): Promise<OpenNamedEntry> {
    const { path } = location;
    const { files } = this.services.backend;
    const directory = await files.openDirectory(files.path.dirname(path), { found: location });
    return { directory, name: files.path.basename(path), path, close: () => directory.close() };
  }

  /** Opens a file for reading, and for writing in place where a change needs that. */
  async openFile(
    location: Pick<FileLocation, "path" | "stat">,
    access: "read" | "read-write" = "read",
  ): Promise<OpenFile> {
    const named = await this.openNamedEntry(location);
    try {
      const handle = await named.directory.openFile(named.name, { access });
      const close = async () => {
        await handle.close();
        await named.close();
      };
      return { named, handle, close };
    } catch (error) {
      await named.close();
      throw error;
    }
  }

  /** Opens a file for reading, runs some work and closes the file. */
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
   * Throws when a file differs from what the session read, or when the session was required to read it and has not.
   *
   * @param rule.content - what the change does to the current content: `"edited"`, `"replaced"` as a whole, or
   * `"removed"`. A removal does not require an earlier read.
   */
  requireFresh(
    path: string,
    file: { readonly handle: ReadHandle; readonly bytes?: Uint8Array | undefined },
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

  /** Services for the steps of a change. */
  get changeServices(): ChangeServices {
    const { backend, temporaries } = this.services;
    return {
      files: backend.files,
      temporaries,
      signal: this.scope.signal,
      locks: this.locks,
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

  /** Records a change for `undo` and reports it. */
  changed(entry: JournalEntry): void {
    this.journal.add(entry);
    this.report(entry.changes);
  }

  /** Reports changes. */
  report(changes: readonly FileChange[]): void {
    for (const change of changes) this.scope.onChange(change);
  }

  /**
   * Runs some work under the locks of some files, by any of their names: no other call of this process changes them
   * meanwhile, and no other process does where the backend has locks for that. The work receives this call with the
   * locks. Changes that a killed process left unfinished in these files are finished first.
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

  /** Judges paths after finishing a killed process's change that has set them aside; see {@link afterRecovery}. */
  afterRecovery<Judged>(judge: () => Promise<Judged>): Promise<Judged> {
    return afterRecovery({ ...this.services, signal: this.scope.signal }, judge);
  }

  /**
   * Judges paths, locks their targets, and judges them again for the work: while this call waited, another call may
   * have created, removed or moved something. Throws `changed-since-approval` when a path now leads elsewhere.
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
          `'${moved.requested}' no longer leads where it led when this call began; it now leads to '${moved.path}'. Nothing was changed. Check the path, then repeat the call.`,
          { code: "changed-since-approval", absolutePath: moved.path, retryable: true },
        );
      }
      return work(judged, held);
    });
  }

  /**
   * Runs some work while no other call of this process changes a file. For a file below a folder that is already
   * locked.
   */
  lockedHere<Result>(
    location: Pick<FileLocation, "path" | "stat">,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { locks, backend } = this.services;
    return locks.holdAll(lockKeys([location], backend.files), this.scope.signal, work);
  }
}
