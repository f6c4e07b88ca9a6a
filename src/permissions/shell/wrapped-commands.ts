import { bareName, SHELLS } from "../wrappers/index.js";
import { readWrapper, type WrapperReading } from "./read-wrapper.js";
import type { ShellWord } from "./shell-word.js";

/** Short options of shells that take the next word. */
const SHELL_VALUED = "oO";
/** Words of `find` and `fd` that a command follows (find(1), fd(1)). */
const EXEC_OPTIONS: ReadonlySet<string> = new Set(
  "-exec -execdir -ok -okdir -x -X --exec --exec-batch".split(" "),
);

/** Returns the commands that a simple command runs; `undefined` for one that runs none. */
export function wrappedCommands(words: readonly ShellWord[]): WrapperReading | undefined {
  const name = bareName(words[0]?.value ?? "");
  if (name === "find" || name === "fd" || name === "fdfind") return commandsOfFind(words);
  if (SHELLS.has(name)) {
    return { commands: [], scripts: scriptsOfShell(words), files: [], plain: false };
  }
  return readWrapper(words);
}

/** Returns the script that a shell receives with `-c`; a script from a file is not in the command. */
function scriptsOfShell(words: readonly ShellWord[]): readonly ShellWord[] {
  for (let index = 1; index < words.length; index += 1) {
    const { value } = words[index] as ShellWord;
    if (value === "--") return [];
    if (value.startsWith("--command=")) return [attachedScript(words[index] as ShellWord)];
    if (value === "--command") return words.slice(index + 1, index + 2);
    if (value.startsWith("--")) continue;
    if (!/^[-+]./.test(value)) return [];
    // A shell combines `-lc` with the next word.
    if (value.includes("c", 1)) return scriptOfShell(words, index + 1);
    if (value.length === 2 && SHELL_VALUED.includes(value[1] as string)) index += 1;
  }
  return [];
}

function attachedScript(word: ShellWord): ShellWord {
  return { ...word, value: word.value.slice(word.value.indexOf("=") + 1) };
}

/** Returns the script after `-c`, possibly after other options: `bash -c -o pipefail -- 'rm x'`. */
function scriptOfShell(words: readonly ShellWord[], first: number): readonly ShellWord[] {
  let index = first;
  for (; index < words.length; index += 1) {
    const { value = "" } = words[index] ?? {};
    if (value === "--") return words.slice(index + 1, index + 2);
    if (!/^[-+]./.test(value)) break;
    if (value.length === 2 && SHELL_VALUED.includes(value[1] as string)) index += 1;
  }
  return words.slice(index, index + 1);
}

function commandsOfFind(words: readonly ShellWord[]): WrapperReading | undefined {
  const commands: (readonly ShellWord[])[] = [];
  for (let index = 1; index < words.length; index += 1) {
    const option = words[index]?.value ?? "";
    if (!EXEC_OPTIONS.has(option)) continue;
    let end = index + 1;
    while (end < words.length && !/^[;+]$/.test(words[end]?.value ?? "")) end += 1;
    if (end > index + 1) commands.push(words.slice(index + 1, end).map(withoutPlaceholder));
    index = end;
  }
  return commands.length === 0 ? undefined : { commands, scripts: [], files: [], plain: false };
}

/** Marks a word with `{}`, which stands for every file that is found, as unknown. */
function withoutPlaceholder(word: ShellWord): ShellWord {
  return word.value.includes("{}") ? { ...word, known: false, start: "", wholePath: false } : word;
}
