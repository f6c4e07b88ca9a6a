/** Context that distinguishes a mistyped word from another word. */
export interface TypoContext {
  /** Minimum letters of a word part for one wrong letter in it to count as a typo. */
  readonly typoLetters: number;
  /** Whether the edit keeps the line: the text of the file then stays, and slightly more is tolerated. */
  readonly isKept: boolean;
  /** Returns whether the file contains this whole word: the model then meant that word. */
  inFile(word: string): boolean;
  /** Returns whether the old text contains this whole word elsewhere too: the model then knows it. */
  inOld(word: string): boolean;
}

/** Minimum letters of a word part with a typo in a line that the edit keeps. */
const KEPT_TYPO_LETTERS = 4;

/**
 * Minimum letters of a word part whose first letter may be swapped or missing, in a line that the edit keeps.
 */
const FIRST_LETTER_TYPO_LETTERS = 5;

/** Minimum letters if the first letter is replaced, which more often results in another word. */
const FIRST_LETTER_REPLACED_LETTERS = 6;

/** The single typing error by which two words differ. */
interface Typo {
  readonly at: number;
  readonly kind: "swapped" | "lost" | "added" | "replaced";
}

/**
 * Returns whether the model's word is the file's word mistyped: one letter wrong, missing, doubled, added or
 * swapped with the next, in one part (camelCase, snake_case) of enough letters, not its first letter, and not
 * itself a word of the file.
 *
 * Differences in digits are never typos: `v1` is not `v2`. In a kept line, shorter parts and first letters
 * are tolerated too.
 */
export function isTypo(own: string, file: string, context: TypoContext): boolean {
  if (own === file) return true;
  const typo = typoBetween(own, file);
  if (!typo || digitsOf(own) !== digitsOf(file) || own.toLowerCase() === file.toLowerCase()) return false;
  if (hasOwnCapital(own, file, typo)) return false;
  const part = partAround(file, typo.at);
  const ownPart = partAround(own, Math.min(typo.at, own.length - 1));
  const letters = Math.max(part.text.length, ownPart.text.length);
  // `get` and `set` are never typos of each other.
  if (letters < (context.isKept ? Math.min(context.typoLetters, KEPT_TYPO_LETTERS) : context.typoLetters))
    return false;
  if (typo.at === part.start) {
    const needed = typo.kind === "replaced" ? FIRST_LETTER_REPLACED_LETTERS : FIRST_LETTER_TYPO_LETTERS;
    if (!context.isKept || letters < needed) return false;
  }
  return isLikelyAtEnd(own, file, typo.at, context) && !context.inFile(own);
}

/**
 * Returns whether a word inside a string literal is mistyped rather than another value: letters swapped,
 * missing or doubled inside the word, in a line that the edit keeps. A replaced letter, or a difference at
 * the end, makes another value.
 */
export function isLiteralTypo(own: string, file: string, context: TypoContext): boolean {
  const typo = typoBetween(own, file);
  if (!typo || !context.isKept || typo.kind === "replaced") return false;
  if (typo.kind === "added" && own[typo.at] !== own[typo.at - 1]) return false;
  if (own.startsWith(file) || file.startsWith(own)) return false;
  return isTypo(own, file, context);
}

/**
 * An additional letter at the end makes a plural or another form (`item`, `items`, `read`, `ready`), so only a doubled one
 * counts as a typo; a missing letter does if the model writes the file's word elsewhere.
 */
function isLikelyAtEnd(own: string, file: string, at: number, context: TypoContext): boolean {
  if (own.length > file.length) return at < file.length || own.at(-1) === own.at(-2);
  return own.length === file.length || at < own.length || context.inOld(file);
}

/** Returns whether a capital letter is added, missing or another one: it is a part of the name (`indexU`). */
function hasOwnCapital(own: string, file: string, { at, kind }: Typo): boolean {
  if (kind === "swapped") return false;
  const letters = (kind === "lost" ? "" : (own[at] ?? "")) + (kind === "added" ? "" : (file[at] ?? ""));
  return /\p{Lu}/u.test(letters);
}

function digitsOf(word: string): string {
  return word.replace(/\D+/g, "");
}

/** Returns the typo that turns one word into the other, or `undefined` if they differ by more. */
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

/** Returns the part of a word (camelCase, snake_case) at an offset. */
function partAround(word: string, offset: number): { text: string; start: number } {
  let start = 0;
  for (const text of word.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\p{L}+|\d+|[_$]+/gu) ?? []) {
    if (offset < start + text.length || start + text.length === word.length) return { text, start };
    start += text.length;
  }
  return { text: word, start: 0 };
}
