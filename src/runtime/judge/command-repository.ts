import type { FileLocation } from "../../contract/index.js";

/** Folders above a working directory that are looked at: no project lies deeper. */
const MAX_FOLDERS = 64;

type Locate = (path: string) => Promise<FileLocation | undefined>;

/** Where git finds its repository from a folder. */
export interface CommandRepository {
  /** Its folder; of a bare one its `HEAD`, so that no trusted folder names it. */
  readonly path: string;
  /** Whether it lies in another repository, or is a bare one made of plain files: trust in the outer one says nothing of it. */
  readonly embedded: boolean;
}

/** Finds the repository that git would use in a folder, as git does: the first folder above with `.git` or with its parts. */
export async function commandRepository(
  folder: string,
  locate: Locate,
): Promise<CommandRepository | undefined> {
  let found: string | undefined;
  let current = folder;
  for (let looked = 0; looked < MAX_FOLDERS; looked += 1) {
    const hasGit = (await locate(join(current, ".git")))?.stat !== undefined;
    const isBare = !hasGit && (await isRepository(current, locate));
    if (hasGit || isBare) {
      if (found !== undefined) return { path: found, embedded: true };
      // Nobody who trusts a folder means files of it that look like a repository.
      if (isBare) return { path: join(current, "HEAD"), embedded: true };
      found = current;
    }
    const parent = /^(.*)[\\/][^\\/]+$/.exec(current)?.[1];
    if (parent === undefined) break;
    current = parent === "" ? "/" : parent;
    if (current === "/") break;
  }
  return found === undefined ? undefined : { path: found, embedded: false };
}

async function isRepository(folder: string, locate: Locate): Promise<boolean> {
  const isThere = async (name: string) => (await locate(join(folder, name)))?.stat !== undefined;
  if (!(await isThere("HEAD"))) return false;
  return (await isThere("commondir")) || ((await isThere("objects")) && (await isThere("refs")));
}

function join(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}
