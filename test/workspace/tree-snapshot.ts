import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/** Everything below a folder: type, mode and content of each name, in order; two equal answers mean equal trees. */
export async function treeSnapshot(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder, { recursive: true })).sort();
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
