import { shellQuoted } from "../tools/index.js";

/** A word that a shell takes as it is, and never as an assignment, a pattern, or a word of its own. */
const PLAIN_WORD = /^[\w@%+,./:-]+$/;

/** Words that begin something in a shell where a command may stand. */
const RESERVED =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|select|function|time|coproc)$/;

/** bash by its name, whatever its place. */
const BASH = /^(?:\/(?:usr\/)?(?:local\/)?bin\/)?bash$/;

/** Options after which bash takes a script and nothing else follows from them: read from an argument, as a login shell. */
const SCRIPT_OPTION = /^-(?:c|lc|cl)$/;

/**
 * The command line of a list of arguments, as Codex' models send it.
 *
 * `["bash", "-lc", script]` is the script: it runs in bash anyway, and so what is judged is what runs. A single argument is
 * a command line as it stands, because that is what models mean by it. Everything else is quoted word by word, so that no
 * argument is anything but text.
 *
 * @example
 * commandLine(["bash", "-lc", "ls | wc -l"]); // ls | wc -l
 * commandLine(["git", "commit", "-m", "a; b"]); // git commit -m 'a; b'
 */
export function commandLine(words: readonly string[]): string {
  const [first = "", second, third] = words;
  if (words.length === 1) return first;
  if (words.length === 3 && BASH.test(first) && SCRIPT_OPTION.test(second ?? "")) return third ?? "";
  return words.map((word, index) => quoted(word, index === 0)).join(" ");
}

function quoted(word: string, isCommand: boolean): string {
  const isPlain = PLAIN_WORD.test(word) && !(isCommand && RESERVED.test(word));
  return isPlain ? word : shellQuoted(word);
}
