import type { Backend, FileType } from "../backend/index.js";
import type { SessionState, ToolSession } from "../session/index.js";
import type { FileChanges } from "./file-changes.js";
import type { FileLocation, PathLookup } from "./file-location.js";
import type { TextFile, TextUpdate } from "./text-file.js";

/** One change of one file, as the `file-edited` event and the undo journal see it. */
export interface FileChange {
  readonly type: "create" | "update" | "delete" | "move";
  /** Absolute, symlinks resolved; for a move the new path. */
  readonly path: string;
  readonly movedFrom?: string;
}

/** A window of lines of a text file. */
export interface LineWindow {
  /** The file's real path. */
  readonly path: string;
  /** The lines, without line ends; lines longer than the limit are cut and marked. */
  readonly lines: readonly string[];
  /** 1-based number of the first line given. */
  readonly firstLine: number;
  /** Whether the file goes on after the last line given. */
  readonly more: boolean;
  /** Number of lines of the file; absent when counting them would have meant reading on. */
  readonly totalLines?: number;
  /** Numbers of lines that were cut for their length. */
  readonly cutLines: readonly number[];
  /** Whether the byte limit, not the line range, ended the window. */
  readonly byteLimitHit: boolean;
  readonly size: number;
}

/** Which lines to read, and how much at the most. */
export interface LineWindowRequest {
  /** 1-based, at least 1. */
  readonly startLine: number;
  /** Inclusive. */
  readonly endLine: number;
  /** Bytes of content returned. */
  readonly maxBytes: number;
  /** Bytes of a single line. */
  readonly maxBytesPerLine: number;
  /**
   * Sees the first bytes (at least 8,000 where there are so many), enough to tell what a file is, and the size of the file before
   * more is read; `false` leaves it at an empty window. The bytes may change once it has answered.
   */
  readonly acceptHead?: (head: Uint8Array, size: number) => boolean;
}

/**
 * Files as a tool sees them: every path judged against the roots, secrets refused, writes locked and atomic, changes
 * recorded for staleness, undo and events.
 *
 * A path may be relative to the session's cwd or start with `~/`. Outside the roots only what was approved for this call
 * opens; anything else is `external-directory`. Failures are `ToolError`s whose messages are written for the model.
 */
export interface WorkspaceFiles extends FileChanges {
  /** Where a path leads, whether or not something is there. Opens nothing. */
  locate(path: string, lookup?: PathLookup): Promise<FileLocation>;
  /**
   * Whether a search has to leave a file out, by its real path: it holds secrets, as `locate` says of the same path, or a rule
   * about paths does not let this call read it just like that.
   */
  isExcluded(realPath: string): Promise<boolean>;
  /** A window of lines, streamed: never reads more of the file than it takes. Records the read. */
  readLines(path: string, request: LineWindowRequest): Promise<LineWindow>;
  /** All bytes of a file, at most `maxBytes` (else `file-too-large`). Not recorded: a preview must not stand for a read. */
  readBytes(path: string, options: { readonly maxBytes: number }): Promise<Uint8Array>;
  /** The first bytes of a file, enough to tell what it is. */
  readHead(path: string, options: { readonly bytes: number }): Promise<Uint8Array>;
  /** The whole text of a file; `not-utf8` when it does not decode. Records the read. */
  readText(path: string): Promise<TextFile>;
  /** The names in a directory, sorted by code unit, without those that a rule about paths denies. */
  list(path: string): Promise<readonly { readonly name: string; readonly type: FileType }[]>;
  /**
   * Changes a text file in one step: lock, read, `update`, write atomically in the file's own encoding, unlock.
   * `update` throws to refuse; nothing is written then, nor when the text stays the same.
   */
  updateText<Extra>(
    path: string,
    update: TextUpdate<Extra>,
  ): Promise<{ readonly location: FileLocation } & Extra>;
  /** Creates or replaces a file, with its parent folders. Tells whether it was there before. */
  writeText(
    path: string,
    text: string,
    options?: { readonly overwrite?: boolean },
  ): Promise<{ readonly location: FileLocation; readonly existed: boolean }>;
  /**
   * Guidance files (AGENTS.md) from the file's folder up to its root that this session was not told about yet.
   *
   * @param options - `beforeTelling`: called when there is one; it is told of only if it still is news when that is over
   */
  discoverGuidance(
    path: string,
    options?: { readonly beforeTelling?: () => Promise<void> },
  ): Promise<readonly { readonly path: string; readonly text: string }[]>;
}

/** On whose behalf files are used, and what was approved. */
export interface WorkspaceScope {
  readonly session: ToolSession;
  /** Real paths outside the roots, or protected, that permission was given for; `"any"` after an allow-all. */
  readonly approvedPaths: ReadonlySet<string> | "any";
  /**
   * Whether a rule about paths keeps this call from reading a file without a question, by its real path; of a name (`"name"`), whether one
   * denies it. Default: none does.
   */
  readonly isExcluded?: (realPath: string, part?: "content" | "name") => boolean;
  readonly signal: AbortSignal;
  /** Called after each change. */
  readonly onChange: (change: FileChange) => void;
  /** Called with a real path that the call uses while a change of it, or of something below it, has begun and not ended. */
  readonly onInterrupted?: ((realPath: string) => void) | undefined;
}

/**
 * The services over a backend that all tools of a runtime share: path boundary, codec, atomic writes, locks.
 */
export interface Workspace {
  readonly backend: Backend;
  /** Absolute, as they were given; symlinks in them were resolved when the workspace was made. */
  readonly roots: readonly string[];
  /** Where a path of a session leads. Throws `invalid-path` or `symlink-loop`. */
  locate(path: string, session: ToolSession, lookup?: PathLookup): Promise<FileLocation>;
  /** The files of one call. */
  files(scope: WorkspaceScope): WorkspaceFiles;
  /**
   * The secret files and folders that exist below the roots and in the home folder, as real paths. Takes a bounded time: of a large
   * tree it may leave out some.
   */
  secretPaths?(): Promise<readonly string[]>;
  /** Whether a path is, by its name, that of a secret. */
  isSecretName?(path: string): boolean;
  /** What it keeps in sessions and can send along with one: reads, the undo journal, guidance that was told. */
  readonly sessionStates?: readonly SessionState[];
}
