import { type FileChanges, type FolderExtent, ToolError } from "../../contract/index.js";
import { pathFolding } from "../../values/index.js";
import type { CallFiles } from "../call-files.js";
import { FolderRemoval, folderContent, MAX_KEPT_ENTRIES } from "../changes/index.js";
import { journalEntry, MAX_JOURNAL_BYTES, removedStep } from "../journal/index.js";
import { isInPackages } from "../paths/index.js";
import { carryOutPlans, openEntry, type PresentLocation, planRemoval } from "../plans/index.js";
import { MAX_WHOLE_FILE_BYTES, readWholeFile } from "../reading/index.js";
import { trashFolder } from "./trash-folder.js";

/** Limit of the content of a removed folder that is kept in memory. */
const IN_MEMORY: FolderExtent = { entries: MAX_KEPT_ENTRIES, bytes: MAX_JOURNAL_BYTES };

/** Returns how large the folder at a path may be so that its removal can be undone; see `FileChanges.removalLimits`. */
export async function removalLimits(call: CallFiles, path: string): Promise<FolderExtent> {
  const { trash } = call.services.backend;
  const { stat } = await call.locateEntry(path);
  return (await trash?.takes(stat?.device)) === true ? (trash?.limits ?? IN_MEMORY) : IN_MEMORY;
}

/** Removes a file, symlink or folder under its lock; see `FileChanges.remove`. */
export async function removePath(
  call: CallFiles,
  path: string,
  options: { readonly recursive?: boolean } = {},
): ReturnType<FileChanges["remove"]> {
  return call.lockedWhere(
    () => locateRemoved(call, path),
    (location) => [location],
    async (location, held) => {
      const isFolder = location.stat.type === "directory";
      if (isFolder && options.recursive === true) {
        return { location, ...(await removeWholeFolder(held, location)) };
      }
      if (!isFolder) return { location, removedFiles: 1, canBeUndone: await removeFile(held, location) };
      await removeEmptyFolder(held, location);
      return { location, removedFiles: 0, canBeUndone: true };
    },
  );
}

/**
 * Locates the path to remove. A folder that cannot be listed counts as protected, because its content is unknown. An
 * approval does not make its removal possible, so the error names the missing permission.
 */
async function locateRemoved(call: CallFiles, path: string): Promise<PresentLocation> {
  try {
    return await call.locateForRemoval(path);
  } catch (error) {
    if (ToolError.isInstance(error) && error.code === "protected-path") await requireListable(call, path);
    throw error;
  }
}

/** Throws `access-denied` for a folder that may not be listed, unless its own name is protected. */
async function requireListable(call: CallFiles, path: string): Promise<void> {
  const location = await call.locateEntry(path);
  if (location.protected || !location.insideRoots || location.stat?.type !== "directory") return;
  const folder = await call.services.backend.files.openDirectory(location.path);
  try {
    await folder.list();
  } finally {
    await folder.close();
  }
}

/** Removes a file or symlink. Returns whether the removal can be undone. */
async function removeFile(call: CallFiles, location: PresentLocation): Promise<boolean> {
  const entry = await openEntry(call, location, { maxBytes: MAX_JOURNAL_BYTES });
  try {
    const { content } = entry;
    if (content !== undefined) await call.requireFresh(location.path, content, { content: "removed" });
    await carryOutPlans(call, [planRemoval(call, entry)]);
    return entry.image !== undefined;
  } finally {
    await entry.close();
  }
}

async function removeWholeFolder(call: CallFiles, location: PresentLocation) {
  const { path } = location;
  const { files } = call.services.backend;
  const known = call.tracker.knownBelow(path, files.path.sep);
  const named = await call.openNamedEntry(location);
  try {
    for (const file of known) await requireFreshBelow(call, file);
    const { trash } = call.services.backend;
    const isTrashed = (await trash?.takes(location.stat.device)) === true;
    const content = await folderContent(named, {
      maxKeptBytes: MAX_JOURNAL_BYTES,
      maxTrashed: isTrashed ? trash?.limits : undefined,
      isProtected: (below) =>
        !isInPackages(below, { folder: path, sep: files.path.sep }) &&
        call.services.boundary.isProtectedName(below),
      signal: call.scope.signal,
      join: (folder, name) => files.path.join(folder, name),
    });
    const gone = () => {
      for (const file of known) call.tracker.forget(file);
    };
    if (content.kept === undefined && (await trashFolder(call, { location, named, content, gone }))) {
      return { removedFiles: content.files, canBeUndone: true };
    }
    const removal = new FolderRemoval(call.changeServices, named, { expected: location.stat, content });
    await carryOutPlans(call, [
      {
        change: { type: "delete", path },
        steps: [removal],
        async done() {
          gone();
          return [content.kept === undefined ? undefined : removedStep(path, content.kept.image)];
        },
      },
    ]);
    return { removedFiles: content.files, canBeUndone: content.kept !== undefined };
  } finally {
    await named.close();
  }
}

async function removeEmptyFolder(call: CallFiles, location: PresentLocation): Promise<void> {
  await requireEmpty(call, location);
  const { path, stat } = location;
  const named = await call.openNamedEntry(location);
  try {
    // Not with entries that were added meanwhile.
    await named.directory.removeDirectory(named.name);
    await named.directory.sync().catch(() => {});
    const { mode, identity } = stat;
    const image = { type: "directory", mode, identity, entries: [] } as const;
    call.changed(journalEntry([{ type: "delete", path }], removedStep(path, image)));
  } finally {
    await named.close();
  }
}

async function requireEmpty(call: CallFiles, { path }: PresentLocation): Promise<void> {
  const folder = await call.services.backend.files.openDirectory(path);
  try {
    const { length } = await folder.list();
    if (length === 0) return;
    throw new ToolError(
      `'${path}' is a folder with ${length} ${length === 1 ? "entry" : "entries"}. Nothing was removed.`,
      { code: "directory-not-empty", absolutePath: path },
    );
  } finally {
    await folder.close();
  }
}

/** Throws when a file in the folder differs from what the session read. A missing file is not an error. */
async function requireFreshBelow(call: CallFiles, path: string): Promise<void> {
  const location = await call.locate(path);
  const fold = pathFolding(call.services.backend.files);
  if (fold(location.path) !== fold(path) || location.stat?.type !== "file") return;
  const { handle, close } = await call.openFile(location);
  try {
    const isHeld = handle.stat.size <= MAX_WHOLE_FILE_BYTES;
    const bytes = isHeld ? await readWholeFile(handle, path, MAX_WHOLE_FILE_BYTES) : undefined;
    const file = { handle, bytes };
    await call.requireFresh(path, file, { content: "removed" });
  } finally {
    await close();
  }
}
