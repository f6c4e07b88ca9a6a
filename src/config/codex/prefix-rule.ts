import type { Verdict } from "../../contract/index.js";
import { type OwnerRules, type RuleConditions, type RulePosition, translated } from "../policy/index.js";

/** The paths of a program by its name, as `host_executable` states them. */
export type Executables = ReadonlyMap<string, ReadonlySet<string>>;

/** Most command patterns of one rule; every combination of its alternatives is one. */
const MAX_PATTERNS = 200;

/** Words that the permission engine compares exactly as written. */
export const PLAIN_WORD = /^[\w./:=@%+,-]+$/;

/** A rule for commands that start with certain words. */
export interface PrefixRule {
  /** The alternatives of each word. */
  readonly pattern: readonly (readonly string[])[];
  readonly verdict: Verdict;
  readonly executables: Executables;
}

/** Adds a rule for commands that start with certain words. */
export function addPrefix(
  { pattern, verdict, executables }: PrefixRule,
  rules: OwnerRules,
  position: RulePosition,
): void {
  const add = (conditions: readonly RuleConditions[], stricter?: string) =>
    rules.add(
      verdict,
      translated(conditions, stricter === undefined ? undefined : "stricter", stricter),
      position,
    );
  const combined = combinations(pattern);
  if (combined === undefined) {
    if (verdict === "allow") add([], "It has too many alternatives, so it allows nothing.");
    else add([{ command: "*" }], "It has too many alternatives, so it applies to every command.");
    return;
  }
  if (verdict !== "allow") {
    add(combined.map((each) => commandOf(each.map((word) => word.replace(/[^\w./:=@%+,-]+/g, "*")))));
    return;
  }
  if (!combined.flat().every((word) => PLAIN_WORD.test(word))) {
    add([], "It contains words that cannot be expressed, so it allows nothing.");
    return;
  }
  const withPaths = combined.flatMap(([program = "", ...rest]) =>
    [...(executables.get(program) ?? [])].slice(0, MAX_PATTERNS).map((path) => [path, ...rest]),
  );
  if (combined.length + withPaths.length <= MAX_PATTERNS) add([...combined, ...withPaths].map(commandOf));
  else add(combined.map(commandOf), "Its programs have too many paths, so it allows only their names.");
}

function commandOf(words: readonly string[]): RuleConditions {
  return { command: `${words.join(" ")} *` };
}

function combinations(words: readonly (readonly string[])[]): readonly (readonly string[])[] | undefined {
  let found: readonly (readonly string[])[] = [[]];
  for (const alternatives of words) {
    if (found.length * alternatives.length > MAX_PATTERNS) return undefined;
    found = found.flatMap((start) => alternatives.map((word) => [...start, word]));
  }
  return found;
}
