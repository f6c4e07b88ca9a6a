// `**/`, then at least two names of plain characters.
const PLAIN_PATH = /^\*\*\/([\w.@+~ -]+(?:\/[\w.@+~ -]+)+)$/;

/**
 * Reads a glob for a path of plain names in any folder, such as `.config/gcloud` after `**`; returns `undefined` for any other glob.
 * Such globs exclude the secrets of programs. They are matched by string comparison, many times as fast as by an automaton.
 */
export function plainPathOf(glob: string): string | undefined {
  const path = PLAIN_PATH.exec(glob)?.[1];
  return path === undefined || path.split("/").some((name) => name === "." || name === "..")
    ? undefined
    : path;
}

/** Returns a test that decides whether a path, or a folder above it, ends with any of the plain paths. */
export function anyPlainPathMatcher(plainPaths: readonly string[]): (path: string) => boolean {
  const byFirstName = new Map<string, string[]>();
  for (const plainPath of plainPaths) {
    const first = plainPath.slice(0, plainPath.indexOf("/"));
    byFirstName.set(first, [...(byFirstName.get(first) ?? []), plainPath]);
  }
  return (path) => {
    // The first name is never the last one of the path.
    for (let start = 0, slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", start)) {
      const candidates = byFirstName.get(path.slice(start, slash));
      if (candidates?.some((plainPath) => startsAt(path, start, plainPath))) return true;
      start = slash + 1;
    }
    return false;
  };
}

/** Returns whether the names of a plain path stand in a path from a position on. */
function startsAt(path: string, start: number, plainPath: string): boolean {
  const end = start + plainPath.length;
  return path.startsWith(plainPath, start) && (end === path.length || path[end] === "/");
}
