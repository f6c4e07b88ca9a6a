/** Maximum length of text that is checked for lines that are comments. */
const SAMPLED_CHARACTERS = 200_000;

/** Marks of a comment that lasts to the end of the line, or to its own closing mark. */
const COMMENT_MARKS = /\s(?:\/\/|#(?=\s)|--(?=\s)|\/\*|<!--)|(?<=[;,{}()])\/\//g;

/** The first characters of lines that are comments, with the mark that they show. */
const COMMENT_LINES: readonly (readonly [pattern: RegExp, mark: string])[] = [
  [/^\/[/*]/, "//"],
  [/^#(?:[ !]|$)/, "#"],
  [/^--(?: |$)/, "--"],
  [/^<!--/, "<!--"],
];

/** A word of a sentence, without the marks around it. */
const WORD = /^[\p{L}\p{N}'’-]+$/u;

/** Marks around the words of a sentence. */
const MARKS_AROUND = "\"'`().,;:!?";

const CLOSINGS: Readonly<Record<string, string>> = { "/*": "*/", "<!--": "-->" };

/** The kinds of marks that begin a comment in a text. */
export type CommentMarks = ReadonlySet<string>;

/**
 * Returns the marks that begin whole lines of a text: `//` (for `/*` too), `#`, `--` and `<!--`. They show the language.
 *
 * @example commentMarksOf("# Title\nhalf = total // count\n"); // Set { "#" }
 */
export function commentMarksOf(text: string): CommentMarks {
  const marks = new Set<string>();
  const length = Math.min(text.length, SAMPLED_CHARACTERS);
  for (let start = 0; start < length; ) {
    let first = start;
    while (first < length && isBlank(text.charCodeAt(first))) first += 1;
    const newline = text.indexOf("\n", first);
    const end = newline === -1 || newline > length ? length : newline;
    // Most lines are blank or begin with a word, and are not examined further.
    if (first < end && mayBeginComment(text.charCodeAt(first))) {
      const line = text.slice(first, end).trim();
      for (const [pattern, mark] of COMMENT_LINES) if (pattern.test(line)) marks.add(mark);
    }
    start = end + 1;
  }
  return marks;
}

/** Returns whether a character is a blank of ASCII or a line end; blank lines before a comment do not matter. */
function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

/** Returns whether a comment may begin with a character. A character outside ASCII may be a blank before it. */
function mayBeginComment(unit: number): boolean {
  return unit === 0x23 || unit === 0x2d || unit === 0x2f || unit === 0x3c || unit > 0x7f;
}

/** The code of a line and the comment at its end. */
export interface CommentedLine {
  readonly code: string;
  /** Empty without a comment. */
  readonly comment: string;
}

/**
 * Splits a line into its code and the comment at its end.
 *
 * A mark begins a comment only before prose, if the language of the text has such comments: `total // count`,
 * `build -- --fast` and `if (/* ok *\/ left)` are code. Quotes before it must be closed, so that a URL in a string is kept.
 *
 * @param marks - the marks of the text; with none, only prose decides
 */
export function splitTrailingComment(line: string, marks: CommentMarks): CommentedLine {
  for (const match of line.matchAll(COMMENT_MARKS)) {
    const code = line.slice(0, match.index).trim();
    if (code === "") break;
    const rest = line.slice(match.index + match[0].length);
    if (isComment(code, match[0].trim(), rest, marks) && hasClosedQuotes(code)) {
      return { code, comment: line.slice(match.index).trim() };
    }
  }
  return { code: line.trim(), comment: "" };
}

function isComment(code: string, mark: string, rest: string, marks: CommentMarks): boolean {
  const closing = CLOSINGS[mark];
  let text = rest.trim();
  if (closing !== undefined) {
    if (text.indexOf(closing) !== text.length - closing.length) return false;
    text = text.slice(0, -closing.length).trim();
  }
  const isOfLanguage = marks.has(mark === "/*" ? "//" : mark);
  if (marks.size > 0 && !isOfLanguage && closing === undefined) return false;
  if (mark === "#" && isOfLanguage) return true;
  const endsStatement = /[;,{}]$/.test(code);
  return isProse(text) && (endsStatement || closing !== undefined || /\s/.test(text));
}

/** Returns whether a text consists of words only, and begins with a letter. */
function isProse(text: string): boolean {
  const words = text.split(/\s+/).map(bareWord);
  return words.every((word) => WORD.test(word)) && /^\p{L}/u.test(words[0] as string);
}

function bareWord(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && MARKS_AROUND.includes(word[start] as string)) start += 1;
  while (end > start && MARKS_AROUND.includes(word[end - 1] as string)) end -= 1;
  return word.slice(start, end);
}

/**
 * Returns a line without any text that could be a comment at its end; quotes before it must be closed, so that a URL in a
 * string is kept.
 */
export function withoutTrailingComment(line: string): string {
  for (const { index } of line.matchAll(COMMENT_MARKS)) {
    const before = line.slice(0, index);
    if (before.trim() === "") return line;
    if (hasClosedQuotes(before)) return before.trimEnd();
  }
  return line;
}

function hasClosedQuotes(text: string): boolean {
  let open = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === "\\") at++;
    else if (open !== "") {
      if (character === open) open = "";
    } else if (character === '"' || character === "'" || character === "`") open = character;
  }
  return open === "";
}
