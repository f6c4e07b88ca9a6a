import {
  type DirectoryEntry,
  type DirectoryHandle,
  type FileSystem,
  type SearchScope,
  ToolError,
} from "../../../contract/index.js";
import { sortInSteps } from "../../../values/index.js";
import { fileTypeFilter, pathFilter } from "../../glob/index.js";
import { IgnoreRules } from "./ignore-rules.js";
import { type Pace, STEPS_PER_FILE } from "./pace.js";

/** A file that a search found. */
export interface FoundFile {
  /** Directory of the file, open until the walk continues. */
  readonly directory: DirectoryHandle;
  readonly name: string;
  /** Relative to the searched folder, with `/` between names. */
  readonly relativePath: string;
}

/** Decides by its path whether an entry is walked; `relativePath` as in {@link FoundFile}. */
export type EntrySelection = (relativePath: string) => boolean;

/** Never searched. */
const REPOSITORY_NAME = ".git";

/** Errors that skip an entry: it changed after the listing, is not accessible, or is too large. */
const PASSED_OVER = new Set([
  "file-too-large",
  "not-found",
  "not-a-directory",
  "not-a-file",
  "special-file",
  "access-denied",
  "changed-since-approval",
]);

/** Errors about an entry whose content is missing from the results. */
const UNREADABLE = new Set(["access-denied", "file-too-large"]);

/** Options of a walk. */
interface WalkOptions {
  readonly selects?: EntrySelection | undefined;
  /** Passes over the files, so that only the links are reported. */
  readonly linksOnly?: boolean;
}

interface OpenFolder {
  readonly directory: DirectoryHandle;
  /** Relative path with a trailing `/`; empty for the top. */
  readonly prefix: string;
  readonly rules: IgnoreRules | undefined;
  readonly entries: readonly DirectoryEntry[];
  next: number;
}

/**
 * Walks the files of a search, folder by folder, ordered by name, and reports skipped links to `onSkipped`. Throws
 * `invalid-pattern` for an invalid glob.
 */
export async function* walkFiles(
  files: FileSystem,
  scope: SearchScope,
  pace: Pace,
  { selects = () => true, linksOnly = false }: WalkOptions = {},
): AsyncGenerator<FoundFile, void, undefined> {
  const hidden = scope.hidden === true;
  const filter = pathFilter(scope.globs ?? [], { hidden });
  const isOfType = fileTypeFilter(scope.types);
  const stack: OpenFolder[] = [];
  const enter = async (
    directory: DirectoryHandle,
    prefix: string,
    rulesFor: (listed: readonly DirectoryEntry[]) => Promise<IgnoreRules | undefined>,
  ) => {
    try {
      const listed = await directory.list();
      const walked = linksOnly ? listed.filter(({ type }) => type !== "file") : listed;
      if (walked.length === 0) return await directory.close();
      const rules = await rulesFor(listed);
      stack.push({ directory, prefix, rules, entries: await sortInSteps(walked, byName), next: 0 });
    } catch (error) {
      await directory.close();
      throw error;
    }
  };
  try {
    const rules = scope.ignored === true ? undefined : await IgnoreRules.from(files, scope.path, pace);
    await enter(await files.openDirectory(scope.path), "", async () => rules);
    for (let folder = stack.at(-1); folder !== undefined; folder = stack.at(-1)) {
      const entry = folder.entries[folder.next];
      folder.next += 1;
      if (entry === undefined) {
        stack.pop();
        await folder.directory.close();
        continue;
      }
      const { name, type } = entry;
      const isDirectory = type === "directory";
      const isLink = type === "symlink" && scope.onSkipped !== undefined;
      if (name === REPOSITORY_NAME || !(isDirectory || isLink || (type === "file" && !linksOnly))) continue;
      const relativePath = folder.prefix + name;
      if (!selects(relativePath)) continue;
      await pace.spend(STEPS_PER_FILE);
      const verdict = (await folder.rules?.verdict(name, { isDirectory })) ?? "none";
      if (verdict === "ignore") continue;
      // As in ripgrep, a rule that includes a hidden name overrides the exclusion of hidden files.
      if (name.startsWith(".") && !filter.reachesHidden && verdict !== "include") continue;
      if (isLink) {
        const isSelected = filter.accepts(relativePath) && isOfType(name);
        await reportLink(files, scope, relativePath, { isSelected });
        continue;
      }
      if (!isDirectory) {
        if (filter.accepts(relativePath) && isOfType(name))
          yield { directory: folder.directory, name, relativePath };
        continue;
      }
      try {
        const directory = await folder.directory.openDirectory(name);
        const above = folder.rules;
        await enter(directory, `${relativePath}/`, async (listed) =>
          above?.below(directory, { name, listed }),
        );
      } catch (error) {
        if (!isPassedOver(error)) throw error;
        reportUnreadable(scope, files.path.join(scope.path, relativePath), error);
      }
    }
  } finally {
    for (const { directory } of stack) await directory.close();
  }
}

/** Returns whether an error means that one entry is skipped, not that the search failed. */
export function isPassedOver(error: unknown): boolean {
  return ToolError.isInstance(error) && PASSED_OVER.has(error.code);
}

/**
 * Reports unreadable entries to `onUnreadable`; entries that are gone or are no longer files are not missing
 * from the results.
 */
export function reportUnreadable(scope: SearchScope, path: string, error: unknown): void {
  if (ToolError.isInstance(error) && UNREADABLE.has(error.code)) scope.onUnreadable?.(path);
}

/**
 * Reports a link whose target lies outside the searched folder: a folder, or a file if the globs and types select the
 * link. A target inside is searched under its own name.
 */
async function reportLink(
  files: FileSystem,
  scope: SearchScope,
  relativePath: string,
  { isSelected }: { readonly isSelected: boolean },
): Promise<void> {
  const path = files.path.join(scope.path, relativePath);
  const target = await files.resolve(path).catch(() => undefined);
  const type = target?.stat?.type;
  if (target === undefined || !(type === "directory" || (type === "file" && isSelected))) return;
  if (!isWithin(files, scope.path, target.path)) scope.onSkipped?.({ kind: "link", path });
}

/** Returns whether a path is a folder or lies below it. */
function isWithin({ path }: FileSystem, folder: string, inner: string): boolean {
  const relative = path.relative(folder, inner);
  return !(relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}

function byName(left: DirectoryEntry, right: DirectoryEntry): number {
  return left.name < right.name ? -1 : 1;
}
