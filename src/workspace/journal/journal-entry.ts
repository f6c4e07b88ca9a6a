import type { FileStat } from "../../contract/index.js";
import type { EntryImage } from "../changes/index.js";
import type { KnownContent } from "../staleness/index.js";

/** One change of a session, as large or as small as one call made it. */
export interface JournalEntry {
  /** What the call did, in its words; paths are real. */
  readonly changes: readonly JournaledChange[];
  /**
   * What has to be taken back, in the order in which it was done. Absent where that cannot be: the old content was too large
   * to be kept, could not be read, or was no content at all.
   */
  readonly steps?: readonly JournalStep[];
}

/** One change of one file. */
export interface JournaledChange {
  readonly type: "create" | "update" | "delete" | "move";
  /** For a move the new path. */
  readonly path: string;
  readonly movedFrom?: string;
}

/** One thing that was done to one path, and what it takes to undo it. */
export type JournalStep = {
  readonly path: string;
  /** Size of the content kept. */
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
      /** The file that was there before. */
      readonly overwritten?: EntryImage;
      readonly madeFolders: readonly string[];
    }
);

/** A folder that was moved to the trash. */
export interface TrashedFolder {
  /** Its path there. */
  readonly keptAs: string;
  readonly identity: string;
  /** Whether a protected place lies below it: an undo brings that back. */
  readonly holdsProtected: boolean;
}

/** How to tell that what was moved is still what it was. */
export type MovedMark =
  | { readonly type: "content"; readonly content: KnownContent }
  /** A file too large to be read for this. */
  | { readonly type: "facts"; readonly stat: FileStat }
  /** A symlink, by what it says. */
  | { readonly type: "symlink"; readonly target: string }
  /** A folder is the same whatever is in it. */
  | { readonly type: "folder"; readonly identity: string };

/** The file had other content. */
export function replacedStep(path: string, before: Uint8Array, after: KnownContent): JournalStep {
  return { type: "replaced", path, before, after, bytes: before.byteLength + after.keptBytes };
}

/** The file was not there. */
export function createdStep(path: string, after: KnownContent, madeFolders: readonly string[]): JournalStep {
  return { type: "created", path, after, madeFolders, bytes: after.keptBytes };
}

/** The file, symlink or folder was there. */
export function removedStep(path: string, image: EntryImage): JournalStep {
  return { type: "removed", path, image, bytes: sizeOfImage(image) };
}

/** The folder was there, and is in the trash. */
export function trashedStep(folder: TrashedFolder & { readonly path: string }): JournalStep {
  return { ...folder, type: "trashed", bytes: 0 };
}

/** The file, symlink or folder was elsewhere. */
export function movedStep(
  step: Pick<JournalStep & { readonly type: "moved" }, "path" | "movedFrom" | "after" | "madeFolders"> & {
    readonly overwritten?: EntryImage;
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

/** A change as the journal keeps it; one without all of its steps cannot be taken back, and not in part. */
export function journalEntry(
  changes: readonly JournaledChange[],
  ...steps: readonly (JournalStep | undefined)[]
): JournalEntry {
  const known = steps.filter((step) => step !== undefined);
  return known.length < steps.length ? { changes } : { changes, steps: known };
}

/** Whether a change has to do with a path: with the file itself, or with a folder above it that came or went as a whole. */
export function concerns(entry: JournalEntry, paths: ReadonlySet<string>, separator: string): boolean {
  const own = entry.changes.flatMap(({ path, movedFrom }) =>
    movedFrom === undefined ? [path] : [path, movedFrom],
  );
  return own.some((path) => [...paths].some((asked) => asked === path || asked.startsWith(path + separator)));
}
