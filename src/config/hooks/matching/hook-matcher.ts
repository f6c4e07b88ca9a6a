import { type TextMatcher, wildcard } from "../../../text/index.js";

/** A matcher of tool names. */
export interface HookMatcher {
  /** Returns whether one of the names of a tool matches. */
  readonly matches: (names: readonly string[]) => boolean;
  /** Whether the matcher is a regular expression that is not evaluated, so that it matches every tool. */
  readonly isWidened: boolean;
}

/** How a program compares a matcher: names exactly and all else as an expression, or everything as an expression. */
export type MatcherStyle = "claude-code" | "codex" | "gemini-cli";

/** The matcher of every tool. */
export const EVERY: HookMatcher = { matches: () => true, isWidened: false };

/** Matchers that are names, and the separators of several, in the programs that compare names exactly. */
const NAMES: Readonly<Record<MatcherStyle, readonly [RegExp, RegExp] | undefined>> = {
  "claude-code": [/^[\w\- ,|]*$/, /[|,]/],
  codex: [/^[\w|]*$/, /\|/],
  "gemini-cli": undefined,
};

/** Most alternatives of an expression. */
const MAX_ALTERNATIVES = 64;

/**
 * Reads a matcher: `*` or an empty text for every tool, names, or a regular expression that matches anywhere in a name. Of
 * expressions, `^`, `$`, `.*`, `|` and one level of groups without quantifiers are evaluated.
 *
 * Other regular expressions match every tool: a hook may run too often, but never too rarely.
 */
export function hookMatcher(text: string, style: MatcherStyle = "claude-code"): HookMatcher {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "*") return EVERY;
  const [names, separator] = NAMES[style] ?? [];
  if (names?.test(trimmed)) {
    const listed = new Set(trimmed.split(separator as RegExp).map((each) => each.trim()));
    return { matches: (tools) => tools.some((tool) => listed.has(tool)), isWidened: false };
  }
  const patterns = alternativesOf(trimmed)?.map(patternOf);
  if (patterns === undefined || patterns.includes(undefined)) return { ...EVERY, isWidened: true };
  return {
    matches: (tools) => tools.some((tool) => (patterns as TextMatcher[]).some((match) => match(tool))),
    isWidened: false,
  };
}

/** Returns the alternatives of an expression with its groups multiplied out; `undefined` for nested groups and too many. */
function alternativesOf(text: string): readonly string[] | undefined {
  const found: string[] = [];
  for (const parts of splitOutside(text) ?? [undefined]) {
    if (parts === undefined) return undefined;
    let starts: readonly string[] = [""];
    for (const part of parts) {
      starts = starts.flatMap((start) => part.map((each) => start + each));
      if (starts.length > MAX_ALTERNATIVES) return undefined;
    }
    found.push(...starts);
  }
  return found.length > MAX_ALTERNATIVES ? undefined : found;
}

/** Splits an expression at each `|` outside groups, and each alternative into texts and the choices of groups. */
function splitOutside(text: string): readonly (readonly (readonly string[])[])[] | undefined {
  const alternatives: (readonly string[])[][] = [[]];
  let plain = "";
  const last = () => alternatives.at(-1) as (readonly string[])[];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as string;
    if (character === "(") {
      const end = text.indexOf(")", index);
      const group = text.slice(index + 1, end).replace(/^\?:/, "");
      if (end === -1 || /[()?^$\\]/.test(group) || /[*+?{]/.test(text[end + 1] ?? "")) return undefined;
      last().push([plain], group.split("|"));
      plain = "";
      index = end;
    } else if (character === "|") {
      last().push([plain]);
      plain = "";
      alternatives.push([]);
    } else plain += character;
  }
  last().push([plain]);
  return alternatives;
}

/** Returns a matcher for an expression without groups and alternatives; `undefined` for one that is not evaluated. */
function patternOf(text: string): TextMatcher | undefined {
  const isStart = text.startsWith("^");
  const isEnd = text.endsWith("$");
  const body = text.slice(isStart ? 1 : 0, isEnd ? -1 : undefined).replaceAll(".*", "*");
  const literal = body.replaceAll(/\\([.-])/g, "");
  // A star that was not `.*` is a quantifier.
  if (!/^[\w\-: *]*$/.test(literal) || countOf(body, "*") !== countOf(text, ".*")) return undefined;
  const pattern = body.replaceAll(/\\([.-])/g, "$1");
  return wildcard(`${isStart ? "" : "*"}${pattern}${isEnd ? "" : "*"}`);
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}
