import { rememberLatest } from "./remember-latest.js";
import { isShortName, mayBeShortNameOf } from "./short-name.js";

/**
 * A pattern of a list of sensitive names: consecutive path segments anywhere in a path, with `*` for any sequence of
 * characters within a segment. `.git/hooks/` with a trailing slash covers the folder and everything below it; without
 * one, the last segment must be the last of the path.
 */
export type NamePattern = string;

interface CompiledPattern {
  readonly segments: readonly string[];
  readonly coversBelow: boolean;
  /** Whether short names match as well. */
  readonly shortNames: boolean;
}

// Characters that some file systems drop or ignore in a name: `.g\u200cit` would otherwise not be recognised.
const IGNORABLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

// Characters that most names consist of and that folding does not change.
const FOLDED = /^[a-z0-9_.-]*[a-z0-9_-]$/;

/**
 * Folds a segment into the form in which names are compared, as the most permissive file system would read it.
 *
 * Case, compatibility forms, ignorable characters, trailing dots and spaces, and an alternate stream (`name:stream`)
 * are ignored: on macOS and Windows, other spellings would bypass a list of exact names.
 */
export function foldSegment(segment: string): string {
  if (FOLDED.test(segment)) return segment;
  const withoutStream = segment.indexOf(":") > 0 ? segment.slice(0, segment.indexOf(":")) : segment;
  return withoutStream
    .normalize("NFKC")
    .replace(IGNORABLE, "")
    .toLowerCase()
    .replace(/(?<![. ])[. ]+$/, "");
}

/** Parts of a pattern that never match a name, with the form to use instead. */
const USELESS_PARTS: readonly (readonly [part: RegExp, remedy: string])[] = [
  [/(?:^|\/)\*\*(?:\/|$)/, "a name matches in every folder: leave out **"],
  [/(?:^|\/)\.{1,2}(?:\/|$)/, "use names without . and .."],
  [/^~/, "a name matches in every folder: leave out ~"],
  [/\\/, "separate names with /"],
];

/**
 * Checks patterns of a host: one that matches nothing would leave its files unprotected.
 *
 * @throws TypeError that names the option, the pattern and the remedy
 */
export function requireNamePatterns(option: string, patterns: unknown): void {
  const isTexts =
    Array.isArray(patterns) && patterns.every((each) => typeof each === "string" && each !== "");
  if (!isTexts) throw new TypeError(`${option} must be a list of names such as ".env" or "secrets/".`);
  for (const pattern of patterns as readonly string[]) {
    const useless = USELESS_PARTS.find(([part]) => part.test(pattern));
    if (useless !== undefined)
      throw new TypeError(
        `${option}: the pattern ${JSON.stringify(pattern)} matches nothing; ${useless[1]}.`,
      );
  }
}

/** Options of a list of patterns. */
export interface NamePatternOptions {
  /** Whether a short name such as `GITHUB~1` matches a pattern for the name that it may stand for. Default true. */
  readonly shortNames?: boolean;
}

/** Returns a test on absolute paths of any platform for a list, which is compiled at the first path. */
export function compileNamePatterns(
  patterns: readonly NamePattern[],
  options?: NamePatternOptions,
): (path: string) => boolean {
  // A copy: the host may change its list.
  const given = [...patterns];
  let isCovered: ((path: string) => boolean) | undefined;
  return (path) => {
    isCovered ??= testOf(given, options);
    return isCovered(path);
  };
}

function testOf(
  patterns: readonly NamePattern[],
  { shortNames = true }: NamePatternOptions = {},
): (path: string) => boolean {
  const compiled = patterns.map((pattern) => ({ ...compile(pattern), shortNames }));
  // Each pattern is compared with paths that end with its last name. A path below a folder that is covered is covered as well, and
  // the answers about folders are shared by all their files.
  const all = new PatternIndex(compiled, ({ segments }) => segments.at(-1));
  const covering = new PatternIndex(
    compiled.filter(({ coversBelow }) => coversBelow),
    ({ segments }) => segments.at(-1),
  );
  const coversFolder = rememberLatest((folder) => {
    const names = foldedSegments(folder);
    return names.some((_name, index) => endsAsOneOf(covering, names, index + 1));
  });
  return rememberLatest((path) => {
    const names = foldedSegments(path);
    if (endsAsOneOf(all, names, names.length)) return true;
    const folder = folderOf(path);
    return folder !== "" && coversFolder(folder);
  });
}

/** Returns whether one of the patterns ends with the last of the first names of a path. */
function endsAsOneOf(index: PatternIndex<CompiledPattern>, path: readonly string[], count: number): boolean {
  return index
    .under(path[count - 1] ?? "")
    .some((pattern) => matchesAt(pattern, path, count - pattern.segments.length));
}

/** Returns a path without its last name and the separators before it; empty if it has only one name. */
function folderOf(path: string): string {
  let end = path.length;
  while (end > 0 && !isSeparator(path[end - 1])) end -= 1;
  while (end > 0 && isSeparator(path[end - 1])) end -= 1;
  return path.slice(0, end);
}

function isSeparator(character: string | undefined): boolean {
  return character === "/" || character === "\\";
}

/** The beginning of a pattern that continues below a folder. */
interface PatternStart extends CompiledPattern {
  readonly answer: string;
}

/**
 * Compiles a list into a function that returns the patterns that apply inside a folder: they continue below a folder of
 * this name (`.git/config` for `.git`), or cover everything below a folder that it is or is in. For the list, two
 * folders with equal results are equal, whatever they contain.
 */
export function compileFolderReach(
  patterns: readonly NamePattern[],
): (folder: string) => ReadonlySet<string> {
  const compiled = patterns.map((pattern, index) => ({ ...compile(pattern), answer: `${index} whole` }));
  const whole = new PatternIndex(
    compiled.filter(({ coversBelow }) => coversBelow),
    ({ segments }) => segments[0],
  );
  const starts = new PatternIndex(
    compiled.flatMap(({ segments }, index) =>
      segments.slice(1).map(
        (_name, before): PatternStart => ({
          segments: segments.slice(0, before + 1),
          coversBelow: false,
          shortNames: true,
          answer: `${index} from ${before + 1}`,
        }),
      ),
    ),
    ({ segments }) => segments.at(-1),
  );
  return (folder) => {
    const path = foldedSegments(folder);
    const reaching = new Set<string>();
    for (const [index, name] of path.entries()) {
      for (const pattern of whole.under(name)) {
        if (matchesAt(pattern, path, index)) reaching.add(pattern.answer);
      }
    }
    for (const start of starts.under(path.at(-1) ?? "")) {
      if (matchesSomewhere(start, path)) reaching.add(start.answer);
    }
    return reaching;
  };
}

/**
 * Compiles a list into a test for folders below which one of its patterns continues: `.github` for
 * `.github/workflows/`.
 */
export function compileLeadingFolders(patterns: readonly NamePattern[]): (folder: string) => boolean {
  const starts = patterns.flatMap((pattern) => {
    const { segments } = compile(pattern);
    return segments.slice(1).map((_name, before) => segments.slice(0, before + 1).join("/"));
  });
  return compileNamePatterns([...new Set(starts)]);
}

/**
 * Index of patterns by one of their names, so that a path is compared with the few patterns that may match instead of
 * hundreds.
 */
class PatternIndex<Pattern extends CompiledPattern> {
  readonly #byName = new Map<string, Pattern[]>();
  /** Patterns whose name contains `*`, by the last character of the name, or by the first one if that is `*`. */
  readonly #byLast = new Map<string, Pattern[]>();
  readonly #byFirst = new Map<string, Pattern[]>();
  readonly #anywhere: Pattern[] = [];
  readonly #all: readonly Pattern[];

  constructor(patterns: readonly Pattern[], nameOf: (pattern: Pattern) => string | undefined) {
    this.#all = patterns;
    for (const pattern of patterns) {
      const name = nameOf(pattern) ?? "";
      if (!name.includes("*")) add(this.#byName, name, pattern);
      else if (!name.endsWith("*")) add(this.#byLast, lastUnit(name), pattern);
      else if (!name.startsWith("*")) add(this.#byFirst, firstUnit(name), pattern);
      else this.#anywhere.push(pattern);
    }
  }

  under(name: string): readonly Pattern[] {
    // Such names are rare, so that comparing them with the whole list costs nothing.
    if (isShortName(name)) return this.#all;
    return [
      ...(this.#byName.get(name) ?? []),
      ...(this.#byLast.get(lastUnit(name)) ?? []),
      ...(this.#byFirst.get(firstUnit(name)) ?? []),
      ...this.#anywhere,
    ];
  }
}

function add<Pattern>(index: Map<string, Pattern[]>, key: string, pattern: Pattern): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [pattern]);
  else known.push(pattern);
}

function firstUnit(name: string): string {
  return name.slice(0, 1);
}

function lastUnit(name: string): string {
  return name.slice(-1);
}

let lastFolded: { readonly path: string; readonly segments: readonly string[] } = {
  path: "",
  segments: [""],
};

/** Lists are checked one after the other for the same path, so the last result is kept. */
function foldedSegments(path: string): readonly string[] {
  if (lastFolded.path !== path) lastFolded = { path, segments: path.split(/[\\/]+/).map(foldSegment) };
  return lastFolded.segments;
}

function compile(pattern: NamePattern): CompiledPattern {
  const segments = pattern.split("/").map((segment) => segment.normalize("NFKC").toLowerCase());
  const coversBelow = segments.at(-1) === "";
  return { segments: coversBelow ? segments.slice(0, -1) : segments, coversBelow, shortNames: true };
}

function matchesSomewhere(pattern: CompiledPattern, path: readonly string[]): boolean {
  const last = path.length - pattern.segments.length;
  for (let start = pattern.coversBelow ? 0 : Math.max(last, 0); start <= last; start += 1) {
    if (matchesAt(pattern, path, start)) return true;
  }
  return false;
}

function matchesAt(
  { segments, shortNames }: CompiledPattern,
  path: readonly string[],
  start: number,
): boolean {
  return (
    start >= 0 &&
    start + segments.length <= path.length &&
    segments.every((segment, index) => {
      const name = path[start + index] ?? "";
      return matchesSegment(segment, name) || (shortNames && mayBeShortNameOf(name, segment));
    })
  );
}

/** Matches `*` as any sequence of characters, in time bounded by the product of the lengths. */
function matchesSegment(pattern: string, name: string): boolean {
  let inPattern = 0;
  let inName = 0;
  let star = -1;
  let resumeAt = 0;
  while (inName < name.length) {
    if (pattern[inPattern] === "*") {
      star = inPattern;
      inPattern += 1;
      resumeAt = inName;
    } else if (pattern[inPattern] === name[inName]) {
      inPattern += 1;
      inName += 1;
    } else if (star >= 0) {
      resumeAt += 1;
      inName = resumeAt;
      inPattern = star + 1;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === "*") inPattern += 1;
  return inPattern === pattern.length;
}
