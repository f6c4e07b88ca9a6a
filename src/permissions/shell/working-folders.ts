import { MAX_FOLDERS } from "../commands/index.js";
import { readProgram } from "../programs/index.js";

/**
 * The folders that a command may run in, relative to the start of the text (`""`); `undefined` if they are unknown.
 *
 * There are several after a `cd` that may have failed, and if a name before `..` may be a symbolic link.
 */
export type WorkingFolders = readonly string[] | undefined;

/** The folders at the start of a text. */
export const STARTING_FOLDERS: WorkingFolders = [""];

/** Returns the change of the working folder by a simple command: the named folder, `{}` if it is unknown, or `undefined`. */
export function folderChange(words: readonly string[]): { readonly folder?: string } | undefined {
  let index = 0;
  // Both run a built-in in the same shell, as does `command -p`.
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
 * Returns the folders that a `cd` leads to.
 *
 * A shell resolves `..` by the name of its folder, so `cd link/..` returns to the starting folder; with `-P`, and if that
 * fails, the system resolves it in the folder that the link leads to. Both are possible.
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

/** Joins several lists of folders; returns `undefined` if there are too many or one of the lists is unknown. */
export function joinedFolders(...lists: readonly WorkingFolders[]): WorkingFolders {
  const all = new Set<string>();
  for (const list of lists) {
    if (list === undefined) return undefined;
    for (const folder of list) all.add(folder);
  }
  return all.size > MAX_FOLDERS ? undefined : [...all];
}

/** Resolves a path in a folder. */
export function belowFolder(folder: string, path: string): string {
  if (path.startsWith("/") || /^~(?:\/|$)/.test(path) || folder === "") return path;
  return `${folder}/${path}`;
}

/** Removes every `..` together with the name before it; those before all names are kept. */
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
