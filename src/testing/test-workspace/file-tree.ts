import { type DirectoryHandle, type FileSystem, ToolError } from "../../contract/index.js";

/** An entry of a file tree. */
export type TreeEntry =
  | { readonly type: "file"; readonly content: Uint8Array; readonly mode: number }
  | { readonly type: "symlink"; readonly target: string }
  | { readonly type: "directory" | "other" };

/** All entries below a folder by relative path, sorted by path, with `/` between components. */
export type FileTree = ReadonlyMap<string, TreeEntry>;

/**
 * Reads all entries below a folder, using only the file-system port of the backend. Leaves out an entry that something else, such as a
 * command that still runs, removes meanwhile.
 */
export async function readFileTree(files: FileSystem, root: string): Promise<FileTree> {
  const entries: [string, TreeEntry][] = [];
  const directory = await files.openDirectory(root);
  try {
    await collect(directory, "", entries);
  } finally {
    await directory.close();
  }
  return new Map(entries.sort(([first], [second]) => (first < second ? -1 : 1)));
}

async function collect(
  directory: DirectoryHandle,
  prefix: string,
  into: [string, TreeEntry][],
): Promise<void> {
  for (const { name, type } of await directory.list()) {
    const path = `${prefix}${name}`;
    try {
      if (type === "directory") await collectBelow(directory, name, `${path}/`, into);
      into.push([path, await entryOf(directory, name, type)]);
    } catch (error) {
      if (!ToolError.isInstance(error) || error.code !== "not-found") throw error;
    }
  }
}

async function entryOf(
  directory: DirectoryHandle,
  name: string,
  type: TreeEntry["type"],
): Promise<TreeEntry> {
  if (type === "file") return fileEntry(directory, name);
  if (type === "symlink") return { type, target: (await directory.readLink?.(name)) ?? "" };
  return { type };
}

async function collectBelow(
  parent: DirectoryHandle,
  name: string,
  prefix: string,
  into: [string, TreeEntry][],
): Promise<void> {
  const directory = await parent.openDirectory(name);
  try {
    await collect(directory, prefix, into);
  } finally {
    await directory.close();
  }
}

async function fileEntry(directory: DirectoryHandle, name: string): Promise<TreeEntry> {
  const handle = await directory.openFile(name);
  try {
    // One byte more than expected, to detect the end of the file.
    const bytes = new Uint8Array(handle.stat.size + 1);
    let filled = 0;
    while (filled < bytes.length) {
      const count = await handle.read(bytes.subarray(filled), filled);
      if (count === 0) break;
      filled += count;
    }
    return { type: "file", content: bytes.slice(0, filled), mode: handle.stat.mode };
  } finally {
    await handle.close();
  }
}
