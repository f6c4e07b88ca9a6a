import type { FileLocation } from "../../../contract/index.js";

/** Number of parent folders that are searched; no project is nested deeper. */
const MAX_FOLDERS = 64;

type Locate = (path: string) => Promise<FileLocation | undefined>;

/** The repository that git finds from a folder. */
export interface CommandRepository {
  /** Its folder; for a bare repository its `HEAD`, so that no trusted folder names it. */
  readonly path: string;
  /**
   * Whether it lies in another repository, or is a bare one made of plain files: trust in the outer repository does
   * not extend to it.
   */
  readonly embedded: boolean;
}

/**
 * Finds the repository that git would use in a folder, as git does: the first parent folder with `.git` or with its
 * parts.
 */
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
      // Trust in a folder does not include files in it that look like a repository.
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
