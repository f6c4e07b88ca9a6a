import { HIDDEN_CHARACTER } from "../../text/index.js";

/** Blanks of all widths, and characters without a shape: controls, joiners, marks of direction, variation selectors. */
const INVISIBLE = new RegExp(
  `[\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\u2800]|${HIDDEN_CHARACTER.source}`,
  "u",
);

/** The invisible characters except the blank of ASCII, which is shown as it is. */
const SHOWN_BY_CODE = new RegExp(`(?! )(?:${INVISIBLE.source})`, "gu");

/** Maximum length of a line that is shown completely. */
const MAX_SHOWN_CHARACTERS = 160;

/** Characters shown before the first difference of two lines that are not shown from their start. */
const SHOWN_BEFORE_DIFFERENCE = 40;

/** Invisible characters that are named of one side. */
const MAX_NAMED_CHARACTERS = 4;

/** Returns whether a code point has no visible shape. */
function isInvisibleCode(code: number): boolean {
  if (code < 0x80) return code <= 0x20 || code === 0x7f;
  return INVISIBLE.test(String.fromCodePoint(code));
}

/**
 * Returns where two lines differ if they differ in invisible characters only: the places in both and the invisible characters there,
 * which may be none in one of them. Linear in the length; the walk ends at the first visible character that differs.
 */
function invisibleDifference(
  file: string,
  own: string,
): { readonly at: number; readonly file: string; readonly own: string } | undefined {
  let [here, there] = [0, 0];
  let found: { readonly at: number; readonly file: string; readonly own: string } | undefined;
  for (;;) {
    const [from, ownFrom] = [here, there];
    here = afterInvisible(file, here);
    there = afterInvisible(own, there);
    const [run, ownRun] = [file.slice(from, here), own.slice(ownFrom, there)];
    if (run !== ownRun) found ??= { at: from, file: run, own: ownRun };
    if (here === file.length || there === own.length) break;
    if (file[here] !== own[there]) return undefined;
    here += 1;
    there += 1;
  }
  return here === file.length && there === own.length ? found : undefined;
}

function afterInvisible(text: string, from: number): number {
  let at = from;
  for (let code = text.codePointAt(at); code !== undefined && isInvisibleCode(code); ) {
    at += code > 0xffff ? 2 : 1;
    code = text.codePointAt(at);
  }
  return at;
}

/**
 * Returns a sentence about the first invisible character in which two lines differ, and nothing if they differ otherwise. Indentation
 * and blanks at the end do not count.
 */
export function invisibleNote(number: number, file: string, own: string): string {
  const indent = indentLength(file);
  const found = invisibleDifference(file.slice(indent).trimEnd(), own.slice(indentLength(own)).trimEnd());
  if (found === undefined) return "";
  return ` Line ${number} differs in invisible characters: it has ${codes(found.file)} at column ${indent + found.at + 1}, where oldString has ${codes(found.own)}.`;
}

/** Returns the number of blanks and tabs at the start of a line. */
function indentLength(line: string): number {
  let at = 0;
  while (line[at] === " " || line[at] === "\t") at += 1;
  return at;
}

/** Names the characters of a text by their code points: `U+00A0`. */
function codes(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_NAMED_CHARACTERS)];
  if (characters.length === 0) return "nothing";
  const named = characters
    .slice(0, MAX_NAMED_CHARACTERS)
    .map((each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
  return characters.length > MAX_NAMED_CHARACTERS ? `${named.join(" ")} ...` : named.join(" ");
}

/** Returns a line of the file and the line of the old text for it, both from shortly before their first difference if they are long. */
export function shownPair(number: number, file: string, own: string): string[] {
  let start = 0;
  while (start < file.length && file[start] === own[start]) start += 1;
  const from = start < MAX_SHOWN_CHARACTERS - SHOWN_BEFORE_DIFFERENCE ? 0 : start - SHOWN_BEFORE_DIFFERENCE;
  return [shownLine("-", number, file, from), shownLine("+", undefined, own, from)];
}

/**
 * Returns a line with its invisible characters shown if they are relevant: tabs, blanks at the ends, and the code of any other.
 * Lines that are long are shown from `from` on.
 */
export function shownLine(sign: "-" | "+", number: number | undefined, line: string, from = 0): string {
  const end = from + MAX_SHOWN_CHARACTERS;
  const cut = `${from > 0 ? "…" : ""}${line.slice(from, end)}${line.length > end ? "…" : ""}`;
  const visible = cut
    .replaceAll("\t", "→")
    .replace(/^ +|(?<! ) +$/g, (blanks) => "·".repeat(blanks.length))
    .replaceAll("\r", "␍")
    .replace(SHOWN_BY_CODE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return `${sign}${number === undefined ? "" : ` ${number}:`} ${visible}`;
}
