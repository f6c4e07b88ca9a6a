import type { CommandPath } from "../../commands/index.js";
import type { ShellWord } from "../shell-word.js";

/** Maximum number of pieces of the texts of one command that are looked up: each costs a file-system call. */
const MAX_PIECES = 48;
/** Maximum length of a text that is divided, in characters. */
const MAX_TEXT = 20_000;
/** Maximum length of a path, in characters. */
const MAX_PATH = 1_024;

/** Characters between the names in code and in commands. A backslash also separates, as `\n` does in a text. */
const BETWEEN = /[\s"'`()[\]{},;|<>=:&\\!?*$+]+/;

/** A piece with a hidden name or a folder: examined before plain names such as `Jenkinsfile`. */
const PLAIN_PATH = /(?:^|\/)\.[A-Za-z]|\//;

/**
 * Returns the paths that a program may change because its code or its commands name them: `python -c`, `git -c alias.x='!...'`,
 * `ed <<< 'w x'`. They count only if they are protected or secret.
 */
export function namedInTexts(texts: readonly string[]): readonly CommandPath[] {
  const plain = new Set<string>();
  const names = new Set<string>();
  for (const text of texts) {
    for (const piece of text.slice(0, MAX_TEXT).split(BETWEEN)) {
      if (piece.length < 2 || piece.length > MAX_PATH || piece.startsWith("-") || piece.startsWith("//"))
        continue;
      (PLAIN_PATH.test(piece) ? plain : names).add(piece);
    }
  }
  return [...plain, ...names].slice(0, MAX_PIECES).map(changedValue);
}

/** Returns the paths that a value may be: a word, and the folder before a pattern. They count if they are protected or secret. */
export function namedByValue({ start, wholePath }: ShellWord): readonly CommandPath[] {
  if (wholePath) return namedInTexts([start]);
  const folder = start.slice(0, start.lastIndexOf("/"));
  return folder === "" ? [] : [changedValue(folder)];
}

function changedValue(path: string): CommandPath {
  return { path, access: "read", role: "mention", value: true, mayChange: true };
}
