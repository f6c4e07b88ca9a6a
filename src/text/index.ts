export { counted, inSeconds } from "./counted.js";
export { FNV_OFFSET, FNV_PRIME, fnv1a, textFingerprint } from "./fnv-1a.js";
export { HIDDEN_CHARACTER, HIDDEN_CHARACTERS } from "./hidden-characters.js";
export { isOneTypo } from "./one-typo.js";
export { shellQuoted, shellWord } from "./shell-quoted.js";
export { boundaryBefore, ellipsized, startOfText } from "./whole-characters.js";
export { ANY_TEXT, type TextMatcher, wildcard } from "./wildcard.js";
