import { MAX_FOLDERS } from "../commands/index.js";
import { readProgram } from "../programs/index.js";

/**
 * The folders that a command may run in, relative to where the text starts (`""`); `undefined` when they cannot be told.
 *
 * There are several behind a `cd` that may have failed, and where a name in front of `..` may be a symbolic link.
 */
export type WorkingFolders = readonly string[] | undefined;

/** Where a text starts. */
export const STARTING_FOLDERS: WorkingFolders = [""];

/** What a simple command does to the working folder: the folder that it names, `unknown`, or nothing. */
export function folderChange(words: readonly string[]): { readonly folder?: string } | undefined {
  let index = 0;
  // Both run a built-in in the same shell; `command -p` too.
  while (/^(?:command|builtin)$/.test(words[index] ?? "")) {
    index += 1;
    while (/^-p?-?$/.test(words[index] ?? "")) index += 1;
  }
  const name = words[index] ?? "";
  if (/^(?:pushd|popd|chdir)$/.test(name)) return {};
  if (name !== "cd") return undefined;
  const folder = readProgram(words.slice(index))?.words.find(({ is }) => is === "folder")?.word;
  return folder === undefined ? {} : { folder };
}

/**
 * The folders that a `cd` leads to.
 *
 * A shell takes `..` from the name of its folder, so `cd link/..` leads back to where it was; with `-P`, and where that
 * fails, the system takes it from the folder that the link leads to. Both are possible.
 */
export function enteredFolders(folders: WorkingFolders, target: string): WorkingFolders {
  if (folders === undefined) return undefined;
  const entered = new Set<string>();
  for (const folder of folders) {
    const below = belowFolder(folder, target);
    const physical = /^(?:\.?\/|~)/.test(below) ? below : `./${below}`;
    entered.add(physical);
    entered.add(withoutParents(physical));
  }
  return joinedFolders([...entered]);
}

/** All folders of several lists; `undefined` when there are too many or one of the lists is not known. */
export function joinedFolders(...lists: readonly WorkingFolders[]): WorkingFolders {
  const all = new Set<string>();
  for (const list of lists) {
    if (list === undefined) return undefined;
    for (const folder of list) all.add(folder);
  }
  return all.size > MAX_FOLDERS ? undefined : [...all];
}

/** A path as it is meant in a folder. */
export function belowFolder(folder: string, path: string): string {
  if (path.startsWith("/") || /^~(?:\/|$)/.test(path) || folder === "") return path;
  return `${folder}/${path}`;
}

/** A path with every `..` taken from the name in front of it; those in front of all names stay. */
function withoutParents(path: string): string {
  const names: string[] = [];
  const isAbsolute = path.startsWith("/");
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    const last = names.at(-1);
    if (name !== ".." || (last === undefined && !isAbsolute) || last === ".." || last === "~")
      names.push(name);
    else names.pop();
  }
  const joined = names.join("/");
  if (isAbsolute) return `/${joined}`;
  if (joined === "") return ".";
  return names[0] === ".." || names[0] === "~" ? joined : `./${joined}`;
}
