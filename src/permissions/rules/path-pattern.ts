import { foldLetterCase, pathFolding } from "../../values/index.js";
import { compilePathGlob, type PathGlob, pathSegments } from "./path-glob.js";
import type { JudgedPath, PathBase } from "./rule-set.js";

const WINDOWS_PATH = /^(?:[A-Za-z]:|\\\\)/;

/** The path condition of a rule, compiled for one {@link PathBase}. */
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
export function preparePathPattern(pattern: string, base: PathBase): PathPattern {
  // A volume that ignores letter case ignores how an accent is encoded too.
  const fold = pathFolding({ caseSensitive: base.caseSensitive !== false });
  // A rule for `straße` denies both names that a volume may or may not keep apart, and allows one.
  const allowFold = base.caseSensitive === false ? foldLetterCase : fold;
  const slashed = toSlashes(pattern, base);
  const glob = anchored(slashed, base, fold);
  const allowed = allowFold === fold ? glob : anchored(slashed, base, allowFold);
  const anywhere = slashed.startsWith("**") ? compilePathGlob(fold(slashed), []) : undefined;
  const real = (path: JudgedPath, folded = fold) => pathSegments(folded(toSlashes(path.path, base)));
  const spellingsOf = (path: JudgedPath) => [
    real(path),
    pathSegments(fold(absolute(toSlashes(path.requested, base), base))),
  ];
  return {
    allows: (path) => {
      if (allowed === undefined) return false;
      const segments = real(path, allowFold);
      // Permission to delete the content of a folder does not include deleting the folder.
      return path.access === "delete" ? allowed.matchesInside(segments) : allowed.matches(segments);
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
    namesKnowingly: (path) => allowed?.namesKnowingly(real(path, allowFold)) ?? false,
  };
}

/** Returns a pattern that matches exactly one absolute path. */
export function exactPathPattern(path: string): string {
  const escaped = path.replace(/[*?[{]/g, "[$&]");
  // If a backslash separates names, it cannot be part of one.
  return WINDOWS_PATH.test(path) ? escaped.replaceAll("\\", "/") : escaped.replaceAll("\\", "\\\\");
}

function anchored(pattern: string, base: PathBase, fold: (text: string) => string): PathGlob | undefined {
  const segmentsOf = (path: string) => pathSegments(fold(toSlashes(path, base)));
  if (isAbsolute(pattern, base)) return compilePathGlob(fold(pattern), []);
  if (pattern === "~" || pattern.startsWith("~/")) {
    return base.homeDirectory === undefined
      ? undefined
      : compilePathGlob(fold(pattern.slice(2)), segmentsOf(base.homeDirectory));
  }
  return compilePathGlob(fold(pattern), segmentsOf(base.cwd));
}

function absolute(path: string, base: PathBase): string {
  if (isAbsolute(path, base)) return path;
  if (path.startsWith("~/") && base.homeDirectory !== undefined) {
    return `${toSlashes(base.homeDirectory, base)}/${path.slice(2)}`;
  }
  return `${toSlashes(base.cwd, base)}/${path}`;
}

function isAbsolute(path: string, base: PathBase): boolean {
  return path.startsWith("/") || (base.separator === "\\" && /^[A-Za-z]:\//.test(path));
}

function toSlashes(path: string, base: PathBase): string {
  return base.separator === "\\" ? path.replaceAll("\\", "/") : path;
}
