/** What is needed to tell a mistyped word from another word. */
export interface TypoContext {
  /** Letters a word part needs before one wrong letter in it counts as a typo. */
  readonly typoLetters: number;
  /** Whether the edit keeps the line: then the file's own is what stays, and a little more is forgiven. */
  readonly isKept: boolean;
  /** Whether the file has this whole word anywhere: then the model meant that word. */
  inFile(word: string): boolean;
  /** Whether the old text writes this whole word elsewhere too: then it is known to the model. */
  inOld(word: string): boolean;
}

/** Letters of a word part that may typo in a line the edit keeps. */
const KEPT_SLIP_LETTERS = 4;

/** Letters of a word part whose first one may be swapped or lost, in a line the edit keeps. */
const FIRST_LETTER_SLIP_LETTERS = 5;

/** The same for a first letter that is replaced, which makes other words more often. */
const FIRST_LETTER_REPLACED_LETTERS = 6;

/** The one place where two words differ by a typo of the hand. */
interface Typo {
  readonly at: number;
  readonly kind: "swapped" | "lost" | "added" | "replaced";
}

/**
 * Whether the model's word is the file's word mistyped: one letter wrong, missing, doubled, added or swapped with the
 * next, in one part (camelCase, snake_case) of enough letters, not its first one, and not a word the file has itself.
 *
 * Digits never typo: `v1` is not `v2`. In a kept line shorter parts and first letters are forgiven too.
 */
export function isTypo(own: string, file: string, context: TypoContext): boolean {
  if (own === file) return true;
  const typo = typoBetween(own, file);
  if (!typo || digitsOf(own) !== digitsOf(file) || own.toLowerCase() === file.toLowerCase()) return false;
  const part = partAround(file, typo.at);
  const ownPart = partAround(own, Math.min(typo.at, own.length - 1));
  const letters = Math.max(part.text.length, ownPart.text.length);
  // `get` and `set` are never each other's typo.
  if (letters < (context.isKept ? Math.min(context.typoLetters, KEPT_SLIP_LETTERS) : context.typoLetters))
    return false;
  if (typo.at === part.start) {
    const needed = typo.kind === "replaced" ? FIRST_LETTER_REPLACED_LETTERS : FIRST_LETTER_SLIP_LETTERS;
    if (!context.isKept || letters < needed) return false;
  }
  return isLikelyAtEnd(own, file, typo.at, context) && !context.inFile(own);
}

/**
 * Whether a word inside a string literal is mistyped rather than another value: letters swapped, lost or doubled inside
 * the word, in a line the edit keeps. A letter replaced by another, or more or less at the end, makes another value.
 */
export function isLiteralTypo(own: string, file: string, context: TypoContext): boolean {
  const typo = typoBetween(own, file);
  if (!typo || !context.isKept || typo.kind === "replaced") return false;
  if (typo.kind === "added" && own[typo.at] !== own[typo.at - 1]) return false;
  if (own.startsWith(file) || file.startsWith(own)) return false;
  return isTypo(own, file, context);
}

/**
 * A letter more at the end makes a plural or another form (`item`, `items`, `parse`, `parser`), so only a doubled one
 * counts as a typo; of a letter less the same holds unless the model writes the file's word elsewhere.
 */
function isLikelyAtEnd(own: string, file: string, at: number, context: TypoContext): boolean {
  if (own.length > file.length) return at < file.length || own.at(-1) === own.at(-2);
  if (own.length === file.length || at < own.length) return true;
  return !/[sdrn]$/.test(file) || context.inOld(file);
}

function digitsOf(word: string): string {
  return word.replace(/\D+/g, "");
}

/** The typo that makes one word of the other, or `undefined` when they differ by more. */
function typoBetween(own: string, file: string): Typo | undefined {
  if (Math.abs(own.length - file.length) > 1) return undefined;
  let at = 0;
  while (at < own.length && at < file.length && own[at] === file[at]) at++;
  const ownRest = own.slice(at);
  const fileRest = file.slice(at);
  if (ownRest === fileRest.slice(1)) return { at, kind: "lost" };
  if (ownRest.slice(1) === fileRest) return { at, kind: "added" };
  if (ownRest === `${fileRest[1]}${fileRest[0]}${fileRest.slice(2)}`) return { at, kind: "swapped" };
  return ownRest.slice(1) === fileRest.slice(1) ? { at, kind: "replaced" } : undefined;
}

/** The part of a word (camelCase, snake_case) around an offset. */
function partAround(word: string, offset: number): { text: string; start: number } {
  let start = 0;
  for (const text of word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\p{L}+|\d+|[_$]+/gu) ?? []) {
    if (offset < start + text.length || start + text.length === word.length) return { text, start };
    start += text.length;
  }
  return { text: word, start: 0 };
}
