import { ToolError } from "../../../contract/index.js";
import { compileGlob, type GlobMatcher } from "../../glob/index.js";
import type { Pace } from "./pace.js";

/** Verdict of ignore rules about a name: exclude it, include it regardless of other rules, or none. */
export type IgnoreVerdict = "ignore" | "include" | "none";

interface IgnoreRule {
  readonly matcher: GlobMatcher;
  readonly verdict: "ignore" | "include";
  readonly directoriesOnly: boolean;
}

/** The rules of one ignore file; the last matching rule decides. */
export interface IgnoreFile {
  /** @param path - relative to the folder of the ignore file, with `/` between names */
  verdict(path: string, entry: { readonly isDirectory: boolean }): Promise<IgnoreVerdict>;
}

/** Rules that are read or compared between two looks at the clock. */
const RULES_BETWEEN_PAUSES = 32;

/**
 * Parses an ignore file in the syntax of `.gitignore`: comments, `!`, a trailing `/` for directories only,
 * `/` at the start or inside to anchor, `*`, `?`, `**`, `[a-z]`, and `\`. As in ripgrep, `{a,b}` means
 * either. Skips lines that are not valid globs.
 */
export async function parseIgnoreFile(text: string, pace: Pick<Pace, "pause">): Promise<IgnoreFile> {
  const rules: IgnoreRule[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (index % RULES_BETWEEN_PAUSES === 0) await pace.pause();
    const rule = parseRule(line);
    if (rule !== undefined) rules.push(rule);
  }
  rules.reverse();
  return {
    async verdict(path, { isDirectory }) {
      for (const [index, rule] of rules.entries()) {
        if (index % RULES_BETWEEN_PAUSES === RULES_BETWEEN_PAUSES - 1) await pace.pause();
        if ((isDirectory || !rule.directoriesOnly) && rule.matcher.matches(path)) return rule.verdict;
      }
      return "none";
    },
  };
}

function parseRule(line: string): IgnoreRule | undefined {
  if (line.startsWith("#")) return undefined;
  let glob = withoutTrailingBlanks(line);
  const verdict = glob.startsWith("!") ? "include" : "ignore";
  if (verdict === "include") glob = glob.slice(1);
  if (glob.startsWith("\\#") || glob.startsWith("\\!")) glob = glob.slice(1);
  const directoriesOnly = glob.endsWith("/");
  if (directoriesOnly) glob = glob.slice(0, -1);
  if (glob === "") return undefined;
  const anchored = glob.includes("/");
  try {
    const matcher = compileGlob(anchored ? glob : `**/${glob}`, { hidden: "any" });
    return { matcher, verdict, directoriesOnly };
  } catch (error) {
    if (ToolError.isInstance(error)) return undefined;
    throw error;
  }
}

/** Removes trailing blanks, except one after a backslash. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " " && line[end - 2] !== "\\") end -= 1;
  return line.slice(0, end);
}
