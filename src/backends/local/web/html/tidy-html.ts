import { htmlTokens, VOID_ELEMENTS } from "./html-tokens.js";

/** HTML that a parser takes in linear time, and how deep it is nested. */
export interface TidyHtml {
  readonly html: string;
  readonly depth: number;
}

/** Elements that every page has, written or not: whoever parses the rest adds them; and one that parsers never end. */
const FRAME = new Set(["html", "head", "body", "plaintext"]);

/** Elements whose content is of no use and can be long. */
const DROPPED = new Set(["script", "style", "iframe", "noembed", "noframes"]);

/**
 * Writes the inside of a page anew without comments, scripts and styles.
 *
 * Parsers make a node of each entity and each stray `<`, which takes seconds where there are thousands: they are
 * written as characters that mean nothing, and must be {@link restoredText} in the end.
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

/** Private characters, which nobody sees and no page keeps, for `<` and `&`. */
const LESS_THAN = "\ue000";
const AMPERSAND = "\ue001";

function standInText(text: string): string {
  return text
    .replace(/[\ue000\ue001]/g, "")
    .replaceAll("<", LESS_THAN)
    .replaceAll("&", AMPERSAND);
}

/** Puts the characters of a text back that {@link tidyHtml} wrote otherwise. */
export function restoredText(text: string): string {
  return text.replaceAll(LESS_THAN, "<").replaceAll(AMPERSAND, "&");
}
