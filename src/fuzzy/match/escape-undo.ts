import type { Undoing } from "./undoing.js";

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  "\\": "\\",
  '"': '"',
  "'": "'",
  "`": "`",
  "/": "/",
  $: "$",
};

/** Undoes one level of JSON or string escaping; other text is unchanged. */
function unescapeAll(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (whole: string, escaped: string) => {
    if (escaped.length === 5) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return SIMPLE_ESCAPES[escaped] ?? whole;
  });
}

/** Undoes `\n`, `\r\n` and `\t` only, but not inside a one-line string, where they belong to the program. */
function unescapeLineBreaks(text: string): string {
  let result = "";
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === "\\" && at + 1 < text.length) {
      const next = text[at + 1] as string;
      if (quote === "" || !closesOnThisLine(text, at, quote)) {
        if (next === "n" || next === "t" || next === "r") {
          if (next === "n") quote = "";
          result += SIMPLE_ESCAPES[next];
          at++;
          continue;
        }
      }
      result += character + next;
      at++;
      continue;
    }
    if (character === "\n") quote = "";
    else if (quote === "" && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = "";
    result += character;
  }
  return result;
}

/**
 * Returns whether an open quote ends soon, before anything that resembles the start of another line of code.
 */
function closesOnThisLine(text: string, at: number, quote: string): boolean {
  const stop = text.indexOf(quote, at + 1);
  if (stop < 0) return false;
  const between = text.slice(at, stop);
  return !/[;{})\]]\\n/.test(between) && !/\\n {2,}|\\n\\t/.test(between);
}

/** Undoes escaped quotes only. */
function unescapeQuotes(text: string): string {
  return text.replace(/\\(["'`])/g, "$1");
}

/** Undoes one kind of escaped quotes, if the program itself contains the other kinds. */
function unescapeDoubleQuotes(text: string): string {
  return text.replaceAll('\\"', '"');
}

function unescapeSingleQuotes(text: string): string {
  return text.replaceAll("\\'", "'");
}

/** Replaces every `\n` and `\t` by the character it names, even inside strings. */
function unescapeEveryBreak(text: string): string {
  return text.replace(/\\r\\n|\\n/g, "\n").replace(/\\t/g, "\t");
}

/** Removes one of each pair of backslashes: the text was escaped for a string that was not parsed. */
function halveBackslashes(text: string): string {
  return text.replace(/\\\\/g, "\\");
}

/**
 * Yields the old text with one kind of escaping undone, the most complete kind first. A line with an escape that stands in
 * the file is not escaped too often, so it is never changed.
 *
 * @param isInFile - returns whether a line of the old text is a line of the file
 */
export function* undoEscapes(old: string, isInFile: (line: string) => boolean): Generator<Undoing> {
  if (!old.includes("\\")) return;
  const verbatim = old.split("\n").filter((line) => line.includes("\\") && isInFile(line));
  const seen = new Set<string>([old]);
  for (const restore of [
    unescapeAll,
    unescapeLineBreaks,
    unescapeEveryBreak,
    unescapeQuotes,
    unescapeDoubleQuotes,
    unescapeSingleQuotes,
    halveBackslashes,
  ]) {
    const undone = restore(old);
    if (seen.has(undone) || verbatim.some((line) => restore(line) !== line)) continue;
    seen.add(undone);
    yield { old: undone, restore };
  }
}

/**
 * The characters that programs escape in HTML. Other entities, such as `&copy;`, occur in files unchanged:
 * decoding them too would miss a text that a model escaped in part.
 */
const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&#x27;": "'",
  "&#34;": '"',
  "&nbsp;": " ",
  "&amp;": "&",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|nbsp|amp|#39|#34|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}

/**
 * Yields the old text with HTML entities decoded, unless a line with one stands in the file.
 *
 * @param isInFile - returns whether a line of the old text is a line of the file
 */
export function* undoEntities(old: string, isInFile: (line: string) => boolean): Generator<Undoing> {
  if (decodeEntities(old) === old) return;
  if (old.split("\n").some((line) => decodeEntities(line) !== line && isInFile(line))) return;
  yield { old: decodeEntities(old), restore: decodeEntities };
}
