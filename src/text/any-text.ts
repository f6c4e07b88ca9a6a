/**
 * A wildcard in a pattern of file names for any text, even one that starts with a dot. A character for private use, so that a real word
 * hardly contains it; one that does matches more names than the shell finds.
 */
export const ANY_TEXT = "\uE002";
