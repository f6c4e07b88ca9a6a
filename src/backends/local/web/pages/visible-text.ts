import { yieldToEventLoop } from "../../../../values/index.js";

/**
 * Characters that are invisible on a page but visible to a model. Joiners and emoji selectors stay where they
 * apply to a character, one at a time: several in a row can encode a hidden text.
 */
const UNSEEN = new RegExp(
  [
    // Control characters except tabs and line breaks.
    /[^\P{Cc}\t\n\r]/u,
    // Tags, zero-width blanks, and marks that change the direction of writing; some Arabic signs are visible.
    /(?!\u200c|\u200d|[\u0600-\u0605]|\u06dd|\u070f|\u08e2)\p{Cf}/u,
    /[\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u,
    // Letters without a glyph.
    /\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u,
    /(?!\ufe0e|\ufe0f)\p{Variation_Selector}/u,
    /(?<=\ufe0e|\ufe0f)(?:\ufe0e|\ufe0f)/u,
    /(?<=\p{ASCII}|\u200c|\u200d|^)(?:\u200c|\u200d)/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** Characters processed without a pause: a few milliseconds. */
const PIECE_LENGTH = 64 * 1024;

/** Removes invisible characters from a short text. */
export function visibleOnly(text: string): string {
  return text.replace(UNSEEN, "");
}

/** Removes invisible characters from a long text, in pieces, and yields to the event loop in between. */
export async function visibleText(text: string): Promise<string> {
  if (text.length <= PIECE_LENGTH) return visibleOnly(text);
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start + PIECE_LENGTH);
    pieces.push(visibleOnly(text.slice(start, end)));
    start = end;
    await yieldToEventLoop();
  }
  return pieces.join("");
}

/** Characters that belong to the preceding one: a second half of a pair, a joiner, a selector. */
const FOLLOWING = /[\udc00-\udfff]|\u200c|\u200d|\ufe0e|\ufe0f/;

/** Returns the next position, mostly `end` itself, at which a text can be split without a visible change. */
function pieceEnd(text: string, end: number): number {
  const last = Math.min(text.length, end + MAX_FOLLOWING);
  let at = Math.min(text.length, end);
  while (at < last && FOLLOWING.test(text[at] ?? "")) at += 1;
  return at;
}

/** Longest such sequence; longer ones belong to no character. */
const MAX_FOLLOWING = 16;
