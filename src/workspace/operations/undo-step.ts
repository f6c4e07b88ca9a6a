import { type FileLocation, ToolError } from "../../contract/index.js";
import { foldLetterCase, foldName } from "../../values/index.js";
import type { CallFiles } from "../call-files.js";
import {
  type ChangeStep,
  Creation,
  type EntryImage,
  Relocation,
  Removal,
  Replacement,
  readLink,
} from "../changes/index.js";
import type { JournalStep, MovedMark } from "../journal/index.js";
import { requireAccess } from "../paths/index.js";
import {
  moveKnowledge,
  type OpenedEntry,
  openEntry,
  openFolderEntry,
  type PresentLocation,
} from "../plans/index.js";
import { MAX_WHOLE_FILE_BYTES } from "../reading/index.js";
import { KnownContent } from "../staleness/index.js";
import { MAX_MARKED_BYTES } from "./move-path.js";

/** One step to undo, which was found unchanged and is held open. */
export interface UndoStep {
  readonly path: string;
  readonly steps: readonly ChangeStep[];
  /** Content before and after the undo; absent where there is none, and for secrets. */
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
  /** Called after all steps are undone. */
  done(): Promise<void>;
  close(): Promise<void>;
}

type Step<Type extends JournalStep["type"]> = JournalStep & { readonly type: Type };

/** Opens what a change left. Throws `changed-since-edit` when it has changed since. */
export async function openUndoStep(call: CallFiles, step: JournalStep): Promise<UndoStep> {
  switch (step.type) {
    case "replaced":
      return undoReplacement(call, step);
    case "created":
      return undoCreation(call, step);
    case "removed":
      return undoRemoval(call, step);
    case "trashed":
      return undoTrashing(call, step);
    case "moved":
      return undoMove(call, step);
  }
}

async function undoReplacement(call: CallFiles, step: Step<"replaced">): Promise<UndoStep> {
  const { path, before } = step;
  const location = await requirePresent(call, path);
  const { named, content, close } = await openUnchanged(call, location, step.after);
  return {
    path,
    steps: [new Replacement(call.changeServices, named, content, before)],
    ...(location.secret ? {} : { before: content.bytes, after: before }),
    async done() {
      if (call.tracker.knows(path)) call.tracker.recordWhole(path, new KnownContent(before));
    },
    close,
  };
}

async function undoCreation(call: CallFiles, step: Step<"created">): Promise<UndoStep> {
  const { path, madeFolders } = step;
  const location = await requirePresent(call, path);
  const { named, stat, content, close } = await openUnchanged(call, location, step.after);
  return {
    path,
    steps: [new Removal(named, stat, content)],
    ...(location.secret ? {} : { before: content.bytes }),
    async done() {
      call.tracker.forget(path);
      await removeEmptyFolders(call, madeFolders);
    },
    close,
  };
}

async function undoRemoval(call: CallFiles, { path, image }: Step<"removed">): Promise<UndoStep> {
  const location = await requireFree(call, path);
  requireUnprotectedImage(call, location, image);
  const creation = new Creation(call.changeServices, path, image);
  return {
    path,
    steps: [creation],
    ...(image.type === "file" && !location.secret ? { after: image.bytes } : {}),
    // Earlier moves identify their folders by identity.
    done: async () => call.journal.renameFolders(creation.remadeFolders),
    close: async () => {},
  };
}

async function undoTrashing(call: CallFiles, step: Step<"trashed">): Promise<UndoStep> {
  const { path, keptAs, identity, holdsProtected } = step;
  const location = await requireFree(call, path);
  if (holdsProtected) requireAccess({ ...location, protected: true }, "write", call.scope.approvedPaths);
  const named = await call.openNamedEntry({ path: keptAs });
  try {
    const stat = await named.directory.stat(named.name);
    if (stat?.identity !== identity) throw goneFromTrash(path);
    const back = { from: named, expected: stat, to: path, acrossVolumes: "refuse" } as const;
    return {
      path,
      steps: [new Relocation(call.changeServices, back)],
      done: async () => {},
      close: () => named.close(),
    };
  } catch (error) {
    await named.close();
    throw error;
  }
}

async function undoMove(call: CallFiles, step: Step<"moved">): Promise<UndoStep> {
  const { path, movedFrom, after, overwritten, madeFolders } = step;
  const location = await requirePresent(call, path);
  const { caseSensitive } = call.services.backend.files;
  // A volume may keep names apart that others do not: then the earlier name may be another file by now.
  const changesCaseOnly =
    !caseSensitive &&
    foldName(path) === foldName(movedFrom) &&
    (await call.locateEntry(movedFrom)).stat?.identity === location.stat.identity;
  if (!changesCaseOnly) await requireFree(call, movedFrom);
  const entry = await openMoved(call, location, after);
  const { changeServices } = call;
  const back = new Relocation(changeServices, {
    from: entry.named,
    expected: entry.stat,
    to: movedFrom,
    changesCaseOnly,
  });
  return {
    path,
    steps: overwritten === undefined ? [back] : [back, new Creation(changeServices, path, overwritten)],
    async done() {
      moveKnowledge(call, entry, movedFrom);
      await removeEmptyFolders(call, madeFolders);
    },
    close: entry.close,
  };
}

async function requirePresent(call: CallFiles, path: string): Promise<PresentLocation> {
  const location = await locateAgain(call, path);
  const { stat } = location;
  if (stat === undefined) throw changedSince(path, " no longer exists");
  return { ...location, stat };
}

async function requireFree(call: CallFiles, path: string): Promise<FileLocation> {
  const location = await locateAgain(call, path);
  if (location.stat !== undefined) throw changedSince(path, " exists again, created by another process");
  return location;
}

/** Locates a changed path again; throws when it leads elsewhere now, or when this call may not use it. */
async function locateAgain(call: CallFiles, path: string): Promise<FileLocation> {
  const location = await call.locateRemovable(path);
  const fold = call.services.backend.files.caseSensitive ? (each: string) => each : foldLetterCase;
  if (fold(location.path) !== fold(path)) throw changedSince(path, ` now leads to '${location.path}'`);
  requireAccess(location, "write", call.scope.approvedPaths);
  return location;
}

/** Throws when a folder to restore contains a protected path, unless that was approved. */
function requireUnprotectedImage(call: CallFiles, location: FileLocation, image: EntryImage): void {
  if (image.type !== "directory") return;
  const { boundary, backend } = call.services;
  const waiting = [{ path: location.path, image }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of next.image.entries) {
      const path = backend.files.path.join(next.path, entry.name);
      if (boundary.isProtectedName(path)) {
        requireAccess({ ...location, protected: true }, "write", call.scope.approvedPaths);
        return;
      }
      if (entry.image.type === "directory") waiting.push({ path, image: entry.image });
    }
  }
}

async function openUnchanged(call: CallFiles, location: PresentLocation, after: KnownContent) {
  const { path, stat } = location;
  if (stat.type !== "file") throw changedSince(path, " is no longer a file");
  const entry = await openEntry(call, location, { maxBytes: MAX_WHOLE_FILE_BYTES, unreadable: "refuse" });
  const { content } = entry;
  try {
    if (content?.bytes === undefined) throw changedSince(path, " is much larger now");
    await requireContent(path, content.bytes, after);
    return { ...entry, content: { handle: content.handle, bytes: content.bytes } };
  } catch (error) {
    await entry.close();
    throw error;
  }
}

async function openMoved(call: CallFiles, location: PresentLocation, mark: MovedMark): Promise<OpenedEntry> {
  const entry =
    location.stat.type === "directory"
      ? await openFolderEntry(call, location)
      : await openEntry(call, location, {
          maxBytes: MAX_MARKED_BYTES,
          // A file that was readable when it was moved must be readable to be compared.
          unreadable: mark.type === "content" ? "refuse" : "pass",
        });
  try {
    await requireMoved(entry, mark);
    return entry;
  } catch (error) {
    await entry.close();
    throw error;
  }
}

async function requireMoved({ named, stat, content }: OpenedEntry, mark: MovedMark): Promise<void> {
  const { path, directory, name } = named;
  switch (mark.type) {
    case "content":
      if (content?.bytes === undefined) throw changedSince(path, " is a different file now");
      return requireContent(path, content.bytes, mark.content);
    case "symlink":
      if (stat.type === "symlink" && (await readLink(directory, name)) === mark.target) return;
      throw changedSince(path, " is a different file now");
    case "folder":
      if (stat.identity === mark.identity) return;
      throw changedSince(path, " is a different folder now");
    case "facts": {
      const isSame =
        stat.identity === mark.stat.identity &&
        stat.size === mark.stat.size &&
        stat.modifiedAtMs === mark.stat.modifiedAtMs;
      if (!isSame) throw changedSince(path, " has changed");
    }
  }
}

async function requireContent(path: string, bytes: Uint8Array, known: KnownContent): Promise<void> {
  if (await known.isSame(bytes)) return;
  throw changedSince(path, ` has changed since the call wrote it${known.differenceTo(bytes)}`);
}

async function removeEmptyFolders(call: CallFiles, folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) {
    try {
      const named = await call.openNamedEntry({ path: folder });
      try {
        await named.directory.removeDirectory(named.name);
      } finally {
        await named.close();
      }
    } catch (error) {
      // Another process has created something in it, or has removed it.
      if (ToolError.isInstance(error)) return;
      throw error;
    }
  }
}

function goneFromTrash(path: string): ToolError {
  return new ToolError(
    `'${path}' cannot be restored: the trash no longer contains it, because it keeps a limited number of removed folders for some days only. Restore it from version control or a backup.`,
    { code: "nothing-to-undo", absolutePath: path },
  );
}

function changedSince(path: string, how: string): ToolError {
  return new ToolError(
    `'${path}'${how}. Nothing was undone. Read it, and use an edit to restore the earlier content.`,
    { code: "changed-since-edit", absolutePath: path },
  );
}
