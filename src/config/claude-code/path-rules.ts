import type { Verdict } from "../../contract/index.js";
import { literalPath } from "../policy/index.js";

/** The folders at which path rules start. */
export interface RuleFolders {
  /** The working directory. */
  readonly directory: string;
  readonly home: string;
  /** The folder of a rule that starts with one slash: the project, or `~/.claude` for the settings of the user. */
  readonly root: string;
}

/**
 * Translates the specifier of a path rule of Claude Code, which follows gitignore: `//absolute`, `~/home`, `/project`,
 * `relative`, or a name at any depth. Returns `undefined` for a rule that matches nothing.
 *
 * A deny or ask rule also covers everything below a folder that it names, and a relative pattern for one folder (`src/**`)
 * at any depth.
 */
export function pathOfRule(
  specifier: string,
  verdict: Verdict,
  { directory, home, root }: RuleFolders,
): string | undefined {
  const text = specifier.trim();
  if (text === "" || text.startsWith("!") || text.startsWith("#")) return undefined;
  const isDeep = verdict !== "allow" || text.endsWith("/");
  const pattern = escaped(text.replace(/\/$/, ""));
  const spread = (path: string) => (isDeep ? withContents(path) : path);
  const below = (base: string, rest: string) => spread(`${literalPath(base)}/${rest}`);
  if (pattern === "" || pattern === "/") return "/**";
  if (pattern.startsWith("//")) return spread(pattern.slice(1));
  if (pattern.startsWith("~/")) return below(home, pattern.slice(2));
  if (pattern.startsWith("/")) return below(root, pattern.slice(1));
  if (pattern.startsWith("../")) return below(directory, pattern);
  const relative = pattern.replace(/^\.\//, "");
  const isAnchored = verdict === "allow" && text.endsWith("/");
  const isNamed = !relative.includes("/") && relative === pattern && !isAnchored;
  if (isNamed || (verdict !== "allow" && /^[^/]+\/\*\*$/.test(relative) && !relative.startsWith("**")))
    return below(directory, `**/${relative}`);
  return below(directory, relative);
}

/** Braces are literal in gitignore. */
function escaped(pattern: string): string {
  return pattern.replaceAll("{", "[{]");
}

/** Returns a pattern for a folder that also matches everything in it. */
function withContents(pattern: string): string {
  return pattern.endsWith("/**") || pattern === "**" ? pattern : `${pattern}/**`;
}
