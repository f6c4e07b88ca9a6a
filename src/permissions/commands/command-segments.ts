import { HIDDEN_CHARACTER } from "../../text/index.js";
import { SegmentText } from "./segment-text.js";

/** The mark in a segment for the inserted output of another command. */
const SUBSTITUTION_MARK = "$()";

// All kinds of blanks, control characters and invisible characters: none of them may hide a command.
const BLANK = /[\s\p{Zs}\p{Cc}]/u;
const OPERATOR = /[\n\r;&|()]/;
/** Marks the ASCII characters without a meaning to a shell, which most of a command consists of. A space is one of them here. */
const PLAIN = new Uint8Array(128);
for (const character of "./:=,@+%-_ 0123456789") PLAIN[character.charCodeAt(0)] = 1;
for (let letter = 0; letter < 26; letter += 1) {
  PLAIN[0x41 + letter] = 1;
  PLAIN[0x61 + letter] = 1;
}

/**
 * Splits a shell text without a parser into the pieces between operators, line ends, parentheses and backticks, without
 * quotes, backslashes and redirections.
 *
 * It also splits inside quotes, since `bash -c "a; b"` runs both. Time is linear in the text.
 */
export function commandSegments(command: string): readonly string[] {
  const text = decodeAnsiQuotes(command);
  const segments: string[] = [];
  const current = new SegmentText();
  const endSegment = () => {
    const segment = current.take();
    if (segment !== "") segments.push(segment);
  };
  let index = 0;
  while (index < text.length) {
    const start = index;
    while (PLAIN[text.charCodeAt(index)] === 1) index += 1;
    if (index > start) {
      current.add(text.slice(start, index));
      continue;
    }
    const character = text[index] as string;
    const next = text[index + 1];
    index += 1;
    if (character === "\\") {
      // An escaped line end joins two lines; any other escaped character counts as unescaped.
      if (next === "\n") index += 1;
    } else if (character === "'" || character === '"' || (character === "$" && next === '"')) {
      // A quote does not hide text from rules.
    } else if (character === "`" || (character === "$" && next === "(")) {
      current.add(SUBSTITUTION_MARK);
      endSegment();
      if (character === "$") index += 1;
    } else if (character === "&" && next === ">") {
      // `&>` is one operator, a redirection.
    } else if (character === "<" || character === ">") {
      if (text.startsWith("<<", index)) {
        // The text of a here-string may be a script.
        endSegment();
        index += 2;
      } else {
        current.removeDescriptor();
        index = afterRedirection(text, index);
      }
    } else if (OPERATOR.test(character) || isGroupingBrace(text, index - 1)) endSegment();
    else if (BLANK.test(character)) current.add(" ");
    else if (!HIDDEN_CHARACTER.test(character)) current.add(character);
  }
  endSegment();
  return segments;
}

/** Skips the operator and its target, up to any command inside the target. */
function afterRedirection(text: string, start: number): number {
  let index = start;
  while (index < text.length && "<>&|-".includes(text[index] as string)) index += 1;
  while (text[index] === " " || text[index] === "\t") index += 1;
  while (index < text.length && !/[\s;&|()<>`]/.test(text[index] as string)) {
    if (text.startsWith("$(", index)) return index;
    if (text[index] === "\\") index += 2;
    else index = afterQuotes(text, index);
  }
  return index;
}

/** Skips a quoted piece that is closed and contains no command; otherwise skips one character. */
function afterQuotes(text: string, index: number): number {
  const quote = text[index];
  if (quote !== "'" && quote !== '"') return index + 1;
  // File names are short; a longer search would be repeated for every quote.
  const close = text.slice(index + 1, index + 1 + 4096).indexOf(quote);
  if (close === -1 || /[`$\\]/.test(text.slice(index + 1, index + 1 + close))) return index + 1;
  return index + close + 2;
}

function isGroupingBrace(text: string, index: number): boolean {
  const before = text[index - 1];
  if (text[index] === "}") return before === undefined || /[\s;]/.test(before);
  const after = text[index + 1];
  return text[index] === "{" && after !== undefined && /\s/.test(after);
}

/** Replaces `$'r\x6d'` by `rm`, in one pass: a regular expression would run out of stack on a long text. */
function decodeAnsiQuotes(text: string): string {
  let decoded = "";
  let done = 0;
  for (let open = text.indexOf("$'"); open !== -1; open = text.indexOf("$'", done)) {
    let close = open + 2;
    while (close < text.length && text[close] !== "'") close += text[close] === "\\" ? 2 : 1;
    decoded += text.slice(done, open) + text.slice(open + 2, close).replace(ANSI_ESCAPE, decodeEscape);
    done = Math.min(close + 1, text.length);
  }
  return decoded + text.slice(done);
}

const ANSI_ESCAPE = /\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|([0-7]{1,3})|([\s\S]))/gi;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Returns the character of an escape, by the groups of {@link ANSI_ESCAPE}. */
function decodeEscape(_whole: string, ...groups: readonly (string | undefined)[]): string {
  const [hex, unicode, octal, other] = groups;
  if (other !== undefined) return ESCAPES[other] ?? other;
  return String.fromCharCode(Number.parseInt(hex ?? unicode ?? octal ?? "0", octal === undefined ? 16 : 8));
}
