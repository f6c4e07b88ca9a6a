/** The classes of characters for the matchers: one table for ASCII, one fold for look-alikes beyond it. */

/** Space, tab and other invisible separators. */
export const BLANK_CLASS = 0;
/** Letters, `_` and `$`: the start of an identifier. */
export const LETTER_CLASS = 1;
/** `0` to `9`. */
export const DIGIT_CLASS = 2;
/** All other visible characters. */
const MARK_CLASS = 3;

const ASCII_CLASS: Uint8Array = /* @__PURE__ */ buildAsciiClasses();

function buildAsciiClasses(): Uint8Array {
  const classes = new Uint8Array(128).fill(MARK_CLASS);
  for (let code = 0; code <= 32; code++) classes[code] = BLANK_CLASS;
  for (let code = 48; code <= 57; code++) classes[code] = DIGIT_CLASS;
  for (let code = 65; code <= 90; code++) classes[code] = LETTER_CLASS;
  for (let code = 97; code <= 122; code++) classes[code] = LETTER_CLASS;
  classes[95] = LETTER_CLASS;
  classes[36] = LETTER_CLASS;
  classes[127] = BLANK_CLASS;
  return classes;
}

/** Returns the class of an ASCII code unit; beyond ASCII see {@link characterClass}. */
export function asciiClass(code: number): number {
  return ASCII_CLASS[code] as number;
}

/**
 * Returns the class of any code unit. Unknown scripts count as letters, so that their words are never split.
 */
export function characterClass(code: number): number {
  if (code < 128) return ASCII_CLASS[code] as number;
  if (isWideBlank(code) || isInvisible(code)) return BLANK_CLASS;
  if (
    LOOK_ALIKES[code] !== undefined ||
    (code >= 0x2010 && code <= 0x2bff) ||
    (code >= 0xa1 && code <= 0xbf)
  ) {
    return MARK_CLASS;
  }
  return LETTER_CLASS;
}

/**
 * Returns whether the code unit belongs to a word: a letter, a digit, `_`, `$` or a character of another
 * script.
 */
export function isWordCode(code: number): boolean {
  const found = characterClass(code);
  return found === LETTER_CLASS || found === DIGIT_CLASS;
}

/**
 * Returns whether a code unit is a blank beyond ASCII (no-break space, the typographic spaces, ideographic
 * space, line separators).
 */
function isWideBlank(code: number): boolean {
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/**
 * Returns whether a code unit has no width, so that a copy can lose or gain it unnoticed: soft hyphen,
 * zero-width space and joiners, marks of direction, variation selectors, word joiner, BOM.
 */
export function isInvisible(code: number): boolean {
  return (
    code === 0xad ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff
  );
}

/** Characters that models confuse, by code unit, with the ASCII text to compare them as. */
const LOOK_ALIKES: Readonly<Record<number, string>> = {
  8216: "'",
  8217: "'",
  8218: "'",
  8219: "'",
  8242: "'",
  8220: '"',
  8221: '"',
  8222: '"',
  8223: '"',
  8243: '"',
  8208: "-",
  8209: "-",
  8210: "-",
  8211: "-",
  8212: "-",
  8213: "-",
  8722: "-",
  8230: "...",
};

/** Returns the ASCII text of a look-alike, or `undefined` for any other character. */
export function lookAlike(code: number): string | undefined {
  return LOOK_ALIKES[code];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is "any ASCII", control characters included
const ASCII_ONLY = /^[\x00-\x7f]*$/;

/**
 * Returns the text with look-alikes as ASCII, wide blanks as spaces, without invisible characters and in NFC.
 * Use it as a key for comparison, never as text to write.
 */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text;
  const plain = text.normalize("NFC");
  let folded = "";
  // Characters that stay are joined as runs: a text of two million letters would else consist of as many pieces.
  let runStart = 0;
  for (let at = 0; at < plain.length; at++) {
    const code = plain.charCodeAt(at);
    if (code < 128) continue;
    const other = isInvisible(code) ? "" : isWideBlank(code) ? " " : LOOK_ALIKES[code];
    if (other === undefined) continue;
    folded += plain.slice(runStart, at) + other;
    runStart = at + 1;
  }
  return runStart === 0 ? plain : folded + plain.slice(runStart);
}

/**
 * Returns a function that undoes look-alikes which a model wrote instead of plain ASCII: characters of the
 * old text that the file does not have there (smart quotes, a no-break space) are assumed to be the same
 * mistake in the new text.
 */
export function lookAlikesUndone(old: string, region: string): (text: string) => string {
  if (ASCII_ONLY.test(old)) return (text) => text;
  const found = new Map<string, string>();
  for (const character of new Set(old)) {
    const isWideSpace = character > "\u007f" && foldText(character) === " ";
    const plain = lookAlike(character.charCodeAt(0)) ?? (isWideSpace ? " " : undefined);
    if (plain !== undefined && !region.includes(character)) found.set(character, plain);
  }
  if (found.size === 0) return (text) => text;
  return (text) => Array.from(text, (character) => found.get(character) ?? character).join("");
}
