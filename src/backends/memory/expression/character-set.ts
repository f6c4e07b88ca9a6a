/** Largest number of cached answers beyond ASCII, which has a table. */
const MAX_CACHED_ANSWERS = 1_024;

const ASCII_CHARACTERS = 128;

const UNKNOWN = 0;
const YES = 1;
const NO = 2;

/** A set of characters, tested one code point at a time. */
export class CharacterSet {
  readonly #test: RegExp;
  readonly #ascii = new Uint8Array(ASCII_CHARACTERS);
  readonly #others = new Map<number, boolean>();
  /** The character of a class of one; with `ignore-case`, other forms of it belong to the set as well. */
  readonly only: { readonly code: number; readonly ignoresCase: boolean } | undefined;

  /** @param members - the text between the brackets of a character class with the flag `v` */
  constructor(members: string, case_: "exact" | "ignore-case") {
    const single = /^\\u\{([0-9a-f]{1,6})\}$/.exec(members)?.[1];
    if (single !== undefined)
      this.only = { code: Number.parseInt(single, 16), ignoresCase: case_ === "ignore-case" };
    this.#test = new RegExp(`^[${members}]$`, case_ === "exact" ? "v" : "iv");
  }

  has(code: number): boolean {
    if (code < ASCII_CHARACTERS) {
      const known = this.#ascii[code];
      if (known !== UNKNOWN) return known === YES;
      const answer = this.#test.test(String.fromCodePoint(code));
      this.#ascii[code] = answer ? YES : NO;
      return answer;
    }
    const known = this.#others.get(code);
    if (known !== undefined) return known;
    const answer = this.#test.test(String.fromCodePoint(code));
    if (this.#others.size >= MAX_CACHED_ANSWERS) this.#others.clear();
    this.#others.set(code, answer);
    return answer;
  }
}

/** Returns one character as a member of a class. */
export function member(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

/** Returns the members of a class without line breaks. */
export function withoutLineEnds(members: string): string {
  return `[[${members}]--[\\n\\r]]`;
}

/** `\w` as in ripgrep: letters, marks, digits and connectors of every script. */
export const WORD_MEMBERS = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";

/** `\d` as in ripgrep: decimal digits of every script. */
export const DIGIT_MEMBERS = "\\p{Nd}";

/** `\s` as in ripgrep. */
export const SPACE_MEMBERS = "\\p{White_Space}";

/** Characters that `.` matches: never part of a line break. */
export const IN_LINE_MEMBERS = "^\\n\\r";

/** Characters that `.` matches after `(?s)`. */
export const ANY_MEMBERS = "\\u{0}-\\u{10ffff}";

/** The classes of `[[:name:]]`. */
export const POSIX_MEMBERS: ReadonlyMap<string, string> = new Map([
  ["alnum", "0-9A-Za-z"],
  ["alpha", "A-Za-z"],
  ["ascii", "\\x00-\\x7F"],
  ["blank", "\\t\\x20"],
  ["cntrl", "\\x00-\\x1F\\x7F"],
  ["digit", "0-9"],
  ["graph", "\\x21-\\x7E"],
  ["lower", "a-z"],
  ["print", "\\x20-\\x7E"],
  ["punct", "\\x21-\\x2F\\x3A-\\x40\\x5B-\\x60\\x7B-\\x7E"],
  ["space", "\\t\\n\\v\\f\\r\\x20"],
  ["upper", "A-Z"],
  ["word", "0-9A-Za-z_"],
  ["xdigit", "0-9A-Fa-f"],
]);
