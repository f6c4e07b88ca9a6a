/**
 * Characters that a reader does not see or that change how other text is shown: control, format, private and unassigned
 * characters, lone surrogates, line and paragraph separators, and letters without a shape (Hangul fillers).
 */
export const HIDDEN_CHARACTER = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;

/** {@link HIDDEN_CHARACTER}, for every occurrence in a text. */
export const HIDDEN_CHARACTERS: RegExp = new RegExp(HIDDEN_CHARACTER.source, "gu");
