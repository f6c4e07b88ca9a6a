import type { Backend, FileType } from "../backend/index.js";
import type { SessionState, ToolSession } from "../session/index.js";
import type { FileChanges } from "./file-changes.js";
import type { FileLocation, PathLookup } from "./file-location.js";
import type { TextFile, TextUpdate, TextUpdateOptions } from "./text-file.js";

/** One change of one file, as in the `file-edited` event and the undo journal. */
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
  /** The lines, without line ends; lines longer than the limit are truncated and marked. */
  readonly lines: readonly string[];
  /** 1-based number of the first returned line. */
  readonly firstLine: number;
  /** Whether the file continues after the last returned line. */
  readonly more: boolean;
  /** Number of lines of the file; absent if counting them would have required further reading. */
  readonly totalLines?: number;
  /** Numbers of lines that were truncated for their length. */
  readonly truncatedLines: readonly number[];
  /** Whether the byte limit, not the line range, ended the window. */
  readonly byteLimitHit: boolean;
  /** Set if bytes of the lines do not decode and became U+FFFD. */
  readonly undecodable?: true | undefined;
  readonly size: number;
}

/** The lines to read, and the limits. */
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
   * Receives the first bytes (at least 8,000 if the file has that many), enough to recognise the type of the
   * file, and the size of the file, before more is read; `false` ends the read with an empty window. The
   * bytes may change after it returns.
   */
  readonly acceptHead?: (head: Uint8Array, size: number) => boolean;
}

/**
 * Files as a tool sees them: every path is judged against the roots, secrets are refused, writes are locked
 * and atomic, and changes are recorded for staleness, undo and events.
 *
 * A path may be relative to the session's cwd or start with `~/`. Outside the roots only paths approved for
 * this call can be opened; any other path fails with `external-directory`. Failures are `ToolError`s with
 * messages for the model.
 */
export interface WorkspaceFiles extends FileChanges {
  /** Resolves a path, whether or not it exists. Opens nothing. */
  locate(path: string, lookup?: PathLookup): Promise<FileLocation>;
  /**
   * Returns whether a search must exclude a file, by its real path: the file contains secrets, as `locate`
   * reports for the same path, or a rule about paths does not let this call read it without a question.
   */
  isExcluded(realPath: string): Promise<boolean>;
  /** Returns a window of lines, streamed: never reads more of the file than necessary. Records the read. */
  readLines(path: string, request: LineWindowRequest): Promise<LineWindow>;
  /**
   * Returns all bytes of a file, at most `maxBytes` (otherwise `file-too-large`). Not recorded: a preview
   * must not count as a read.
   */
  readBytes(path: string, options: { readonly maxBytes: number }): Promise<Uint8Array>;
  /** Returns the first bytes of a file, enough to recognise its type. */
  readHead(path: string, options: { readonly bytes: number }): Promise<Uint8Array>;
  /** Returns the full text of a file; `not-utf8` if it cannot be decoded. Records the read. */
  readText(path: string): Promise<TextFile>;
  /**
   * Returns the text of a file as an update with `whenStale: "merge"` gets it, of at most `maxBytes` (otherwise `file-too-large`). Not
   * recorded: a preview must not count as a read.
   */
  previewText(path: string, options: { readonly maxBytes: number }): Promise<TextFile>;
  /** Returns the names in a directory, sorted by code unit, without those that a rule about paths denies. */
  list(path: string): Promise<readonly { readonly name: string; readonly type: FileType }[]>;
  /**
   * Changes a text file in one step: lock, read, `update`, atomic write in the encoding of the file, unlock.
   * `update` throws to refuse; nothing is written then, or if the text does not change.
   */
  updateText<Extra>(
    path: string,
    update: TextUpdate<Extra>,
    options?: TextUpdateOptions,
  ): Promise<{ readonly location: FileLocation } & Extra>;
  /** Creates or replaces a file, with its parent folders. Returns whether it existed before. */
  writeText(
    path: string,
    text: string,
    options?: { readonly overwrite?: boolean },
  ): Promise<{ readonly location: FileLocation; readonly existed: boolean }>;
  /**
   * Returns guidance files (AGENTS.md) from the file's folder up to its root that this session has not
   * received yet.
   *
   * @param options - `beforeTelling`: called when there is one; the file is returned only if it is still new
   *   to the session afterwards
   */
  discoverGuidance(
    path: string,
    options?: { readonly beforeTelling?: () => Promise<void> },
  ): Promise<readonly { readonly path: string; readonly text: string }[]>;
}

/** The call that uses the files, and its approvals. */
export interface WorkspaceScope {
  readonly session: ToolSession;
  /**
   * Real paths outside the roots, or protected, for which permission was granted; `"any"` after an allow-all.
   */
  readonly approvedPaths: ReadonlySet<string> | "any";
  /**
   * Returns whether a rule about paths prevents this call from reading a file without a question, by its real
   * path; for a name (`"name"`), whether a rule denies it. Default: no rule does.
   */
  readonly isExcluded?: ((realPath: string, part?: "content" | "name") => boolean) | undefined;
  readonly signal: AbortSignal;
  /** Called after each change. */
  readonly onChange: (change: FileChange) => void;
  /**
   * Called with a real path that the call uses while an interrupted change of it, or of a path below it, is
   * unfinished.
   */
  readonly onInterrupted?: ((realPath: string) => void) | undefined;
  /**
   * Called after a change that left a file's other names (hard links) with the old content, with the real path that was changed and
   * the number of the other names.
   */
  readonly onLinkBroken?: ((realPath: string, otherNames: number) => void) | undefined;
}

/**
 * The services over a backend that all tools of a runtime share: path boundary, codec, atomic writes, locks.
 */
export interface Workspace {
  readonly backend: Backend;
  /** Absolute, as they were passed; symlinks in them were resolved when the workspace was created. */
  readonly roots: readonly string[];
  /** Resolves a path of a session. Throws `invalid-path` or `symlink-loop`. */
  locate(path: string, session: ToolSession, lookup?: PathLookup): Promise<FileLocation>;
  /** Returns the files of one call. */
  files(scope: WorkspaceScope): WorkspaceFiles;
  /**
   * Returns the secret files and folders that exist below the roots and in the home folder, as real paths.
   * Takes a bounded time: in a large tree it may omit some.
   */
  secretPaths?(): Promise<readonly string[]>;
  /** Returns whether a path has the name of a secret file. */
  isSecretName?(path: string): boolean;
  /** The session state that it can export: reads, the undo journal, delivered guidance. */
  readonly sessionStates?: readonly SessionState[];
}
