import { type FileLocation, type FileSystem, ignoreRejection } from "../../contract/index.js";
import { ANY_TEXT } from "../../text/index.js";

/** Names that are compared with one pattern before the approver is asked. */
const MAX_NAMES = 10_000;

/** Files that a pattern may stand for before the approver is asked. */
const MAX_MATCHES = 200;

/** The wildcards, with {@link ANY_TEXT}. */
const WILDCARD = /[*?\uE002]/;
const WILDCARDS = /[*?\uE002]+/;

/** Dependencies of the expansion. */
export interface PatternDependencies {
  readonly files: FileSystem;
  /** Looks up a path below the folder in which the command runs. */
  readonly locate: (path: string) => Promise<FileLocation | undefined>;
  /** Returns whether a path that matches is of interest; others do not count towards the limit. Default: all are. */
  readonly keep?: ((path: string) => boolean) | undefined;
  /** The start of the pattern that is not part of the shell's word: the folder that a `cd` entered. Default: none. */
  readonly enteredFolder?: string | undefined;
}

/**
 * Returns the paths that a shell may put in the place of a pattern, and the pattern itself, which remains if nothing matches.
 * Returns `undefined` if there are too many, or if a name could be an option of the program.
 *
 * It returns at least the paths that bash finds: `?` stands for any text here, and so do `**` and {@link ANY_TEXT}.
 */
export async function expandPattern(
  pattern: string,
  { files, locate, keep = () => true, enteredFolder }: PatternDependencies,
): Promise<readonly string[] | undefined> {
  const [first = "", ...rest] = pattern.split("/");
  const wordStart = enteredFolder === undefined ? 0 : enteredFolder.split("/").length;
  let paths: string[] = [first];
  // Folders outside the roots, which a link may lead to, are judged instead of what is in them.
  const outside: string[] = [];
  let names = 0;
  const next = async (name: string, position: number) => {
    const isFirst = position === 0;
    const isLast = position === rest.length;
    if (!WILDCARD.test(name)) {
      paths = isFirst ? [name] : paths.map((path) => `${path}/${name}`);
      return true;
    }
    const found: string[] = [];
    for (const path of isFirst ? [""] : paths) {
      const folder = isFirst ? "." : path === "" ? "/" : path;
      const entries = await namesIn(folder, { files, locate });
      if (entries === undefined) outside.push(folder);
      for (const entry of entries ?? []) {
        names += 1;
        if (names > MAX_NAMES) return false;
        if (!isMatch(name, entry)) continue;
        if (position === wordStart && entry.startsWith("-")) return false;
        const matched = isFirst ? entry : `${path}/${entry}`;
        if (!isLast || keep(matched)) found.push(matched);
      }
    }
    paths = found;
    return paths.length + outside.length <= MAX_MATCHES;
  };
  for (const [position, name] of [first, ...rest].entries()) {
    if (!(await next(name, position))) return undefined;
  }
  return [...paths, ...outside, pattern];
}

/** Returns the names in a folder; `undefined` if it lies outside the roots or cannot be listed. */
async function namesIn(
  folder: string,
  { files, locate }: PatternDependencies,
): Promise<readonly string[] | undefined> {
  try {
    const location = await locate(folder);
    if (location?.insideRoots !== true) return undefined;
    if (location.stat?.type !== "directory") return [];
    const directory = await files.openDirectory(location.path);
    try {
      return (await directory.list()).map(({ name }) => name);
    } finally {
      await directory.close();
    }
  } catch (thrown) {
    // Its content is unknown, so that it is judged itself.
    ignoreRejection(thrown);
    return undefined;
  }
}

/** Returns whether a name contains the literal parts of a pattern in order. Hidden names match only a pattern that starts with a dot. */
function isMatch(pattern: string, name: string): boolean {
  if (name.startsWith(".") && !pattern.startsWith(".") && !pattern.startsWith(ANY_TEXT)) return false;
  const parts = pattern.split(WILDCARDS);
  const start = parts[0] ?? "";
  const end = parts.at(-1) ?? "";
  if (!name.startsWith(start) || !name.endsWith(end) || name.length < start.length + end.length) return false;
  const middle = name.slice(start.length, name.length - end.length);
  let at = 0;
  for (const part of parts.slice(1, -1)) {
    const found = middle.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}
