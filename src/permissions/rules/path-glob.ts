import { expandBraces } from "./expand-braces.js";
import { compileNameGlob, type NameGlob } from "./name-glob.js";

/** A compiled path pattern. Paths are passed as segments, case-folded like the pattern. */
export interface PathGlob {
  readonly matches: (path: readonly string[]) => boolean;
  /** Like `matches`, but `src/**` matches only the content of `src`, not `src`. */
  readonly matchesInside: (path: readonly string[]) => boolean;
  /** Whether the literal start of the pattern leads to something below the path. */
  readonly reachesBelow: (path: readonly string[]) => boolean;
  /** Whether anything below the path may match, judged by names alone. */
  readonly mayMatchBelow: (path: readonly string[]) => boolean;
  /**
   * Whether the pattern names a sensitive path knowingly: without any wildcard, or with a literal hidden name before
   * its wildcards and none matched by them (`.github/workflows/**`, but not `**` or `src/**`).
   */
  readonly namesKnowingly: (path: readonly string[]) => boolean;
}

const ANY_DEPTH = "any-depth";
const ANY_NAME: NameGlob = compileNameGlob("*");

type Segment = typeof ANY_DEPTH | NameGlob;

/** A compiled pattern without braces. The first `baseLength` segments are not part of the written pattern. */
interface Alternative {
  readonly segments: readonly Segment[];
  readonly baseLength: number;
  /** The number of literal segments at the start. */
  readonly literalLength: number;
}

/** Splits a path into its names; empty ones and `.` are omitted, `..` removes the one before it. */
export function pathSegments(path: string): string[] {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

/**
 * Compiles a glob: `*` and `?` within a name (even a hidden one), `**` for any depth, `[a-z]`, `[!a]`, `{a,b}`, `\` before
 * a literal character, a final `/` for everything below. The pattern is relative to `base`, which is literal.
 *
 * A match takes time proportional to path times pattern, so no pattern is slow. Throws a `RangeError` for braces that
 * stand for more than 100 patterns.
 */
export function compilePathGlob(pattern: string, base: readonly string[]): PathGlob {
  const alternatives = expandBraces(pattern).map((alternative) => compileAlternative(alternative, base));
  return {
    matches: (path) => alternatives.some(({ segments }) => matchSegments(segments, path)),
    matchesInside: (path) => alternatives.some(({ segments }) => matchSegments(insideOf(segments), path)),
    reachesBelow: (path) =>
      alternatives.some(
        ({ segments, literalLength }) =>
          path.length < segments.length && path.length <= literalLength && startsWith(segments, path),
      ),
    mayMatchBelow: (path) => alternatives.some(({ segments }) => mayMatchBelow(segments, path)),
    namesKnowingly: (path) =>
      alternatives.some(
        (alternative) => matchSegments(alternative.segments, path) && isKnowing(alternative, path),
      ),
  };
}

function compileAlternative(pattern: string, base: readonly string[]): Alternative {
  const segments: Segment[] = base.map((name) => literalName(name));
  const names = pattern.split("/");
  for (const [index, name] of names.entries()) {
    if (name === "**") {
      if (segments.at(-1) !== ANY_DEPTH) segments.push(ANY_DEPTH);
    } else if (name === "..") segments.pop();
    else if (name !== "" && name !== ".") segments.push(compileNameGlob(name));
    else if (name === "" && index > 0 && index === names.length - 1) segments.push(ANY_DEPTH);
  }
  let literalLength = 0;
  while (isLiteral(segments[literalLength])) literalLength += 1;
  return { segments, baseLength: Math.min(base.length, segments.length), literalLength };
}

function literalName(name: string): NameGlob {
  return { matches: (other) => other === name, literal: name };
}

function isLiteral(segment: Segment | undefined): boolean {
  return segment !== undefined && segment !== ANY_DEPTH && segment.literal !== undefined;
}

function insideOf(segments: readonly Segment[]): readonly Segment[] {
  return segments.at(-1) === ANY_DEPTH ? [...segments, ANY_NAME] : segments;
}

function startsWith(segments: readonly Segment[], path: readonly string[]): boolean {
  return path.every((name, index) => {
    const segment = segments[index];
    return segment !== undefined && segment !== ANY_DEPTH && segment.matches(name);
  });
}

function isKnowing({ segments, baseLength, literalLength }: Alternative, path: readonly string[]): boolean {
  if (literalLength === segments.length) return true;
  const hidden = (name: string) => name.startsWith(".");
  return path.slice(baseLength, literalLength).some(hidden) && !path.slice(literalLength).some(hidden);
}

// Backtracks only to the last `**`, which is enough: time is at most pattern times path.
function matchSegments(segments: readonly Segment[], path: readonly string[]): boolean {
  let segment = 0;
  let index = 0;
  let depthSegment = -1;
  let depthIndex = 0;
  while (index < path.length) {
    const current = segments[segment];
    if (current === ANY_DEPTH) {
      depthSegment = segment;
      depthIndex = index;
      segment += 1;
    } else if (current?.matches(path[index] as string)) {
      segment += 1;
      index += 1;
    } else if (depthSegment !== -1) {
      depthIndex += 1;
      index = depthIndex;
      segment = depthSegment + 1;
    } else return false;
  }
  while (segments[segment] === ANY_DEPTH) segment += 1;
  return segment === segments.length;
}

/** Returns whether any match of the path leaves a part of the pattern unmatched. Time is path times pattern. */
function mayMatchBelow(segments: readonly Segment[], path: readonly string[]): boolean {
  let positions = new Set([0]);
  for (const name of path) {
    const next = new Set<number>();
    for (const position of withDepths(segments, positions)) {
      const segment = segments[position];
      if (segment === ANY_DEPTH) next.add(position);
      else if (segment?.matches(name)) next.add(position + 1);
    }
    positions = next;
  }
  return [...positions].some((position) => position < segments.length);
}

/** Adds to positions in a pattern those after a `**` that matches nothing. */
function withDepths(segments: readonly Segment[], positions: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(positions);
  // The loop also visits positions added during the iteration.
  for (const position of all) if (segments[position] === ANY_DEPTH) all.add(position + 1);
  return all;
}
