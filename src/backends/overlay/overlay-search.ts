import type { FileSystem, Search, SearchScope, TextMatch, TextSearch } from "../../contract/index.js";
import { IGNORE_FILE_NAMES, type TreeSearch, treeSearch } from "../memory/index.js";
import type { OverlayDirectory } from "./overlay-node.js";
import type { OverlayTree } from "./overlay-tree.js";

/** Names whose change alters what a search of the base leaves out. */
const RULE_NAMES: readonly string[] = [...IGNORE_FILE_NAMES];

/** Where a search starts, and by whom it can be done. */
type SearchPlan =
  | { readonly by: "base" }
  | { readonly by: "both"; readonly directory: OverlayDirectory }
  | { readonly by: "overlay" };

/**
 * Searches the base and puts the overlay's changes over the results: what was changed, moved or deleted is dropped from
 * them, and what was changed or moved is searched in memory.
 *
 * When ignore files were changed, or the searched folder itself is not where the base has it, the base cannot answer, and
 * everything is searched in memory. That is slower, and what {@link treeSearch} says about its limits then holds for all.
 * A pattern must be one that both can read.
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
  // What is missing, or reached through a symlink, the overlay refuses in its own words.
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
  // Two searches in an order of their own do not make one.
  if (order !== "any" || directory.base !== searchPath || tree.roots.some((root) => changesRules(root)))
    return { by: "overlay" };
  return { by: "both", directory };
}

/** Whether ignore files of the base were changed. Those of folders that are not the base's are read in memory anyway. */
function changesRules(directory: OverlayDirectory): boolean {
  for (const { name, node } of directory.entries.values()) {
    if (!node.pinned) continue;
    if (RULE_NAMES.includes(name)) return true;
    if (node.type === "directory" && node.base !== undefined && changesRules(node)) return true;
  }
  return false;
}

/** Whether the overlay has something else, or nothing, where the base has a file. */
function isCovered(search: MergedSearch, start: OverlayDirectory, relativePath: string): boolean {
  return standingOf(search, start, relativePath) !== "of-base";
}

/** Selects what the base does not answer for: all that was changed, and the folders on the way there. */
function selectionOf(search: MergedSearch, start: OverlayDirectory): (relativePath: string) => boolean {
  return (relativePath) => standingOf(search, start, relativePath) !== "of-base";
}

/**
 * Whether a place below a folder of the base is as the base has it (`of-base`), a folder of the base with changes in it
 * (`partly`), or the overlay's own.
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
