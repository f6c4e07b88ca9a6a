import type { FileSystem, Search, SearchScope, TextMatch, TextSearch } from "../../contract/index.js";
import { IGNORE_FILE_NAMES, type TreeSearch, treeSearch } from "../memory/index.js";
import type { OverlayDirectory } from "./overlay-node.js";
import type { OverlayTree } from "./overlay-tree.js";

/** Names whose change affects which files a search of the base excludes. */
const RULE_NAMES: readonly string[] = [...IGNORE_FILE_NAMES];

/** The sides that carry out a search. */
type SearchPlan =
  | { readonly by: "base" }
  | { readonly by: "both"; readonly directory: OverlayDirectory }
  | { readonly by: "overlay" };

/**
 * Creates a search that combines the base's results with the overlay's changes: changed, moved and deleted
 * files are dropped from the results of the base, and changed and moved files are searched in memory.
 *
 * If ignore files were changed, or the searched folder itself was moved, the base cannot answer, and
 * everything is searched in memory. That is slower, and the limits of {@link treeSearch} then apply to all
 * files. A pattern must be valid for both.
 */
export function overlaySearch(tree: OverlayTree, files: FileSystem, baseSearch: Search | undefined): Search {
  const overlay = treeSearch(files);
  if (baseSearch === undefined) return overlay;
  const search = { tree, files, base: baseSearch, overlay };
  return {
    files: (scope) => searchFiles(search, scope),
    text: (request) => searchText(search, request),
  };
}

interface MergedSearch {
  readonly tree: OverlayTree;
  readonly files: FileSystem;
  readonly base: Search;
  readonly overlay: TreeSearch;
}

async function* searchFiles(
  search: MergedSearch,
  scope: SearchScope,
): AsyncGenerator<string, void, undefined> {
  const plan = await planSearch(search, scope);
  if (plan.by !== "both") {
    yield* search[plan.by].files(scope);
    return;
  }
  yield* search.overlay.files(scope, selectionOf(search, plan.directory));
  for await (const path of search.base.files(scope)) {
    if (!isCovered(search, plan.directory, search.files.path.relative(scope.path, path))) yield path;
  }
}

async function* searchText(
  search: MergedSearch,
  request: TextSearch,
): AsyncGenerator<TextMatch, void, undefined> {
  const plan = await planSearch(search, request);
  if (plan.by !== "both") {
    yield* search[plan.by].text(request);
    return;
  }
  yield* search.overlay.text(request, selectionOf(search, plan.directory));
  let lastPath: string | undefined;
  let covered = false;
  for await (const match of search.base.text(request)) {
    if (match.path !== lastPath) {
      lastPath = match.path;
      covered = isCovered(search, plan.directory, search.files.path.relative(request.path, match.path));
    }
    if (!covered) yield match;
  }
}

async function planSearch(
  { tree, files }: MergedSearch,
  { path: searchPath, order = "any" }: SearchScope,
): Promise<SearchPlan> {
  if (!tree.isChanged) return { by: "base" };
  const found = await tree.follow(searchPath);
  // The overlay reports a missing path, or one that contains a symlink.
  if (found.type === "missing" || found.path !== searchPath) return { by: "overlay" };
  if (found.type === "leaf") {
    const parent = await tree.follow(files.path.dirname(found.path));
    const isOfBase =
      parent.type === "directory" &&
      parent.directory.base === files.path.dirname(found.path) &&
      tree.entryOf(parent.directory, files.path.basename(found.path))?.node.pinned !== true;
    return isOfBase ? { by: "base" } : { by: "overlay" };
  }
  const { directory } = found;
  // The results of two ordered searches cannot be merged.
  if (order !== "any" || directory.base !== searchPath || tree.roots.some((root) => changesRules(root)))
    return { by: "overlay" };
  return { by: "both", directory };
}

/**
 * Returns whether ignore files of the base were changed. Ignore files in folders that are not the base's are
 * always read in memory.
 */
function changesRules(directory: OverlayDirectory): boolean {
  for (const { name, node } of directory.entries.values()) {
    if (!node.pinned) continue;
    if (RULE_NAMES.includes(name)) return true;
    if (node.type === "directory" && node.base !== undefined && changesRules(node)) return true;
  }
  return false;
}

/** Returns whether the overlay has another entry, or none, in place of a file of the base. */
function isCovered(search: MergedSearch, start: OverlayDirectory, relativePath: string): boolean {
  return standingOf(search, start, relativePath) !== "of-base";
}

/** Selects the changed entries and their parent folders, which the base does not search. */
function selectionOf(search: MergedSearch, start: OverlayDirectory): (relativePath: string) => boolean {
  return (relativePath) => standingOf(search, start, relativePath) !== "of-base";
}

/**
 * Returns the state of a path below a folder of the base: unchanged (`of-base`), a folder of the base with
 * changes in it (`partly`), or the overlay's own.
 */
function standingOf(
  { tree, files }: MergedSearch,
  start: OverlayDirectory,
  relativePath: string,
): "of-base" | "partly" | "own" {
  let directory = start;
  // Results of the base have its separator, a walk has `/`.
  const names = relativePath.split(files.path.sep === "\\" ? /[\\/]/ : "/");
  for (const name of names) {
    const node = tree.entryOf(directory, name)?.node;
    if (node?.pinned !== true) return "of-base";
    const isSameFolder =
      node.type === "directory" &&
      directory.base !== undefined &&
      node.base !== undefined &&
      tree.isSameName(node.base, files.path.join(directory.base, name));
    if (!isSameFolder) return "own";
    directory = node;
  }
  return "partly";
}
