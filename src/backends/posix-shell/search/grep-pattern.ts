import { Buffer } from "node:buffer";
import type { TextSearch } from "../../../contract/index.js";
import { requiredText } from "../../memory/index.js";

/** A shorter text selects so many files that looking for it is not worth its time. */
const MIN_LENGTH = 2;

/** Longest text; any part of the required text selects enough files. */
const MAX_LENGTH = 200;

const SPECIAL = /[.[\]*^$\\+?(){}|]/;

/** First bytes of a text in UTF-16, which no pattern of bytes describes. */
const UTF16 = "^(\xff\xfe|\xfe\xff)";

/**
 * Returns an extended regular expression for `grep`, as bytes, that matches in every file in which a text search finds
 * something, and in others as well; `undefined` if there is none. Throws `invalid-pattern`.
 */
export function grepPattern({ pattern, literal, caseSensitive, multiline }: TextSearch): string | undefined {
  const required = requiredText(pattern, {
    literal: literal === true,
    ignoreCase: caseSensitive !== true,
    within: multiline === true ? "texts" : "lines",
  });
  if (required.length < MIN_LENGTH) return undefined;
  const positions = required.slice(0, MAX_LENGTH).map((forms) => {
    const [first = "", ...others] = forms.map(escaped);
    return others.length === 0 ? first : `(${[first, ...others].join("|")})`;
  });
  return `${positions.join("")}|${UTF16}`;
}

function escaped(character: string): string {
  const bytes = Buffer.from(character).toString("latin1");
  return SPECIAL.test(character) ? `\\${bytes}` : bytes;
}
