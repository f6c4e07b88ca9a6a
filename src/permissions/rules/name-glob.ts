/** Code points above this take two code units of a string. */
const LAST_SINGLE_UNIT = 0xffff;

/** One piece of a pattern for a single name. */
type Token =
  | { readonly type: "star" }
  | { readonly type: "any" }
  | { readonly type: "character"; readonly code: number }
  | {
      readonly type: "class";
      readonly negated: boolean;
      /** Code points, both ends included. */
      readonly ranges: readonly (readonly [from: number, to: number])[];
    };

/** A pattern for one name in a path. */
export interface NameGlob {
  readonly matches: (name: string) => boolean;
  /** The name, when the pattern stands for just one. */
  readonly literal?: string;
}

/** Where the `[...]` that opens at an index ends; `undefined` when it is not closed. */
export function classEnd(pattern: string, open: number): number | undefined {
  return readClass(pattern, open)?.end;
}

/** Compiles `*`, `?`, `[a-z]`, `[!a]` and `\` before a character for itself. A character is a code point. */
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
        // Where one bracket is not closed, none behind it is: they must not each be followed to the end.
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

/** Reads `[...]`; `undefined` when it is not closed, and then the bracket stands for itself. */
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

/** The character at an index: both halves of one that takes two code units. */
function characterAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

// Goes back to the last star only, which is enough: time is at most pattern times name.
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

/** Code units of a string that a character takes. */
function unitsOf(code: number): number {
  return code > LAST_SINGLE_UNIT ? 2 : 1;
}
