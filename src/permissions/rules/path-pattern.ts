import { compilePathGlob, type PathGlob, pathSegments } from "./path-glob.js";
import type { JudgedPath, PermissionPlace } from "./rule-set.js";

const WINDOWS_PATH = /^(?:[A-Za-z]:|\\\\)/;

/** The path condition of a rule, compiled for one {@link PermissionPlace}. */
export interface PathPattern {
  /** For allow rules: matches only the real path. */
  readonly allows: (path: JudgedPath) => boolean;
  /** For deny and ask rules: matches the real path, the path as written, and a deleted folder that contains a match. */
  readonly restricts: (path: JudgedPath) => boolean;
  /** For deny and ask rules: whether something below the folder may match. */
  readonly mayRestrictBelow: (path: JudgedPath) => boolean;
  /** Whether the rule names a sensitive path knowingly, not only through a wide wildcard. */
  readonly namesKnowingly: (path: JudgedPath) => boolean;
}

/**
 * Compiles the path condition of a rule. A relative pattern starts at the working directory, `~/` at the home folder.
 *
 * A relative pattern that starts with `**` restricts in any folder, but allows only below the working directory.
 */
export function preparePathPattern(pattern: string, place: PermissionPlace): PathPattern {
  const fold = folding(place);
  const slashed = toSlashes(pattern, place);
  const glob = anchored(slashed, place, fold);
  const anywhere = slashed.startsWith("**") ? compilePathGlob(fold(slashed), []) : undefined;
  const real = (path: JudgedPath) => pathSegments(fold(toSlashes(path.path, place)));
  const spellingsOf = (path: JudgedPath) => [
    real(path),
    pathSegments(fold(absolute(toSlashes(path.requested, place), place))),
  ];
  return {
    allows: (path) => {
      if (glob === undefined) return false;
      // Permission to delete the content of a folder does not include deleting the folder.
      return path.access === "delete" ? glob.matchesInside(real(path)) : glob.matches(real(path));
    },
    restricts: (path) =>
      spellingsOf(path).some(
        (segments) =>
          glob?.matches(segments) ||
          anywhere?.matches(segments) ||
          (path.access === "delete" && glob?.reachesBelow(segments)),
      ),
    mayRestrictBelow: (path) =>
      spellingsOf(path).some(
        (segments) => glob?.mayMatchBelow(segments) || anywhere?.mayMatchBelow(segments),
      ),
    namesKnowingly: (path) => glob?.namesKnowingly(real(path)) ?? false,
  };
}

/** Returns a pattern that matches exactly one absolute path. */
export function exactPathPattern(path: string): string {
  const escaped = path.replace(/[*?[{]/g, "[$&]");
  // If a backslash separates names, it cannot be part of one.
  return WINDOWS_PATH.test(path) ? escaped.replaceAll("\\", "/") : escaped.replaceAll("\\", "\\\\");
}

function anchored(
  pattern: string,
  place: PermissionPlace,
  fold: (text: string) => string,
): PathGlob | undefined {
  const segmentsOf = (path: string) => pathSegments(fold(toSlashes(path, place)));
  if (isAbsolute(pattern, place)) return compilePathGlob(fold(pattern), []);
  if (pattern === "~" || pattern.startsWith("~/")) {
    return place.homeDirectory === undefined
      ? undefined
      : compilePathGlob(fold(pattern.slice(2)), segmentsOf(place.homeDirectory));
  }
  return compilePathGlob(fold(pattern), segmentsOf(place.cwd));
}

function absolute(path: string, place: PermissionPlace): string {
  if (isAbsolute(path, place)) return path;
  if (path.startsWith("~/") && place.homeDirectory !== undefined) {
    return `${toSlashes(place.homeDirectory, place)}/${path.slice(2)}`;
  }
  return `${toSlashes(place.cwd, place)}/${path}`;
}

function isAbsolute(path: string, place: PermissionPlace): boolean {
  return path.startsWith("/") || (place.separator === "\\" && /^[A-Za-z]:\//.test(path));
}

function toSlashes(path: string, place: PermissionPlace): string {
  return place.separator === "\\" ? path.replaceAll("\\", "/") : path;
}

// On a case-insensitive volume, the encoding of an accent does not matter either.
function folding(place: PermissionPlace): (text: string) => string {
  return place.caseSensitive === false ? (text) => text.normalize("NFC").toLowerCase() : (text) => text;
}
