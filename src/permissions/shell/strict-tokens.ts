import { MAX_COMMANDS } from "../commands/index.js";

/** A command list that every shell reads in the same way. */
export interface StrictList {
  /** The words of each simple command, without quotes. */
  readonly commands: readonly (readonly string[])[];
  /** The indices of the words of each command that the shell replaces by names of files. */
  readonly patterns: readonly ReadonlySet<number>[];
  /** The number of redirections to `/dev/null` or between standard output and error. */
  readonly redirections: number;
}

const BLANKS = /[ \t]+/y;
const BARE = /[A-Za-z0-9_\-./:=,@+%]+/y;
// `HEAD~1` and `HEAD^`: a shell does not interpret either character after a letter, except `~` in an assignment.
const REVISION_SIGN = /[~^]/y;
// `@{u}`, `stash@{0}` and `HEAD^{tree}`: braces without a comma and a sequence are literal.
const REVISION_BRACES = /\{[A-Za-z0-9-]+\}/y;
// Printable ASCII, and letters and digits of all scripts except those without a shape. One class without alternatives: two
// overlapping ones allow 2^n readings of an unclosed quote, and `grep "<40 letters>\|B" f` would never finish.
const NO_SHAPE = "\\u115f\\u1160\\u3164\\uffa0";
const SINGLE_QUOTED = new RegExp(`'(?:(?![${NO_SHAPE}])[\\x20-\\x26\\x28-\\x7e\\p{L}\\p{N}])*'`, "uy");
// All characters except `! " $ \` and the backquote, and a backslash with the character after it, except `\!`.
const DOUBLE_QUOTED = new RegExp(
  `"(?:(?![${NO_SHAPE}])[\\x20\\x23\\x25-\\x5b\\x5d-\\x5f\\x61-\\x7e\\p{L}\\p{N}]|\\\\[\\x20\\x22-\\x7e])*"`,
  "uy",
);
// POSIX, 2.2.3 Double-Quotes: before any other character the backslash remains, as in `grep "a\|b"`.
const ESCAPED_IN_QUOTES = /\\([$`"\\])/g;
// POSIX, 2.2.1 Escape Character. A line end after it would join two lines instead.
const ESCAPED = /\\[\x20-\x7e]/y;
// The program `[` and its last word: a bracket alone is not a pattern.
const OPENING_BRACKET = /\[(?=[ \t])/y;
const CLOSING_BRACKET = /\](?=[ \t\n;|&]|$)/y;
const PATTERN = /[*?]+/y;
const PATTERN_CHARACTERS = /[*?[\]\\]/;
/** A redirection that writes no file. */
export const REDIRECTION = /(?:(?:[12]?>>?|&>>?|<)[ \t]*\/dev\/null|1>&2|2>&1|>&2)(?=[ \t\n;|&]|$)/y;
/** A comment of only visible characters: a terminal could show a different text than the shell reads. */
export const COMMENT = new RegExp(`#(?:(?![${NO_SHAPE}])[\\x20-\\x7e\\p{L}\\p{N}])*(?=\\n|$)`, "uy");
/** An operator between commands. */
export const OPERATOR = /&&|\|\||;(?!;)|\|(?!&)|\n/y;

// A word with `=` is an assignment; a program name does not start with an option character.
const COMMAND_NAME = /^[A-Za-z0-9_./][A-Za-z0-9_./:,@+-]*$/;
const RESERVED = new Set(
  "if then else elif fi for while until do done case esac in function select time coproc".split(" "),
);

/**
 * Splits a command list into tokens if it consists of plain words, quotes without expansions, `&& || ; |`, line ends and
 * redirections to the null device; returns `undefined` for everything else.
 *
 * It rejects control and invisible characters, a backslash at a line end, expansions and substitutions, bracket expressions, braces, `~` `#` `!`
 * where they may have a meaning, other redirections, background jobs, groups, reserved words and leading assignments.
 */
export function strictTokens(text: string): StrictList | undefined {
  const commands: string[][] = [];
  const patterns: ReadonlySet<number>[] = [];
  let words: string[] = [];
  let inWords = new Set<number>();
  let redirections = 0;
  let isRedirected = false;
  let awaiting = true;
  let isUnclear = false;
  let index = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = index;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) index += found.length;
    return found;
  };
  const add = () => {
    commands.push(words);
    patterns.push(inWords);
    isRedirected = false;
    words = [];
    inWords = new Set();
  };
  const word = (): string | undefined => {
    let value: string | undefined;
    let quoted = "";
    let isPattern = false;
    const end = (): string | undefined => {
      if (!isPattern || value === undefined) return value;
      inWords.add(words.length);
      // Which of the characters are literal would be unknown.
      if (PATTERN_CHARACTERS.test(quoted)) isUnclear = true;
      return value;
    };
    const bracket = words.length === 0 ? OPENING_BRACKET : words[0] === "[" ? CLOSING_BRACKET : undefined;
    const alone = bracket && take(bracket);
    if (alone !== undefined) return alone;
    for (;;) {
      // The kinds begin with different characters, so the most frequent one comes first.
      const before = text[index - 1];
      const bare =
        take(BARE) ??
        (isRevision(value, before) ? take(REVISION_SIGN) : undefined) ??
        (value !== undefined && (before === "@" || before === "^") ? take(REVISION_BRACES) : undefined);
      if (bare !== undefined) {
        value = (value ?? "") + bare;
        continue;
      }
      const single = take(SINGLE_QUOTED);
      if (single !== undefined) {
        quoted += single;
        value = (value ?? "") + single.slice(1, -1);
        continue;
      }
      const double = take(DOUBLE_QUOTED);
      if (double !== undefined) {
        quoted += double;
        value = (value ?? "") + double.slice(1, -1).replace(ESCAPED_IN_QUOTES, "$1");
        continue;
      }
      const escaped = take(ESCAPED);
      if (escaped !== undefined) {
        quoted += escaped;
        value = (value ?? "") + escaped.slice(1);
        continue;
      }
      const pattern = take(PATTERN);
      if (pattern === undefined) return end();
      isPattern = true;
      value = (value ?? "") + pattern;
    }
  };
  take(BLANKS);
  while (index < text.length) {
    if (take(REDIRECTION) !== undefined) {
      redirections += 1;
      isRedirected = true;
    } else if (take(COMMENT) === undefined) {
      const found = word();
      if (found !== undefined) words.push(found);
      else {
        const operator = take(OPERATOR);
        if (operator === undefined) return undefined;
        if (words.length > 0) {
          if (commands.length >= MAX_COMMANDS) return undefined;
          add();
          // A line end or a `;` may be the last operator; after the others a command must follow, possibly on the next line.
          awaiting = operator.length === 2 || operator === "|";
        } else if (operator !== "\n" || isRedirected) return undefined;
        take(BLANKS);
        continue;
      }
    }
    // Words are separated from each other and from redirections.
    if (take(BLANKS) === undefined && index < text.length && !/[\n;|&]/.test(text[index] as string))
      return undefined;
  }
  if (words.length > 0) add();
  else if (awaiting) return undefined;
  if (isUnclear) return undefined;
  const named = commands.every(
    ([name = ""]) => (name === "[" || COMMAND_NAME.test(name)) && !RESERVED.has(name),
  );
  return named ? { commands, patterns, redirections } : undefined;
}

function isRevision(value: string | undefined, before: string | undefined): boolean {
  return value !== undefined && before !== undefined && /[\w.~^-]/.test(before) && !/[=:]/.test(value);
}

/** Formats the words of a command on one line; plain ones bare, all others in double quotes. */
export function commandText(words: readonly string[]): string {
  return words.map(shownWord).join(" ");
}

function shownWord(word: string): string {
  return /^[A-Za-z0-9_\-./:=,@+%~^]+$/.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`;
}
