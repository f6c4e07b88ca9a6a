import { ignoreRejection } from "../../contract/index.js";
import type { RuntimeServices } from "../services/index.js";
import { KEY_MARKS, NARROWED_NAMES } from "./searched-names.js";

/** Files that are looked at by name before a command that reads a whole folder is asked about. */
const MAX_FILES = 50_000;

/** Files with the mark of a private key in them that are opened to see whether they are one. */
const MAX_MARKED_FILES = 50;

/** Milliseconds that the look may take. */
const MAX_LOOK_MS = 5_000;

/** What the look needs. */
export interface TreeLook extends Pick<RuntimeServices, "workspace" | "backend"> {
  /** Whether a file is a secret, by its name or its content; a real path. */
  readonly isSecret: (path: string) => Promise<boolean>;
}

/**
 * Whether a search by a command may read secret files in a folder, or too many files to tell.
 *
 * The search of the backend tells which files it would read: hidden ones are left out, unless an ignore file of the project lets them in
 * (`!.env` in `.ignore`). Outside of a git repository ripgrep does not obey `.gitignore`, so there everything counts as well that it
 * leaves out. A glob or a type on the command line (`narrowed`) lets in hidden and ignored files of its kind.
 *
 * Names are looked at first. Then one search for the marks of private keys finds those with a harmless name; it reads what the command is going
 * to read. Files that are not text, and text of UTF-16 without a byte order mark, are found by neither.
 *
 * @param folder - real path
 */
export async function mayReadSecrets(
  folder: string,
  reads: "whole" | "narrowed",
  { workspace, backend, isSecret }: TreeLook,
): Promise<boolean> {
  const search = backend?.search;
  const isSecretName = workspace?.isSecretName;
  if (search === undefined || isSecretName === undefined) return true;
  const signal = AbortSignal.timeout(MAX_LOOK_MS);
  const isRead = (path: string) => reads === "whole" || NARROWED_NAMES.test(path);
  const scope = { path: folder, signal, onUnreadable() {} };
  const scopes =
    reads === "narrowed"
      ? // Whole folders that are ignored stay left out; the largest of them is not walked through.
        [
          { ...scope, hidden: true },
          { ...scope, hidden: true, ignored: true, globs: ["!**/node_modules"] },
        ]
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
  for (let place = folder; path !== undefined; place = path.dirname(place)) {
    const found = await backend?.files.resolve(path.join(place, ".git"));
    if (found?.stat !== undefined) return true;
    if (path.dirname(place) === place) return false;
  }
  return false;
}
