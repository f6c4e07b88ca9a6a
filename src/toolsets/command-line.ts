import { shellQuoted } from "../text/index.js";

/** Word that a shell takes literally, and never as an assignment, a pattern or a keyword. */
const PLAIN_WORD = /^[\w@%+,./:-]+$/;

/** Words with a special meaning at the position of a command in a shell. */
const RESERVED =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|select|function|time|coproc)$/;

/** Path or name of bash, in any folder. */
const BASH = /^(?:\/(?:usr\/)?(?:local\/)?bin\/)?bash$/;

/** Options after which bash takes a script as an argument, without further effects: run it, as a login shell or not. */
const SCRIPT_OPTION = /^-(?:c|lc|cl)$/;

/**
 * Converts a list of arguments, as Codex' models send it, to a command line.
 *
 * `["bash", "-lc", script]` becomes the script: it runs in bash anyway, so the judged text is what runs. A single argument
 * is a command line, because models mean it so. Otherwise each word is quoted, so that every argument is only text.
 *
 * @example
 * commandLine(["bash", "-lc", "ls | wc -l"]); // ls | wc -l
 * commandLine(["git", "commit", "-m", "a; b"]); // git commit -m 'a; b'
 */
export function commandLine(words: readonly string[]): string {
  const [first = "", second, third] = words;
  if (words.length === 1) return first;
  if (words.length === 3 && BASH.test(first) && SCRIPT_OPTION.test(second ?? "")) return third ?? "";
  return words.map((word, index) => quoted(word, { isCommand: index === 0 })).join(" ");
}

function quoted(word: string, { isCommand }: { readonly isCommand: boolean }): string {
  const isPlain = PLAIN_WORD.test(word) && !(isCommand && RESERVED.test(word));
  return isPlain ? word : shellQuoted(word);
}
