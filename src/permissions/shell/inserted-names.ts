import type { CommandArgument, WordPart } from "unbash";
import { ANY_TEXT } from "../../text/index.js";
import type { CommandPath } from "../commands/index.js";
import { literalPart } from "./shell-word.js";

/** Patterns that the alternatives of one word may stand for; further ones are replaced by {@link ANY_TEXT}. */
const MAX_ALTERNATIVES = 32;

/**
 * Returns the names that a shell may insert for a word with a pattern or alternatives (`.en[v]`, `{.env,a}`), as patterns of paths that
 * count only if a secret file matches. Returns none for a word without them, and for one that is only known at run time (`$X*`).
 *
 * The patterns match at least the names that bash inserts: a bracket stands for any text here.
 */
export function insertedNames(argument: CommandArgument): readonly CommandPath[] {
  if (argument.type === "Assignment") return [];
  const { parts } = argument;
  if (parts === undefined || !parts.some(isPatternPart)) return [];
  let patterns: readonly string[] = [""];
  for (const part of parts) {
    const literal = literalPart(part);
    const inserted = literal === undefined ? alternativesOf(part) : [literal];
    if (inserted === undefined) return [];
    const isTooMany = patterns.length * inserted.length > MAX_ALTERNATIVES;
    const texts = isTooMany ? [ANY_TEXT] : inserted;
    patterns = patterns.flatMap((pattern) => texts.map((text) => pattern + text));
  }
  return patterns.map((path) => ({ path, access: "read", role: "mention", value: true, pattern: true }));
}

function isPatternPart({ type }: WordPart): boolean {
  return type === "Glob" || type === "ExtendedGlob" || type === "BraceExpansion";
}

/** Returns the texts that a part may stand for, with `*` and {@link ANY_TEXT} as wildcards; `undefined` if only the shell knows them. */
function alternativesOf(part: WordPart): readonly string[] | undefined {
  if (part.type === "Glob") return ["*"];
  if (part.type === "ExtendedGlob") return [ANY_TEXT];
  if (part.type !== "BraceExpansion") return undefined;
  const inner = part.text.slice(1, -1);
  // Nested braces, patterns, expansions and sequences.
  if (/[{}[$`]|\.\./.test(inner)) return [ANY_TEXT];
  return inner.split(",").map((text) => text.replace(/["'\\]/g, ""));
}
