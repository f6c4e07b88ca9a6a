import type { CommandPath } from "../commands/index.js";
import { NAME_READERS } from "../programs/index.js";
import { givenTexts, runsInput } from "../runners/index.js";
import { bareName, SHELLS } from "../wrappers/index.js";
import { knownCommand } from "./known-command.js";
import { readsOperands } from "./operand-paths.js";
import type { FoundCommand } from "./parsed-script.js";
import { type ShellWord, shellWord } from "./shell-word.js";
import { wrappedCommands } from "./wrapped-commands.js";
import { attachedPaths, namedByValue, namedInTexts } from "./writes/index.js";

/** A command of a script with its words. */
export interface ReadCommand extends FoundCommand {
  readonly words: readonly ShellWord[];
}

/** Programs of {@link NAME_READERS} that write files which options name. */
const WRITES_BY_OPTION = /^(?:tar|bsdtar|gtar|zip|7z|7za|7zr|7zz|rar|curl|wget)$/;

/** Built-ins that pass a value to every later program. */
const EXPORTS = /^(?:export|declare|typeset)$/;

/** Wrappers that set variables for their command: `env A=x git status`. */
const SETS_FOR_COMMAND = /^(?:env|sudo|doas)$/;

/** Programs that print their words, from which another program may take names or code. */
const PRINTS_WORDS = /^(?:echo|printf|ls|dir|realpath|readlink)$/;

/** Variables of git that name the repository to use. */
const NAMES_REPOSITORY = /^GIT_(?:DIR|WORK_TREE|COMMON_DIR)$/;

/** Maximum number of nested wrappers that are examined. */
const MAX_DEPTH = 4;

/** Returns whether a command may change a file that one of its words names, or that a value names. */
function mayChangeNamed(words: readonly ShellWord[], depth = 0): boolean {
  const program = bareName(words[0]?.value ?? "");
  if (program === "" || EXPORTS.test(program)) return program !== "" && words.length > 1;
  const inner = depth > MAX_DEPTH ? undefined : wrappedCommands(words)?.commands;
  if (inner !== undefined && inner.length > 0) return inner.some((each) => mayChangeNamed(each, depth + 1));
  if (program === "xargs") return false;
  if (NAME_READERS.has(program)) return WRITES_BY_OPTION.test(program);
  const plain = words.map(({ value }) => value);
  if (knownCommand([program, ...plain.slice(1)]) !== undefined) return false;
  return !readsOperands(program, words) || givenTexts(plain).length > 0 || attachedPaths(words).length > 0;
}

/** Finds the paths that commands of a script may change although they are only values, code or input of them. */
export function changedByValues(
  commands: readonly ReadCommand[],
  values: readonly ShellWord[],
): readonly CommandPath[] {
  const found: CommandPath[] = [];
  const texts: string[] = [];
  const changes = commands.some(({ words }) => mayChangeNamed(words));
  if (changes) found.push(...values.flatMap(namedByValue));
  const takesWords = commands.some(({ words }) => takesInput(words));
  for (const { command, words, within } of commands) {
    const plain = words.map(({ value }) => value);
    texts.push(...givenTexts(plain));
    if (words.length > 0) {
      for (const each of command.prefix) {
        if (each.type !== "Assignment" || each.value.type !== "Word" || NAMES_REPOSITORY.test(each.name))
          continue;
        found.push(...namedByValue(shellWord(each.value)));
      }
    }
    if (SETS_FOR_COMMAND.test(bareName(plain[0] ?? ""))) {
      found.push(...words.filter(({ value }) => /^\w+=/.test(value)).flatMap(namedByValue));
    }
    // `set -- x; touch $1`
    if (changes && plain[0] === "set") found.push(...words.slice(1).flatMap(namedByValue));
    if (!takesWords && !(changes && within === "$()")) continue;
    if (PRINTS_WORDS.test(bareName(plain[0] ?? ""))) texts.push(...plain.slice(1));
    if (plain[0] === "find") texts.push(...startingPoints(plain));
    for (const each of command.redirects) if (each.type === "HereDoc") texts.push(each.body.text);
  }
  return [...found, ...namedInTexts(texts)];
}

/** Returns whether a command builds the words of a changing command from its input, or runs its input as code. */
function takesInput(words: readonly ShellWord[]): boolean {
  const program = bareName(words[0]?.value ?? "");
  if (/^(?:xargs|parallel|sem|rush)$/.test(program)) return mayChangeNamed(words);
  const wrapped = wrappedCommands(words);
  if (SHELLS.has(program)) return wrapped?.scripts.length === 0;
  if (wrapped !== undefined && wrapped.commands.length > 0) return wrapped.commands.some(takesInput);
  return runsInput(words.map(({ value }) => value));
}

function startingPoints(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word, index) => index > 0 && /^[-(!]/.test(word));
  return words.slice(1, end === -1 ? words.length : end);
}
