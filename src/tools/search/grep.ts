import { type TextMatch, type ToolContext, ToolError } from "../../contract/index.js";
import { startOfText } from "../../text/index.js";
import { secretSearchExclusions } from "../../workspace/index.js";
import type { Operation } from "../operation.js";
import { pathFrom } from "../paths/index.js";
import { visibleText } from "../visible-text.js";
import { type CollectOptions, CountCollector, FileCollector, LineCollector } from "./grep-collect.js";
import {
  DEFAULT_GREP_LIMITS,
  DEFAULT_GREP_WORDING,
  type GrepInput,
  type GrepLimits,
  type GrepWording,
  requireUsableInput,
  startPath,
} from "./grep-input.js";
import type { GrepFile, GrepMatch, GrepOutput } from "./grep-output.js";
import { globBase, searchLocation } from "./search-location.js";
import { createSearchRemarks } from "./search-remarks.js";
import { watchSearch } from "./search-watch.js";

/** State shared by all modes. */
interface GrepRun {
  readonly options: CollectOptions;
  readonly context: ToolContext;
  readonly watch: (found: () => number) => ReturnType<typeof watchSearch>;
  readonly shownPath: (path: string) => string;
  readonly limits: GrepLimits;
}

type Found = Omit<GrepOutput, "mode" | "unreadable" | "remarks" | "limits">;

/**
 * Finds lines of text in files, except secret files and those that `.gitignore` excludes. Ignores case by default.
 *
 * The search streams and ends as soon as the limits are reached, or with the matches so far when it times out. It
 * reports progress each second. Errors: `invalid-input` for invalid input, `invalid-pattern` with the remedy,
 * `not-found`, and the errors of the workspace.
 */
export const grepOperation: Operation<GrepInput, GrepOutput> = {
  kind: "search",
  annotations: { readOnlyHint: true },
  executionProfile: {
    resourceKeys: (input, { cwd }) => [
      { key: `directory:${startPath(input) ?? cwd}`, mode: "read", scope: "subtree" },
    ],
  },
  facts: (input, { cwd }) => ({ paths: [{ path: startPath(input) ?? cwd, access: "read" }] }),
  async run(input, context) {
    const wording = { ...DEFAULT_GREP_WORDING, ...input.wording };
    const limits = { ...DEFAULT_GREP_LIMITS, ...input.limits };
    requireUsableInput(input, wording);
    const globs = globsOf(input, wording);
    const { path } = await searchLocation(startPath(input) ?? context.cwd, context);
    const { path: cwd } = await context.files.locate(context.cwd);
    const shownPath = (file: string) => visibleText(pathFrom(cwd, file));
    const unreadable = new Set<string>();
    const remarks = createSearchRemarks();
    let found: () => number = () => 0;
    const watch = watchSearch(context, {
      maxDurationMs: limits.maxDurationMs,
      progress: () => ({ message: `Searching: ${found()} found so far`, completed: found() }),
    });
    const { mode = "content", pattern, literal = false, caseSensitive = false } = input;
    const options: CollectOptions = {
      search: context.search,
      input,
      limits,
      isExcluded: (file) => context.files.isExcluded(file),
      request: {
        path,
        pattern,
        literal,
        caseSensitive,
        globs: [...globs, ...secretSearchExclusions()],
        signal: watch.signal,
        ...remarks.scope,
        onUnreadable: (file) => unreadable.add(shownPath(file)),
        order:
          input.offset === undefined ? (input.order ?? "any") : input.order === "newest" ? "newest" : "path",
        types: input.types,
        ...(input.multiline !== undefined && { multiline: input.multiline }),
        hidden: input.hidden,
        ignored: input.ignored,
        ...(mode === "content" && {
          ...(input.onlyMatching === true && { onlyMatching: true }),
          linesBefore: input.linesBefore ?? 0,
          linesAfter: input.linesAfter ?? 0,
        }),
      },
    };
    const run: GrepRun = {
      options,
      context,
      watch: (count) => {
        found = count;
        return watch;
      },
      shownPath,
      limits,
    };
    try {
      const result = await MODES[mode](run);
      return {
        ...result,
        mode,
        unreadable: [...unreadable].sort(),
        remarks: remarks.list(result.stopped),
        limits,
      };
    } catch (error) {
      throw explained(error, input, wording);
    }
  },
};

const MODES: Readonly<Record<NonNullable<GrepInput["mode"]>, (run: GrepRun) => Promise<Found>>> = {
  content: findLines,
  files_with_matches: findFiles,
  count: countMatches,
};

async function findLines({ options, watch, shownPath, limits }: GrepRun): Promise<Found> {
  const collector = new LineCollector(options);
  const hasResults = () => collector.lines.length > 0;
  const stopped = await watch(() => collector.matches).run(() => collector.collect(), hasResults);
  const all = isSorted(options) ? collector.lines : collector.lines.sort(byPathAndLine);
  const lines = page(all, options.input);
  return {
    matches: lines.map((line) => shownLine(line, shownPath(line.path), limits)),
    files: filesOf([...new Set(lines.map(({ path }) => path))], shownPath),
    total: lines.filter(({ kind, continues }) => kind === "match" && continues !== true).length,
    totalFiles: new Set(lines.map(({ path }) => path)).size,
    more: stopped !== undefined,
    ...(stopped !== undefined && { stopped }),
    truncatedFiles: collector.truncatedFiles.sort().map(shownPath),
  };
}

async function findFiles({ options, watch, shownPath }: GrepRun): Promise<Found> {
  const collector = new FileCollector(options);
  const hasResults = () => collector.files.length > 0;
  const stopped = await watch(() => collector.files.length).run(() => collector.collect(), hasResults);
  const files = page(isSorted(options) ? collector.files : collector.files.sort(), options.input);
  return {
    matches: [],
    files: filesOf(files, shownPath),
    total: files.length,
    totalFiles: files.length,
    more: stopped !== undefined,
    ...(stopped !== undefined && { stopped }),
    truncatedFiles: [],
  };
}

async function countMatches({ options, watch, shownPath, limits }: GrepRun): Promise<Found> {
  const collector = new CountCollector(options);
  const hasResults = () => collector.counts.length > 0;
  const stopped = await watch(() => collector.counts.length).run(() => collector.collect(), hasResults);
  const { counts } = collector;
  if (!isSorted(options)) counts.sort((one, other) => (one.path < other.path ? -1 : 1));
  const { offset = 0, limit = limits.maxFiles } = options.input;
  const end = offset + Math.min(limit, limits.maxFiles);
  return {
    matches: [],
    files: counts.slice(offset, end).map(({ path, count }) => ({ path, shownPath: shownPath(path), count })),
    total: counts.reduce((sum, { count }) => sum + count, 0),
    totalFiles: counts.length,
    more: stopped !== undefined || counts.length > end,
    ...(stopped !== undefined && { stopped }),
    truncatedFiles: [],
  };
}

/** Returns whether the search returns the files in an order that must be kept. */
function isSorted({ request }: CollectOptions): boolean {
  return request.order !== "any";
}

function page<Item>(items: readonly Item[], { offset = 0, limit = Number.POSITIVE_INFINITY }: GrepInput) {
  return items.slice(offset, offset + limit);
}

function filesOf(paths: readonly string[], shownPath: (path: string) => string): GrepFile[] {
  return paths.map((path) => ({ path, shownPath: shownPath(path) }));
}

function shownLine(line: TextMatch, shownPath: string, { maxLineLength }: GrepLimits): GrepMatch {
  const text = startOfText(line.text, maxLineLength);
  return {
    kind: line.kind,
    path: line.path,
    shownPath,
    line: line.line,
    text: visibleText(text),
    truncated: text.length < line.text.length,
  };
}

/** Returns the globs of the search, relative to the folder where it starts. */
function globsOf({ path, glob, exclude = [] }: GrepInput, wording: GrepWording): string[] {
  const globs: string[] = [];
  for (const each of [...(glob === undefined ? [] : [glob]), ...exclude.map((excluded) => `!${excluded}`)]) {
    const { folder, glob: rest } = globBase(each.replace(/^!/, ""));
    if (folder !== undefined && (path !== undefined || each.startsWith("!"))) {
      throw new ToolError(
        `${wording.glob} '${each}' must be relative to ${wording.path}: it selects the files to search there.`,
        { code: "invalid-input" },
      );
    }
    globs.push(anyFolder(each.startsWith("!") ? `!${rest}` : rest));
  }
  return globs;
}

/** Makes a name without a slash apply in every folder, as ripgrep's own `--glob` does and models expect. */
function anyFolder(glob: string): string {
  const negated = glob.startsWith("!");
  const plain = negated ? glob.slice(1) : glob;
  return plain.includes("/") ? glob : `${negated ? "!" : ""}**/${plain}`;
}

/** Adds to an error about the pattern how to search literally; an error about the glob has its own remedy. */
function explained(error: unknown, { literal = false, glob }: GrepInput, wording: GrepWording): unknown {
  if (!ToolError.isInstance(error) || error.code !== "invalid-pattern" || literal) return error;
  if (glob !== undefined && error.message.startsWith("The glob")) return error;
  return new ToolError(
    `${error.message}\nIf you meant to search for a literal string, search again with ${wording.literal}.`,
    { code: error.code, cause: error },
  );
}

function byPathAndLine(a: TextMatch, b: TextMatch): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}
