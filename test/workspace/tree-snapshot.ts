import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Backend, DirectoryHandle } from "../../src/contract/index.js";

/** Everything below a folder: type, mode and content of each name, in order; equal results mean equal trees. */
export async function treeSnapshot(folder: string): Promise<Readonly<Record<string, string>>> {
  // Without the types of the entries it follows symlinks, some of which form cycles.
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = found.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
  const entries: Record<string, string> = {};
  for (const name of names) {
    const path = join(folder, name);
    const stat = await lstat(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) entries[name] = `link ${await readlink(path)}`;
    else if (stat.isDirectory()) entries[name] = `folder ${mode}`;
    else if (stat.isFile()) entries[name] = `file ${mode} ${(await readFile(path)).toString("latin1")}`;
    else entries[name] = "other";
  }
  return entries;
}

/** The same through a backend's port, for files that are not on a disk. */
export async function portSnapshot(
  { files }: Pick<Backend, "files">,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const entries: Record<string, string> = {};
  const visit = async (directory: DirectoryHandle, prefix: string) => {
    for (const { name, type } of [...(await directory.list())].sort((left, right) =>
      left.name < right.name ? -1 : 1,
    )) {
      const stat = await directory.stat(name);
      const mode = stat?.mode.toString(8);
      if (type === "symlink") entries[prefix + name] = `link ${await directory.readLink?.(name)}`;
      else if (type === "directory") {
        entries[prefix + name] = `folder ${mode}`;
        const below = await directory.openDirectory(name);
        await visit(below, `${prefix}${name}/`);
        await below.close();
      } else if (type === "file") {
        const handle = await directory.openFile(name);
        const bytes = Buffer.alloc(handle.stat.size);
        await handle.read(bytes, 0);
        await handle.close();
        entries[prefix + name] = `file ${mode} ${bytes.toString("latin1")}`;
      } else entries[prefix + name] = "other";
    }
  };
  const top = await files.openDirectory(folder);
  await visit(top, "");
  await top.close();
  return entries;
}
