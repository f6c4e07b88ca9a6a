/** Code points above this one take two code units of a string. */
const LAST_SINGLE_UNIT = 0xffff;

/** A token of a pattern for a single name. */
type Token =
  | { readonly type: "star" }
  | { readonly type: "any" }
  | { readonly type: "character"; readonly code: number }
  | {
      readonly type: "class";
      readonly negated: boolean;
      /** Code points; both ends are included. */
      readonly ranges: readonly (readonly [from: number, to: number])[];
    };

/** A pattern for one name in a path. */
export interface NameGlob {
  readonly matches: (name: string) => boolean;
  /** The name, if the pattern stands for exactly one. */
  readonly literal?: string;
}

/** Returns the end of the `[...]` that opens at an index, or `undefined` if it is not closed. */
export function classEnd(pattern: string, open: number): number | undefined {
  return readClass(pattern, open)?.end;
}

/** Compiles `*`, `?`, `[a-z]`, `[!a]` and `\` before a literal character. A character is a code point. */
export function compileNameGlob(pattern: string): NameGlob {
  const tokens = tokenize(pattern);
  let literal: string | undefined = "";
  for (const token of tokens) {
    literal =
      literal === undefined || token.type !== "character"
        ? undefined
        : literal + String.fromCodePoint(token.code);
  }
  if (literal !== undefined) return { matches: (name) => name === literal, literal };
  return { matches: (name) => matchTokens(tokens, name) };
}

function tokenize(pattern: string): Token[] {
  const tokens: Token[] = [];
  let hasClasses = true;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = characterAt(pattern, index);
    if (character === "*") {
      if (tokens.at(-1)?.type !== "star") tokens.push({ type: "star" });
    } else if (character === "?") tokens.push({ type: "any" });
    else if (character === "\\" && index + 1 < pattern.length) {
      const escaped = characterAt(pattern, index + 1);
      index += escaped.length;
      tokens.push({ type: "character", code: codeOf(escaped) });
    } else {
      const set = character === "[" && hasClasses ? readClass(pattern, index) : undefined;
      if (set === undefined) {
        // If one bracket is not closed, none after it is, so they are not each followed to the end.
        if (character === "[") hasClasses = false;
        tokens.push({ type: "character", code: codeOf(character) });
        index += character.length - 1;
      } else {
        tokens.push(set.token);
        index = set.end;
      }
    }
  }
  return tokens;
}

/** Reads `[...]`; returns `undefined` if it is not closed, in which case the bracket is literal. */
function readClass(pattern: string, open: number): { token: Token; end: number } | undefined {
  let index = open + 1;
  const negated = pattern[index] === "!" || pattern[index] === "^";
  if (negated) index += 1;
  const ranges: (readonly [number, number])[] = [];
  for (let first = true; index < pattern.length; first = false) {
    if (pattern[index] === "]" && !first) return { token: { type: "class", negated, ranges }, end: index };
    if (pattern[index] === "\\" && index + 1 < pattern.length) index += 1;
    const from = characterAt(pattern, index);
    index += from.length;
    const isRange = pattern[index] === "-" && index + 1 < pattern.length && pattern[index + 1] !== "]";
    const to = isRange ? characterAt(pattern, index + 1) : from;
    ranges.push([codeOf(from), codeOf(to)]);
    if (isRange) index += 1 + to.length;
  }
  return undefined;
}

/** Returns the character at an index, including both halves of one that takes two code units. */
function characterAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

// Backtracks only to the last star, which is enough: time is at most pattern times name.
function matchTokens(tokens: readonly Token[], name: string): boolean {
  let token = 0;
  let index = 0;
  let starToken = -1;
  let starIndex = 0;
  while (index < name.length) {
    const current = tokens[token];
    const code = name.codePointAt(index) ?? 0;
    if (current?.type === "star") {
      starToken = token;
      starIndex = index;
      token += 1;
    } else if (current !== undefined && matchCharacter(current, code)) {
      token += 1;
      index += unitsOf(code);
    } else if (starToken !== -1) {
      starIndex += unitsOf(name.codePointAt(starIndex) ?? 0);
      index = starIndex;
      token = starToken + 1;
    } else return false;
  }
  while (tokens[token]?.type === "star") token += 1;
  return token === tokens.length;
}

function matchCharacter(token: Token, code: number): boolean {
  if (token.type === "character") return token.code === code;
  if (token.type === "class") {
    return token.ranges.some(([from, to]) => code >= from && code <= to) !== token.negated;
  }
  return true;
}

/** Returns the number of code units of a character in a string. */
function unitsOf(code: number): number {
  return code > LAST_SINGLE_UNIT ? 2 : 1;
}
