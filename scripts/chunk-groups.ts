/** A file of a build, as far as its imports matter. */
export interface BuiltFile {
  /** Number of characters. */
  readonly size: number;
  /** The files that it imports before it runs. */
  readonly imports: readonly string[];
}

/** Characters below which a group is joined with a larger one: loading a file takes as long as compiling about 20,000 characters. */
const MIN_GROUP_SIZE = 20_000;

/**
 * Divides the files that some entry points load into groups, each of which becomes one file. Returns the name of the group of each file.
 *
 * Files that the same entry points load form a group, so none of them loads what only another one needs. A small group is joined with the nearest
 * group that further entry points load. A file that no entry point loads is in no group.
 *
 * The files of some entry points can be kept apart: none of their groups is joined with a group that none of them loads, for example because that
 * one imports what their platform lacks.
 *
 * Groups never import each other in a circle: a file imports only files that the same entry points load, whose groups are later in the order of
 * `byEntries`, and a joined group moves to the first of them.
 *
 * @param entries entry points that must load little, each a list of files that count as one
 * @param apart names of the entry points whose files are kept apart
 */
export function chunkGroups(
  files: ReadonlyMap<string, BuiltFile>,
  entries: Readonly<Record<string, readonly string[]>>,
  apart: readonly string[] = [],
): ReadonlyMap<string, string> {
  const groupOf = new Map<string, string>();
  const closures = Object.entries(entries).map(([name, roots]) => [name, loadedBy(roots, files)] as const);
  for (const file of files.keys()) {
    const names = closures.flatMap(([name, loaded]) => (loaded.has(file) ? [name] : []));
    if (names.length > 0) groupOf.set(file, names.join("-"));
  }
  const sizes = new Map<string, number>();
  for (const [file, group] of groupOf)
    sizes.set(group, (sizes.get(group) ?? 0) + (files.get(file)?.size ?? 0));
  for (const [group] of [...sizes].sort(([, a], [, b]) => a - b)) {
    if ((sizes.get(group) ?? 0) >= MIN_GROUP_SIZE) continue;
    const [target] = [...sizes.keys()]
      .filter((other) => isIncluded(group, other) && isApart(group, apart) === isApart(other, apart))
      .sort(byEntries);
    if (target === undefined) continue;
    for (const [file, own] of groupOf) if (own === group) groupOf.set(file, target);
    sizes.set(target, (sizes.get(target) ?? 0) + (sizes.get(group) ?? 0));
    sizes.delete(group);
  }
  return groupOf;
}

/** Orders groups by the number of entry points that load them. */
function byEntries(one: string, other: string): number {
  return one.split("-").length - other.split("-").length || (one < other ? -1 : 1);
}

function isApart(group: string, apart: readonly string[]): boolean {
  return group.split("-").some((name) => apart.includes(name));
}

/** Returns whether the entry points of one group are a part of those of another group. */
function isIncluded(group: string, other: string): boolean {
  const all = new Set(other.split("-"));
  return group !== other && group.split("-").every((name) => all.has(name));
}

/** Returns the files that are loaded with some files. */
function loadedBy(roots: readonly string[], files: ReadonlyMap<string, BuiltFile>): ReadonlySet<string> {
  const loaded = new Set<string>();
  const waiting = [...roots];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    waiting.push(...(files.get(file)?.imports ?? []));
  }
  return loaded;
}
