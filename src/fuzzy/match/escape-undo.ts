import type { Undoing } from "./undo.js";

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

/** Undo one level of JSON or string escaping; what is no escape stays. */
export function unescapeAll(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (whole: string, escaped: string) => {
    if (escaped.length === 5) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return SIMPLE_ESCAPES[escaped] ?? whole;
  });
}

/** Undo `\n`, `\r\n` and `\t` only, but not inside a string of one line, where they belong to the program. */
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

/** Whether a quote that is open ends close by, before anything that looks like the start of another line of code. */
function closesOnThisLine(text: string, at: number, quote: string): boolean {
  const stop = text.indexOf(quote, at + 1);
  if (stop < 0) return false;
  const between = text.slice(at, stop);
  return !/[;{})\]]\\n/.test(between) && !/\\n {2,}|\\n\\t/.test(between);
}

/** Undo escaped quotes only. */
function unescapeQuotes(text: string): string {
  return text.replace(/\\(["'`])/g, "$1");
}

/** Undo one kind of escaped quotes, where the program has the other kinds itself. */
function unescapeDoubleQuotes(text: string): string {
  return text.replaceAll('\\"', '"');
}

function unescapeSingleQuotes(text: string): string {
  return text.replaceAll("\\'", "'");
}

/** Every `\n` and `\t` as what it names, also inside strings. */
function unescapeEveryBreak(text: string): string {
  return text.replace(/\\r\\n|\\n/g, "\n").replace(/\\t/g, "\t");
}

/** Double every backslash once less: the text was escaped for a string that was then not parsed. */
function halveBackslashes(text: string): string {
  return text.replace(/\\\\/g, "\\");
}

/** The old text with one kind of escaping undone, the most complete kind first. */
export function* undoEscapes(old: string): Generator<Undoing> {
  if (!old.includes("\\")) return;
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
    if (seen.has(undone)) continue;
    seen.add(undone);
    yield { old: undone, restore };
  }
}

/**
 * The characters that programs escape in HTML. Other entities, such as `&copy;`, stand in files as they are: decoding them
 * too would lose the text that a model escaped in part.
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

/** The old text with HTML entities as the characters they name. */
export function* undoEntities(old: string): Generator<Undoing> {
  if (/&(?:lt|gt|quot|apos|nbsp|amp|#39|#34|#x27);/.test(old)) {
    yield { old: decodeEntities(old), restore: decodeEntities };
  }
}
