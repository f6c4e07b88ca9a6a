import { yieldToEventLoop } from "../../../../values/index.js";

/**
 * What nobody sees on a page but a model reads. Joiners and the selectors of emoji stay where they have something to join or
 * select, one at a time: in a row they can spell a hidden text.
 */
const UNSEEN = new RegExp(
  [
    // Control characters but for tabs and line ends.
    /[^\P{Cc}\t\n\r]/u,
    // Tags, blanks without width, marks that turn the direction of writing; some signs of Arabic are seen.
    /(?!\u200c|\u200d|[\u0600-\u0605]|\u06dd|\u070f|\u08e2)\p{Cf}/u,
    /[\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u,
    // Letters without a shape.
    /\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/u,
    /(?!\ufe0e|\ufe0f)\p{Variation_Selector}/u,
    /(?<=\ufe0e|\ufe0f)(?:\ufe0e|\ufe0f)/u,
    /(?<=\p{ASCII}|\u200c|\u200d|^)(?:\u200c|\u200d)/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** Characters that are looked at in one go: a few milliseconds. */
const PIECE_LENGTH = 64 * 1024;

/** Takes out of a short text what nobody sees. */
export function visibleOnly(text: string): string {
  return text.replace(UNSEEN, "");
}

/** Takes out of a long text what nobody sees, in pieces, so that other work gets its turn. */
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

/** What belongs to the character before it: a second half, a joiner, a selector. */
const FOLLOWING = /[\udc00-\udfff]|\u200c|\u200d|\ufe0e|\ufe0f/;

/** The next place behind which a text can be cut without a change of what is seen, mostly the very one. */
function pieceEnd(text: string, end: number): number {
  const last = Math.min(text.length, end + MAX_FOLLOWING);
  let at = Math.min(text.length, end);
  while (at < last && FOLLOWING.test(text[at] ?? "")) at += 1;
  return at;
}

/** More in a row belong to nothing. */
const MAX_FOLLOWING = 16;
