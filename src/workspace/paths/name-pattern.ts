/**
 * Lists of sensitive names are written in one notation: path segments that stand next to each other anywhere in a path,
 * `*` for any run of characters within a segment. `.git/hooks/` with a slash at the end covers the folder and all below
 * it; without one, the last segment must be the last of the path.
 */
export type NamePattern = string;

interface CompiledPattern {
  readonly segments: readonly string[];
  readonly coversBelow: boolean;
}

// Characters that some file systems drop or ignore in a name: they would let `.g\u200cit` pass for something else.
const IGNORABLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

// What most names are made of, and what folding leaves as it is.
const FOLDED = /^[a-z0-9_.-]*[a-z0-9_-]$/;

/**
 * Brings a segment into the form in which names are compared: as the laxest file system would read it.
 *
 * Case, compatibility forms, ignorable characters, trailing dots and blanks, and an alternate stream (`name:stream`) do
 * not count: a list that only knew the exact spelling would be dodged on macOS and Windows.
 */
export function foldSegment(segment: string): string {
  if (FOLDED.test(segment)) return segment;
  const withoutStream = segment.indexOf(":") > 0 ? segment.slice(0, segment.indexOf(":")) : segment;
  return withoutStream
    .normalize("NFKC")
    .replace(IGNORABLE, "")
    .toLowerCase()
    .replace(/[. ]+$/, "");
}

/** Paths whose answer a list remembers. One call asks about the same few paths again and again. */
const MAX_REMEMBERED_PATHS = 256;

/** Longer paths are not remembered, so that what is kept stays small. */
const MAX_REMEMBERED_LENGTH = 1_024;

/** Compiles a list into a test on absolute paths of any platform. */
export function compileNamePatterns(patterns: readonly NamePattern[]): (path: string) => boolean {
  const compiled = patterns.map(compile);
  const answers = new Map<string, boolean>();
  return (path) => {
    const known = answers.get(path);
    if (known !== undefined) return known;
    const segments = foldedSegments(path);
    const answer = compiled.some((pattern) => matchesSomewhere(pattern, segments));
    if (answers.size >= MAX_REMEMBERED_PATHS) answers.clear();
    if (path.length <= MAX_REMEMBERED_LENGTH) answers.set(path, answer);
    return answer;
  };
}

/**
 * Compiles a list into a function that tells which of its patterns reach into a folder: because they go on below a folder
 * of this name (`.git/config` for `.git`), or cover all below one that it is or lies in. Two folders with equal answers are
 * the same to the list, whatever is in them.
 */
export function compileFolderReach(
  patterns: readonly NamePattern[],
): (folder: string) => ReadonlySet<string> {
  const compiled = patterns.map(compile);
  return (folder) => {
    const path = foldedSegments(folder);
    const reaching = new Set<string>();
    for (const [index, pattern] of compiled.entries()) {
      const { segments } = pattern;
      if (pattern.coversBelow && matchesSomewhere(pattern, path)) reaching.add(`${index} whole`);
      for (let length = 1; length < segments.length && length <= path.length; length += 1) {
        const start = { segments: segments.slice(0, length), coversBelow: false };
        if (matchesSomewhere(start, path)) reaching.add(`${index} from ${length}`);
      }
    }
    return reaching;
  };
}

let lastFolded: { readonly path: string; readonly segments: readonly string[] } = {
  path: "",
  segments: [""],
};

/** A path is asked about with one list after the other, so the last answer is kept. */
function foldedSegments(path: string): readonly string[] {
  if (lastFolded.path !== path) lastFolded = { path, segments: path.split(/[\\/]+/).map(foldSegment) };
  return lastFolded.segments;
}

function compile(pattern: NamePattern): CompiledPattern {
  const segments = pattern.split("/").map((segment) => segment.normalize("NFKC").toLowerCase());
  const coversBelow = segments.at(-1) === "";
  return { segments: coversBelow ? segments.slice(0, -1) : segments, coversBelow };
}

function matchesSomewhere({ segments, coversBelow }: CompiledPattern, path: readonly string[]): boolean {
  const last = path.length - segments.length;
  for (let start = coversBelow ? 0 : Math.max(last, 0); start <= last; start += 1) {
    if (segments.every((segment, index) => matchesSegment(segment, path[start + index] ?? ""))) return true;
  }
  return false;
}

/** Matches `*` as any run of characters, in time bounded by the product of the lengths. */
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
