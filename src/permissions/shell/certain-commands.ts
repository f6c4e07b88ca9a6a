import type { ParsedScript, Statement } from "unbash";
import { MAX_WRAPPER_DEPTH } from "../command-limits.js";
import type { CertainCommand, CommandPath } from "../command-reading.js";
import { knownReadOnly } from "./read-only-commands.js";
import { literalWord, shellWord } from "./shell-word.js";
import { commandText, strictTokens } from "./strict-tokens.js";
import { behindTransparentWrapper, isWrapper, wrappedCommands } from "./wrappers.js";

/** What is certain of a command, and the paths that its read-only parts name. */
export interface Certainty {
  readonly commands: readonly CertainCommand[];
  /** Paths of commands that are known in all their words; those of the others are found more loosely. */
  readonly paths: readonly CommandPath[];
  /** Whether `paths` are all the paths there are: every command is known in all its words, and none changes the folder. */
  readonly complete: boolean;
}

/** Built-ins after which the same words may mean something else. */
const CHANGES_SHELL = new Set(
  (
    "alias unalias shopt hash enable set export declare typeset local readonly unset source . eval exec trap builtin let read " +
    "mapfile readarray getopts umask ulimit history bind complete compgen compopt pushd popd dirs shift return break continue " +
    "exit logout fc wait printf"
  ).split(" "),
);

/**
 * The simple commands that a shell runs for a text, when two readings agree: a strict one by characters, and the tree of
 * the parser. `undefined` in all other cases.
 */
export function certainCommands(
  command: string,
  script: ParsedScript,
  parse: (source: string) => ParsedScript,
): Certainty | undefined {
  const lists = agreedCommands(command, script);
  if (lists === undefined) return undefined;
  const commands: CertainCommand[] = [];
  const paths: CommandPath[] = [];
  let complete = true;
  const add = (words: readonly string[], depth: number): boolean => {
    if (depth > MAX_WRAPPER_DEPTH) return false;
    const known = knownReadOnly(words);
    if (known !== undefined) {
      commands.push({ text: commandText(words), words, effect: known.effect });
      // Quoted, for it would not be certain otherwise: a name like any other.
      paths.push(
        ...known.paths.map((each) =>
          each.path.startsWith("~") ? { ...each, path: `./${each.path}` } : each,
        ),
      );
      if (words[0] === "cd") complete = false;
      return true;
    }
    complete = false;
    const inner = behindTransparentWrapper(words);
    if (inner !== undefined) return add(inner, depth + 1);
    commands.push({ text: commandText(words), words, effect: "anything" });
    const [name = ""] = words;
    const wrapped = isWrapper(name) || name === "find" ? wrappedCommands(words.map(literalWord)) : undefined;
    const inside = (wrapped?.commands ?? []).every((each) =>
      add(
        each.map(({ value }) => value),
        depth + 1,
      ),
    );
    return (
      inside &&
      (wrapped?.scripts ?? []).every(({ value }) => {
        const inScript = agreedCommands(value, parse(value));
        return inScript?.every((each) => add(each, depth + 1)) ?? false;
      })
    );
  };
  return lists.every((words) => add(words, 0)) ? { commands, paths, complete } : undefined;
}

function agreedCommands(text: string, script: ParsedScript): readonly (readonly string[])[] | undefined {
  const strict = strictTokens(text);
  if (strict === undefined || (script.errors?.length ?? 0) > 0) return undefined;
  const parsed = plainCommands(script.commands);
  if (parsed === undefined || parsed.redirections !== strict.redirections) return undefined;
  if (JSON.stringify(parsed.commands) !== JSON.stringify(strict.commands)) return undefined;
  const { commands } = strict;
  const directoryChanges = commands.filter(([name]) => name === "cd").length;
  const changes = commands.some(([name = ""]) => CHANGES_SHELL.has(name));
  return commands.length > 1 && (changes || directoryChanges > 1) ? undefined : commands;
}

/** The words of all commands of a tree of nothing but lists, pipelines and simple commands. */
function plainCommands(
  statements: readonly Statement[],
): { readonly commands: readonly (readonly string[])[]; readonly redirections: number } | undefined {
  const commands: string[][] = [];
  let redirections = 0;
  const waiting: Statement["command"][] = [];
  for (const { command, background } of statements) {
    if (background === true) return undefined;
    waiting.push(command);
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node.type === "AndOr") waiting.push(...[...node.commands].reverse());
      else if (node.type === "Pipeline") {
        if (node.prefixes.length > 0 || node.operators.some((operator) => operator !== "|")) return undefined;
        waiting.push(...[...node.commands].reverse());
      } else if (node.type === "Command") {
        const { name, args, prefix, redirects } = node;
        if (name === undefined || prefix.some((each) => each.type === "Assignment")) return undefined;
        if (redirects.some((each) => each.type !== "Redirect")) return undefined;
        redirections += redirects.length;
        const words = [name, ...args].map(shellWord);
        if (!words.every((word) => word.known && !word.tilde)) return undefined;
        commands.push(words.map(({ value }) => value));
      } else return undefined;
    }
  }
  return { commands, redirections };
}
