import { type DirectoryHandle, ToolError } from "../../../contract/index.js";
import type { EntryImage, FolderImage } from "../named-entry.js";
import { initialMode, setFacts, writeNewFile } from "./temporary-file.js";

/** Mode of a new file, before the process's umask. */
const NEW_FILE_MODE = 0o666;

/** Rights that the owner needs to fill a folder. */
const FOLDER_MODE = 0o700;

/**
 * Creates an entry from an image under a free name and syncs it. A folder keeps the rights that its owner needs to fill
 * it.
 *
 * @param options.existing - `"keep"` skips entries that already exist, and continues below existing folders
 */
export async function writeImage(
  directory: DirectoryHandle,
  name: string,
  image: EntryImage,
  options: { readonly existing: "refuse" | "keep" },
): Promise<void> {
  const isThere = options.existing === "keep" && (await directory.stat(name)) !== undefined;
  if (image.type === "directory") {
    if (!isThere) await directory.makeDirectory(name, { mode: image.mode | FOLDER_MODE });
    await fillFolder(directory, name, image, options);
  } else if (!isThere) {
    await writeEntry(directory, name, image);
  }
}

async function fillFolder(
  parent: DirectoryHandle,
  name: string,
  { entries }: FolderImage,
  options: { readonly existing: "refuse" | "keep" },
): Promise<void> {
  const folder = await parent.openDirectory(name);
  try {
    for (const entry of entries) await writeImage(folder, entry.name, entry.image, options);
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeEntry(
  directory: DirectoryHandle,
  name: string,
  image: Exclude<EntryImage, FolderImage>,
): Promise<void> {
  if (image.type === "symlink") return makeSymlink(directory, name, image.target);
  const { bytes, mode, owner } = image;
  await writeNewFile(
    directory,
    name,
    { mode: mode === undefined ? NEW_FILE_MODE : initialMode(mode) },
    async (handle) => {
      await handle.write(bytes, 0);
      if (mode !== undefined) await setFacts(handle, { mode, owner });
    },
  );
}

/** Creates a symlink, where the backend can. */
export async function makeSymlink(directory: DirectoryHandle, name: string, target: string): Promise<void> {
  if (directory.makeSymlink === undefined) {
    throw new ToolError(
      `'${name}' in '${directory.path}' is a symbolic link, which this backend cannot create.`,
      {
        code: "not-supported",
        absolutePath: directory.path,
      },
    );
  }
  await directory.makeSymlink(name, target);
}
