import { ToolError } from "../../../contract/index.js";

/** Paths that a listing omits because tools generate them (the OpenCode specification, IGNORE_PATTERNS). */
export const LIST_IGNORE_PATTERNS: readonly string[] = [
  "node_modules/",
  "__pycache__/",
  ".git/",
  "dist/",
  "build/",
  "target/",
  "vendor/",
  "bin/",
  "obj/",
  ".idea/",
  ".vscode/",
  ".zig-cache/",
  "zig-out",
  ".coverage",
  "coverage/",
  "tmp/",
  "temp/",
  ".cache/",
  "cache/",
  "logs/",
  ".venv/",
  "venv/",
  "env/",
];

/** Most patterns of one call. Each is compared with every name, and all of them become arguments of one command. */
const MAX_IGNORE_PATTERNS = 200;

/**
 * Most characters of all patterns together; Linux accepts 131,072 bytes in one argument, and a character has up to
 * three.
 */
const MAX_IGNORE_CHARACTERS = 32_768;

/** Throws `invalid-input` for more patterns than one call accepts. */
export function requireFewPatterns(patterns: readonly string[]): void {
  const characters = patterns.reduce((sum, pattern) => sum + pattern.length, 0);
  if (patterns.length <= MAX_IGNORE_PATTERNS && characters <= MAX_IGNORE_CHARACTERS) return;
  throw new ToolError(
    `ignore has ${patterns.length} patterns with ${characters} characters, but one call accepts at most ${MAX_IGNORE_PATTERNS} patterns with ${MAX_IGNORE_CHARACTERS} characters. Join patterns with wildcards, or list a folder further down.`,
    { code: "invalid-input" },
  );
}

/**
 * Converts a pattern of names to omit into a glob for `SearchScope.globs`, read as in `.gitignore`: without a slash, or
 * with one at the end only, it applies in every folder; otherwise it starts where the listing starts. An omitted folder
 * is omitted with everything below it.
 *
 * @throws ToolError `invalid-pattern` for an empty pattern, and for one that would include something again
 */
export function exclusionGlob(pattern: string): string {
  const named = pattern.replace(/^(?:\.\/|\/)+/, "").replace(/(?<!\/)\/+$/, "");
  if (named.trim() === "" || pattern.startsWith("!")) {
    throw new ToolError(
      `'${pattern}' cannot be ignored. Pass globs of what to leave out, without "!", for example "docs/" or "*.log".`,
      { code: "invalid-pattern" },
    );
  }
  const isAnchored = /^\.?\//.test(pattern) || named.includes("/");
  const glob = isAnchored ? named : `**/${named}`;
  return pattern.endsWith("/") ? `!${glob}/**` : `!${glob}`;
}
