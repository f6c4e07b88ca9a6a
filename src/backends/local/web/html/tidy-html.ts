import { htmlTokens, VOID_ELEMENTS } from "./html-tokens.js";

/** HTML that a parser can read in linear time, and the depth of its nesting. */
export interface TidyHtml {
  readonly html: string;
  readonly depth: number;
}

/**
 * Elements that every page has implicitly and that the parser's wrapper adds; and `plaintext`, which parsers
 * never close.
 */
const FRAME = new Set(["html", "head", "body", "plaintext"]);

/** Elements with content that is not needed and can be long. */
const DROPPED = new Set(["script", "style", "iframe", "noembed", "noframes"]);

/**
 * Rewrites the inside of a page without comments, scripts and styles.
 *
 * Parsers create a node for each entity and each stray `<`, which takes seconds if there are thousands. They
 * are replaced by private characters; {@link restoredText} must restore them at the end.
 */
export function tidyHtml(source: string): TidyHtml {
  const pieces: string[] = [];
  let depth = 0;
  let deepest = 0;
  let dropping: string | undefined;
  for (const tokens of htmlTokens(source)) {
    for (const token of tokens) {
      if (dropping !== undefined) {
        if (token.type === "close" && token.name === dropping) dropping = undefined;
        continue;
      }
      if (token.type === "text") {
        pieces.push(standInText(token.text));
        continue;
      }
      if (FRAME.has(token.name)) continue;
      if (token.type === "open" && DROPPED.has(token.name)) {
        dropping = token.name;
        continue;
      }
      const name = token.name === "xmp" ? "pre" : token.name;
      pieces.push(token.type === "open" ? `<${name}${token.source}>` : `</${name}>`);
      if (VOID_ELEMENTS.has(token.name)) continue;
      depth = Math.max(0, depth + (token.type === "open" ? 1 : -1));
      deepest = Math.max(deepest, depth);
    }
  }
  return { html: pieces.join(""), depth: deepest };
}

/** Private characters, invisible and absent from real pages, that replace others while a page is converted. */
const LESS_THAN = "\ue000";
const AMPERSAND = "\ue001";
const LINE_FEED = "\ue002";
const SPACE = "\ue003";
const TAB = "\ue004";
const STAND_INS = /[\ue000-\ue004]/g;

function standInText(text: string): string {
  return text.replace(STAND_INS, "").replaceAll("<", LESS_THAN).replaceAll("&", AMPERSAND);
}

/** Replaces all white space of preformatted text, so that no converter sees a long run of it. */
export function standInBlanks(text: string): string {
  return text
    .replace(/\r\n?|\n/g, LINE_FEED)
    .replaceAll("\t", TAB)
    .replace(/\s/g, SPACE);
}

/** Restores the characters of a text that {@link tidyHtml} and {@link standInBlanks} replaced. */
export function restoredText(text: string): string {
  return text
    .replaceAll(LESS_THAN, "<")
    .replaceAll(AMPERSAND, "&")
    .replaceAll(LINE_FEED, "\n")
    .replaceAll(SPACE, " ")
    .replaceAll(TAB, "\t");
}
