import { shellWord } from "../../text/index.js";
import type { CommandWords, OptionWords } from "./command-words.js";

/** The shells that a script can be written for. */
export const COMPLETED_SHELLS = ["bash", "zsh", "fish"] as const;

/** A shell that a script can be written for. */
export type CompletedShell = (typeof COMPLETED_SHELLS)[number];

/** The words that a script completes. */
export interface CompletionWords {
  readonly commands: readonly CommandWords[];
  /** The names of tools to offer. */
  readonly tools: readonly string[];
}

/** Returns the script that makes a shell complete the command line; the user loads it at the start of the shell. */
export function completionScript(shell: CompletedShell, words: CompletionWords): string {
  if (shell === "fish") return fishScript(words);
  const script = bashScript(words);
  // zsh runs scripts of bash through its own bashcompinit.
  return shell === "bash" ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`;
}

function bashScript({ commands, tools }: CompletionWords): string {
  return [
    "_collet() {",
    // bash passes the program, the word at the cursor and the word before it.
    `  local current="$2" previous="$3" command="\${COMP_WORDS[1]}"`,
    "  COMPREPLY=()",
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W ${shellWord([...commands.map(({ name }) => name), "help"].join(" "))} -- "$current"))`,
    "    return",
    "  fi",
    '  case "$command" in',
    ...commands.flatMap((command) => [
      `    ${command.name})`,
      '      case "$previous" in',
      ...command.options.filter(({ value }) => value !== "none").map(bashOption),
      "      esac",
      '      case "$current" in',
      `        -*) COMPREPLY=($(compgen -W ${shellWord(command.options.flatMap(({ flags }) => flags).join(" "))} -- "$current")) ;;`,
      `        *) ${bashArgument(command, tools)} ;;`,
      "      esac",
      "      ;;",
    ]),
    "  esac",
    "}",
    "complete -F _collet collet",
  ].join("\n");
}

function bashOption({ flags, value }: OptionWords): string {
  return `        ${flags.join("|")}) ${bashWords(value)}; return ;;`;
}

function bashArgument({ argument }: CommandWords, tools: readonly string[]): string {
  return bashWords(argument === "tool" ? { choices: tools } : argument);
}

function bashWords(value: OptionWords["value"]): string {
  if (typeof value === "object") {
    return `COMPREPLY=($(compgen -W ${shellWord(value.choices.join(" "))} -- "$current"))`;
  }
  if (value === "folder") return 'COMPREPLY=($(compgen -d -- "$current"))';
  return value === "file" ? 'COMPREPLY=($(compgen -f -- "$current"))' : "COMPREPLY=()";
}

function fishScript({ commands, tools }: CompletionWords): string {
  const lines = ["complete -c collet -f"];
  for (const { name, description } of commands) {
    lines.push(`complete -c collet -n __fish_use_subcommand -a ${name} -d ${fishWord(description)}`);
  }
  for (const command of commands) {
    const inCommand = `complete -c collet -n ${fishWord(`__fish_seen_subcommand_from ${command.name}`)}`;
    const argument = command.argument === "tool" ? { choices: tools } : command.argument;
    if (typeof argument === "object") lines.push(`${inCommand} -a ${fishWord(argument.choices.join(" "))}`);
    else if (argument === "file") lines.push(`${inCommand} -F`);
    for (const { flags, description, value } of command.options) {
      const names = flags.map((flag) =>
        flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
      );
      lines.push([inCommand, ...names, "-d", fishWord(description), ...fishValue(value)].join(" "));
    }
  }
  return lines.join("\n");
}

function fishValue(value: OptionWords["value"]): readonly string[] {
  if (value === "none") return [];
  if (typeof value === "object") return ["-x", "-a", fishWord(value.choices.join(" "))];
  if (value === "folder") return ["-x", "-a", fishWord("(__fish_complete_directories)")];
  return value === "file" ? ["-r", "-F"] : ["-x"];
}

/** Quotes a text for fish, where only `\` and `'` are special between single quotes. */
function fishWord(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
