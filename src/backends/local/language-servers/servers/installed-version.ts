import { readFile } from "node:fs/promises";
import * as path from "node:path";

/** Largest `package.json` that is read. */
const MAX_MANIFEST_CHARACTERS = 1024 ** 2;

/**
 * Returns the major version of an npm package installed for a folder: in its `node_modules` or the nearest
 * one above.
 */
export async function installedMajorVersion(name: string, folder: string): Promise<number | undefined> {
  for (const directory of directoriesUpward(folder)) {
    const manifest = path.join(directory, "node_modules", name, "package.json");
    const text = await readFile(manifest, "utf8").catch(() => undefined);
    if (text === undefined || text.length > MAX_MANIFEST_CHARACTERS) continue;
    const major = /"version"\s*:\s*"(\d{1,6})\./.exec(text)?.[1];
    if (major !== undefined) return Number(major);
  }
  return undefined;
}

/**
 * Returns a folder and all folders above it, nearest first, up to and including `top` if it is one of them.
 */
export function directoriesUpward(folder: string, top?: string): readonly string[] {
  const directories = [folder];
  for (let directory = folder; directory !== top; ) {
    const parent = path.dirname(directory);
    if (parent === directory) break;
    directories.push(parent);
    directory = parent;
  }
  return directories;
}
