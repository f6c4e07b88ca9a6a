import type { FileChange, FileStat, FileSystem } from "../../contract/index.js";
import { foldLetterCase } from "../../values/index.js";
import type { EntryImage } from "../changes/index.js";
import type { KnownContent } from "../staleness/index.js";

/** One change of a session: everything that one call changed. */
export interface JournalEntry {
  /** The changed files, as the call reports them; paths are real. */
  readonly changes: readonly FileChange[];
  /**
   * Steps to undo, in the order in which they were done. Absent where an undo is not possible: the old content was too
   * large to keep, could not be read, or was not a regular file.
   */
  readonly steps?: readonly JournalStep[];
}

/** One step that changed one path, with the data to undo it. */
export type JournalStep = {
  readonly path: string;
  /** Size of the kept content. */
  readonly bytes: number;
} & (
  | { readonly type: "replaced"; readonly before: Uint8Array; readonly after: KnownContent }
  | { readonly type: "created"; readonly after: KnownContent; readonly madeFolders: readonly string[] }
  | { readonly type: "removed"; readonly image: EntryImage }
  | ({ readonly type: "trashed" } & TrashedFolder)
  | {
      readonly type: "moved";
      readonly movedFrom: string;
      readonly after: MovedMark;
      /** The file that was overwritten. */
      readonly overwritten?: EntryImage | undefined;
      readonly madeFolders: readonly string[];
    }
);

/** A folder that was moved to the trash. */
export interface TrashedFolder {
  /** Its path in the trash. */
  readonly keptAs: string;
  readonly identity: string;
  /** Whether a protected path is below it, which an undo restores. */
  readonly holdsProtected: boolean;
}

/** Data that shows whether a moved entry is unchanged. */
export type MovedMark =
  | { readonly type: "content"; readonly content: KnownContent }
  /** A file that is too large to read for this purpose. */
  | { readonly type: "facts"; readonly stat: FileStat }
  /** A symlink, recognised by its target. */
  | { readonly type: "symlink"; readonly target: string }
  /** A folder, recognised by its identity, whatever it contains. */
  | { readonly type: "folder"; readonly identity: string };

/** Returns the step of a file whose content was replaced. */
export function replacedStep(path: string, before: Uint8Array, after: KnownContent): JournalStep {
  return { type: "replaced", path, before, after, bytes: before.byteLength + after.keptBytes };
}

/** Returns the step of a file that was created. */
export function createdStep(path: string, after: KnownContent, madeFolders: readonly string[]): JournalStep {
  return { type: "created", path, after, madeFolders, bytes: after.keptBytes };
}

/** Returns the step of a file, symlink or folder that was removed. */
export function removedStep(path: string, image: EntryImage): JournalStep {
  return { type: "removed", path, image, bytes: sizeOfImage(image) };
}

/** Returns the step of a folder that was moved to the trash. */
export function trashedStep(folder: TrashedFolder & { readonly path: string }): JournalStep {
  return { ...folder, type: "trashed", bytes: 0 };
}

/** Returns the step of a file, symlink or folder that was moved. */
export function movedStep(
  step: Pick<JournalStep & { readonly type: "moved" }, "path" | "movedFrom" | "after" | "madeFolders"> & {
    readonly overwritten?: EntryImage | undefined;
  },
): JournalStep {
  const { after, overwritten } = step;
  const marked = after.type === "content" ? after.content.keptBytes : 0;
  return {
    ...step,
    type: "moved",
    bytes: marked + (overwritten === undefined ? 0 : sizeOfImage(overwritten)),
  };
}

function sizeOfImage(image: EntryImage): number {
  switch (image.type) {
    case "file":
      return image.bytes.byteLength;
    case "symlink":
      return image.target.length;
    case "directory":
      return image.entries.reduce((total, entry) => total + entry.name.length + sizeOfImage(entry.image), 0);
  }
}

/**
 * Returns a change in the form that the journal keeps. A change with a missing step cannot be undone, not even in part.
 */
export function journalEntry(
  changes: readonly FileChange[],
  ...steps: readonly (JournalStep | undefined)[]
): JournalEntry {
  const known = steps.filter((step) => step !== undefined);
  return known.length < steps.length ? { changes } : { changes, steps: known };
}

/**
 * Returns whether a change concerns a path: the file itself, or a folder above it that was created, moved or removed as
 * a whole.
 */
export function concerns(
  entry: JournalEntry,
  paths: readonly string[],
  files: Pick<FileSystem, "caseSensitive" | "path">,
): boolean {
  // Letter by letter: a volume that ignores letter case may keep `straße` and `strasse` apart.
  const fold = files.caseSensitive ? (path: string) => path : foldLetterCase;
  const separator = files.path.sep;
  const asked = paths.map(fold);
  const own = entry.changes.flatMap(({ path, movedFrom }) =>
    movedFrom === undefined ? [path] : [path, movedFrom],
  );
  return own
    .map(fold)
    .some((path) => asked.some((each) => each === path || each.startsWith(path + separator)));
}
