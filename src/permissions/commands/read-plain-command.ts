import { MAX_PARSED_LENGTH } from "./command-limits.js";

// ASCII only: in some locales a shell treats a byte of a non-ASCII letter as a blank.
const BARE = "[A-Za-z0-9_\\-./:=,@+]";
const QUOTED = "[A-Za-z0-9_\\-./:=,@+ ]*";
const WORD = new RegExp(`(?:${BARE}|'${QUOTED}'|"${QUOTED}")+`, "y");
// A word with `=` is an assignment; a program name does not start with a blank or an option character.
const COMMAND_NAME = /^[A-Za-z0-9_./][A-Za-z0-9_./:,@+-]*$/;
const RESERVED = new Set(
  "if then else elif fi for while until do done case esac in function select time coproc".split(" "),
);

/**
 * Reads one simple command that consists only of plain words, so that a shell runs exactly these words.
 *
 * Plain characters are ASCII letters, digits and `_ - . / : = , @ +`, even in simple quotes, where a space is plain too.
 * Words are separated by one space. The function returns `undefined` for anything else (operators, substitutions,
 * redirections, globs, braces, `~ $ # !`, backslashes, line ends, control and non-ASCII characters), for a leading
 * assignment or reserved word, and for more than 10,000 characters. Words with spaces are returned in double quotes, all
 * others bare.
 */
export function readPlainCommand(command: string): string | undefined {
  if (command.length > MAX_PARSED_LENGTH) return undefined;
  const words: string[] = [];
  for (let index = 0; index <= command.length; index += 1) {
    WORD.lastIndex = index;
    const word = WORD.exec(command)?.[0];
    if (word === undefined) return undefined;
    index += word.length;
    if (index < command.length && command[index] !== " ") return undefined;
    words.push(plainWord(word));
  }
  const name = words[0] ?? "";
  return COMMAND_NAME.test(name) && !RESERVED.has(name) ? words.join(" ") : undefined;
}

function plainWord(word: string): string {
  const bare = word.replace(/['"]/g, "");
  return bare === "" || bare.includes(" ") ? `"${bare}"` : bare;
}

/** Splits the result of {@link readPlainCommand} into words. */
export function plainWords(plain: string): readonly string[] {
  return (plain.match(/"[^"]*"|[^ ]+/g) ?? []).map((word) => word.replace(/^"|"$/g, ""));
}
