import { ignoreRejection, quietSignal } from "../../contract/index.js";
import type { RuntimeServices } from "../services/index.js";

/**
 * Files that a search command with a glob or a type for source files reads: the extensions of all types in ripgrep's
 * table (`rg --type-list`), which are more than those of the globs.
 */
const NARROWED_NAMES =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|jav|java|jspx?|properties|kts?|rb|rbw|gemspec|irbrc|rake|ru|php[3-8s]?|pht|phtml|[chCH]|in|cats|cc|cpp|cxx|[ch]\+\+|hh|hpp|hxx|inl|cs|swift|scala|sbt|md|mdx|mdwn|mdown|mkdn?|markdown|txt|rst|x?html?|ejs|css|scss|sass|less|vue|svelte|p?sql|proto|graphqls?)$/;

/** Texts that occur in the header of each private key, in the syntax of ripgrep; `isPrivateKey` checks further. */
export const KEY_MARKS =
  "PRIVATE KEY|SECRET KEY BLOCK-----|PuTTY-User-Key-File-|AGE-SECRET-KEY-1|AGE-PLUGIN-|signify secret key|encrypted secret key|" +
  "OpenVPN Static key V1-----|PrivateKey ?=|client-key-data|[(]private-key";

/** Number of files whose names are checked before the approver is asked about a command that reads a whole folder. */
const MAX_FILES = 50_000;

/** Number of files with a private-key header that are opened to check whether they are one. */
const MAX_MARKED_FILES = 50;

/** Milliseconds that the check may take. */
const MAX_LOOK_MS = 5_000;

/**
 * The files of a folder that a command reads: those that a search shows, all of them, or those of certain types, even hidden
 * and ignored ones.
 */
export type FolderReads = "shown" | "whole" | "narrowed";

/** Dependencies of the check. */
export interface TreeLook extends Pick<RuntimeServices, "workspace" | "backend"> {
  /** Returns whether the file at a real path is a secret, by its name or its content. */
  readonly isSecret: (path: string) => Promise<boolean>;
}

/**
 * Returns whether a search command may read secret files in a folder, or too many files to check.
 *
 * The search of the backend lists the files that the command would read: hidden files are excluded, unless an ignore
 * file of the project includes them (`!.env` in `.ignore`). Outside a git repository ripgrep does not obey
 * `.gitignore`, so files excluded by it are checked there as well. A glob or a type on the command line (`narrowed`)
 * includes hidden and ignored files that match it.
 *
 * Names are checked first. Then one search for the headers of private keys finds keys with a harmless name; it reads
 * the same files as the command. Neither step finds binary files, or UTF-16 text without a byte order mark.
 *
 * @param folder - real path
 */
export async function mayReadSecrets(
  folder: string,
  reads: FolderReads,
  { workspace, backend, isSecret }: TreeLook,
): Promise<boolean> {
  const search = backend?.search;
  const isSecretName = workspace?.isSecretName;
  if (search === undefined || isSecretName === undefined) return true;
  const signal = quietSignal(AbortSignal.timeout(MAX_LOOK_MS));
  const isRead = (path: string) => reads !== "narrowed" || NARROWED_NAMES.test(path);
  const scope = { path: folder, signal, onUnreadable() {} };
  const scopes =
    reads === "narrowed"
      ? // Ignored folders stay excluded; the largest of them is not walked.
        [
          { ...scope, hidden: true },
          { ...scope, hidden: true, ignored: true, globs: ["!**/node_modules"] },
        ]
      : reads === "whole"
        ? [{ ...scope, hidden: true, ignored: true }]
        : (await isInRepository(folder, backend))
          ? [scope]
          : [scope, { ...scope, ignored: true }];
  try {
    let files = 0;
    for (const each of scopes) {
      for await (const path of search.files(each)) {
        files += 1;
        if (files > MAX_FILES || (isRead(path) && isSecretName(path))) return true;
      }
    }
    let marked = 0;
    for (const each of scopes) {
      const request = { ...each, pattern: KEY_MARKS, caseSensitive: true, maxMatchesPerFile: 1 };
      for await (const { path } of search.text(request)) {
        if (!isRead(path)) continue;
        marked += 1;
        if (marked > MAX_MARKED_FILES || (await isSecret(path))) return true;
      }
    }
    return signal.aborted;
  } catch (thrown) {
    ignoreRejection(thrown);
    return true;
  }
}

async function isInRepository(folder: string, backend: RuntimeServices["backend"]): Promise<boolean> {
  const path = backend?.files.path;
  for (let ancestor = folder; path !== undefined; ancestor = path.dirname(ancestor)) {
    const found = await backend?.files.resolve(path.join(ancestor, ".git"));
    if (found?.stat !== undefined) return true;
    if (path.dirname(ancestor) === ancestor) return false;
  }
  return false;
}
