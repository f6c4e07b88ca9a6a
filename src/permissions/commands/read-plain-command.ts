import { MAX_PARSED_LENGTH } from "./command-limits.js";

// ASCII only: in some locales a shell takes a byte of a non-ASCII letter for a blank.
const BARE = "[A-Za-z0-9_\\-./:=,@+]";
const QUOTED = "[A-Za-z0-9_\\-./:=,@+ ]*";
const WORD = new RegExp(`(?:${BARE}|'${QUOTED}'|"${QUOTED}")+`, "y");
// With `=` it is an assignment, with a blank or an option sign in front no program that anybody means.
const COMMAND_NAME = /^[A-Za-z0-9_./][A-Za-z0-9_./:,@+-]*$/;
const RESERVED = new Set(
  "if then else elif fi for while until do done case esac in function select time coproc".split(" "),
);

/**
 * Reads one simple command made of nothing but plain words, so that what a shell runs is exactly what was read.
 *
 * Plain are ASCII letters, digits and `_ - . / : = , @ +`, also in simple quotes, where a blank is plain too; words stand
 * one blank apart. Anything else (operators, substitutions, redirections, globs, braces, `~ $ # !`, backslashes, line
 * ends, control and non-ASCII characters), an assignment or a reserved word in front, and more than 10,000 characters
 * give `undefined`. Words with blanks come back in double quotes, all others bare.
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

/** The words of what {@link readPlainCommand} gave. */
export function plainWords(plain: string): readonly string[] {
  return (plain.match(/"[^"]*"|[^ ]+/g) ?? []).map((word) => word.replace(/^"|"$/g, ""));
}
