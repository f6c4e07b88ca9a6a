import { foldText } from "./characters.js";
import { squeezedKey, wordsOf } from "./line-key.js";

/** Keywords before a declaration whose absence leaves its name and kind unchanged. */
const MODIFIER =
  /^(?:export|default|async|public|private|protected|internal|static|final|readonly|abstract|override|pub|inline|extern|unsafe)\s+(?=[\p{L}_$@"'[{*#])/u;

/** Elements of HTML that have no content, with or without a `/` at their end. */
const VOID_ELEMENT = /<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b[^<>]*>/g;

/** The row of a table that separates its heading. */
const TABLE_RULE = /^\|?[\s:|-]+$/;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: '"',
  gt: ">",
  lt: "<",
  nbsp: " ",
  quot: '"',
  "#34": '"',
  "#39": '"',
};

/**
 * Returns whether two lines are the same line in two spellings: other quotes, a mark more or less at the end, escaped or plain
 * characters, brackets around a single parameter, digits in groups, other marks of Markdown, or a keyword such as `export`, which one of
 * them lacks. Names, values and operators are the same.
 */
export function areSpelledAlike(
  one: string,
  other: string,
  { isMarkdown }: { readonly isMarkdown: boolean },
): boolean {
  if (plainSpelling(one, { isMarkdown }) === plainSpelling(other, { isMarkdown })) return true;
  const [mine, theirs] = [withoutModifiers(one.trim()), withoutModifiers(other.trim())];
  const isSubset = (some: readonly string[], all: readonly string[]) =>
    some.every((word) => all.includes(word));
  if (!isSubset(mine.modifiers, theirs.modifiers) && !isSubset(theirs.modifiers, mine.modifiers))
    return false;
  return plainSpelling(mine.rest, { isMarkdown }) === plainSpelling(theirs.rest, { isMarkdown });
}

function withoutModifiers(line: string): { readonly modifiers: readonly string[]; readonly rest: string } {
  const modifiers: string[] = [];
  let rest = line;
  for (let found = MODIFIER.exec(rest); found !== null; found = MODIFIER.exec(rest)) {
    modifiers.push(found[0].trim());
    rest = rest.slice(found[0].length);
  }
  return { modifiers, rest };
}

/** Returns the words and marks of a line in one spelling, for comparison only. */
function plainSpelling(line: string, { isMarkdown }: { readonly isMarkdown: boolean }): string {
  let text = foldText(decoded(line)).trim();
  if (TABLE_RULE.test(text) && text.includes("|")) return text.replace(/[\s-]+/g, "-");
  if (isMarkdown) text = plainMarkdown(text);
  text = text
    .replace(/\\+/g, "\\")
    .replace(/['`]/g, '"')
    .replace(/[,;]$/, "")
    .replace(/,(?=\s*[)\]}])/g, "")
    .replace(/\(([\p{L}\p{N}_$]+)\)\s*=>/gu, "$1 =>")
    .replace(/(?<=\d)_(?=\d)/g, "")
    .replace(/\b0[xX][\da-fA-F]+/g, (number) => number.toLowerCase())
    .replace(VOID_ELEMENT, (tag) => (tag.endsWith("/>") ? `${tag.slice(0, -2).trimEnd()}>` : tag))
    // The quotes around a whole value, which YAML and files of variables allow to leave out.
    .replace(/^([^"]*[\p{L}\p{N}_][:=]\s*|- )"([^"]+)"$/u, "$1$2")
    // The prefixes of strings in Python.
    .replace(/(?<![\p{L}\p{N}_"])[rRbBuUfF]{1,2}(?=")/gu, "");
  return `${squeezedKey(text)} ${wordsOf(text).join(" ")}`;
}

/** Returns a line with escaped letters, entities and full-width marks as the characters that they mean. */
function decoded(line: string): string {
  let text = line;
  if (text.includes("\\u")) {
    text = text.replace(/\\u([\da-fA-F]{4})/g, (whole, digits: string) => {
      const code = Number.parseInt(digits, 16);
      return code < 128 ? whole : String.fromCharCode(code);
    });
  }
  if (text.includes("&"))
    text = text.replace(/&([a-z]{2,4}|#3[49]);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  return text.replace(/[\uff01-\uff5e]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - 0xfee0));
}

/** Returns a line of Markdown with one mark for bullets, numbers and emphasis, and without backslashes before marks. */
function plainMarkdown(text: string): string {
  return text
    .replace(/^[*+] /, "- ")
    .replace(/^\d{1,9}([.)]) /, "1$1 ")
    .replace(/\\([_*[\]#|<>~.+-])/g, "$1")
    .replace(/(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, (marks) =>
      "*".repeat(marks.length),
    );
}
