import type { ParsedScript } from "unbash";
import {
  type CertainCommand,
  type CommandPath,
  MAX_COMMANDS,
  MAX_SCRIPT_DEPTH,
  MAX_WORDS,
  MAX_WRAPPER_DEPTH,
  wordCount,
} from "../commands/index.js";
import { PATTERN_VALUE, PATTERN_WORD } from "../programs/index.js";
import { readProjectCommand } from "../project/index.js";
import { type KnownCommand, knownCommand, pathsOfWord } from "./known-command.js";
import { mergedPath, pathKey } from "./merged-path.js";
import { expandedCommands, type PlainCommand, type PlainCommands, plainCommands } from "./plain-commands.js";
import { literalWord } from "./shell-word.js";
import { commandText, type StrictList, strictTokens } from "./strict-tokens.js";
import { expandedText } from "./variables/index.js";
import { belowFolder, type WorkingFolders } from "./working-folders.js";
import { wrappedCommands } from "./wrapped-commands.js";

/** The part of a command that is certain, and the paths that its read-only parts name. */
export interface CertainReading {
  readonly commands: readonly CertainCommand[];
  /** Paths of the commands with only known words; the paths of the others are found more loosely. */
  readonly paths: readonly CommandPath[];
  /** Whether `paths` is complete: every word of every command is known. */
  readonly complete: boolean;
  /** Set if a command runs in a folder that is only known at run time; states the reason. */
  readonly unknownPaths?: string | undefined;
}

/** The name of a program after a wrapper; an assignment or an option does not match. */
const PROGRAM_NAME = /^[A-Za-z0-9_./][A-Za-z0-9_./+-]*$/;

/** Built-ins that may change the meaning of the words after them. */
const CHANGES_SHELL = new Set(
  (
    "alias unalias shopt hash enable set export declare typeset local readonly unset source . eval exec trap builtin let read " +
    "mapfile readarray getopts umask ulimit history bind complete compgen compopt pushd popd dirs shift return break continue " +
    "exit logout fc wait printf"
  ).split(" "),
);

/**
 * Returns the simple commands that a shell runs for a text, if two readings agree: a strict one by characters, and the
 * tree of the parser. Returns `undefined` in all other cases.
 */
export function certainCommands(
  command: string,
  script: ParsedScript,
  parse: (source: string) => ParsedScript,
): CertainReading | undefined {
  const list = agreedCommands(command, script);
  if (list === undefined) return undefined;
  const collector = new CertainCollector(parse);
  return list.every((each) => collector.add(each, 0)) ? collector.result() : undefined;
}

class CertainCollector {
  readonly #commands: CertainCommand[] = [];
  readonly #paths = new Map<string, CommandPath>();
  #complete = true;
  #words = 0;
  #unknownPaths: string | undefined;

  constructor(private readonly parse: (source: string) => ParsedScript) {}

  /** Adds a command and the commands that it runs; returns false if not all of it is certain. */
  add({ words, folders, patterns }: PlainCommand, depth: number, scripts = 0): boolean {
    this.#words += words.length;
    if (this.#words > MAX_WORDS) return false;
    if (depth > MAX_WRAPPER_DEPTH || scripts > MAX_SCRIPT_DEPTH) return false;
    const known = knownCommand(patterns.size === 0 ? words : markedWords(words, patterns));
    if (known !== undefined && known.effect !== "anything") {
      const text = commandText(words);
      this.#commands.push({ text, words, effect: known.effect, ...foldersOf(known, folders) });
      this.#addPaths(known.paths, folders);
      return true;
    }
    if (patterns.size > 0) return false;
    const wrapped = wrappedCommands(words.map(literalWord));
    if (wrapped?.problem !== undefined) return false;
    const [inner] = wrapped?.commands ?? [];
    if (wrapped?.plain === true && inner !== undefined && PROGRAM_NAME.test(inner[0]?.value ?? "")) {
      return this.add({ words: inner.map(({ value }) => value), folders, patterns }, depth + 1, scripts);
    }
    this.#complete = false;
    this.#commands.push({
      text: commandText(words),
      words,
      effect: "anything",
      ...projectUse(words, folders),
    });
    const inside = (wrapped?.commands ?? []).every((each) =>
      this.add({ words: each.map(({ value }) => value), folders, patterns }, depth + 1, scripts),
    );
    return (
      inside &&
      (wrapped?.scripts ?? []).every(({ value }) => {
        if (this.#words + wordCount(value) > MAX_WORDS) return false;
        const inScript = agreedCommands(value, this.parse(value));
        return inScript?.every((each) => this.add(each, depth + 1, scripts + 1)) ?? false;
      })
    );
  }

  #addPaths(paths: readonly CommandPath[], folders: WorkingFolders): void {
    if (folders === undefined) this.#unknownPaths ??= "the folder that it runs in is only known at run time";
    for (const found of pathsIn(folders ?? [""], paths)) {
      const key = pathKey(found);
      this.#paths.set(key, mergedPath(this.#paths.get(key), found));
    }
  }

  result(): CertainReading {
    return {
      commands: this.#commands,
      paths: [...this.#paths.values()],
      complete: this.#complete,
      unknownPaths: this.#unknownPaths,
    };
  }
}

/** Returns paths as they are in each of the folders. */
function pathsIn(folders: readonly string[], paths: readonly CommandPath[]): readonly CommandPath[] {
  return paths.flatMap((found) => {
    // A certain word with `~` was quoted, so it is an ordinary name.
    const name = found.path.startsWith("~") ? `./${found.path}` : found.path;
    return folders.map((folder) => {
      const path = belowFolder(folder, name);
      const isEntered = found.pattern === true && path !== name;
      return { ...found, path, ...(isEntered && { enteredFolder: folder }) };
    });
  });
}

/** Returns the use of a project by a command, if the tables explain it. */
function projectUse(words: readonly string[], folders: WorkingFolders): Pick<CertainCommand, "project"> {
  const project = folders === undefined ? undefined : readProjectCommand(words);
  if (project === undefined || folders === undefined) return {};
  const { needs, folder } = project;
  const used = folder === undefined ? folders : folders.map((each) => belowFolder(each, folder));
  const entered = folder === undefined ? [] : pathsOfWord({ is: "folder", word: folder });
  const paths = pathsIn(folders, [...project.words.flatMap(pathsOfWord), ...entered]);
  return { project: { needs, folders: used, paths } };
}

function agreedCommands(text: string, script: ParsedScript): readonly PlainCommand[] | undefined {
  if ((script.errors?.length ?? 0) > 0) return undefined;
  const plain = strictTokens(text);
  if (plain !== undefined) return agreed(plain, plainCommands(script.commands));
  const expanded = expandedText(text);
  const strict = expanded === undefined ? undefined : strictTokens(expanded);
  return strict && agreed(strict, expandedCommands(script.commands));
}

/** Returns the commands of two readings if they are the same. */
function agreed(strict: StrictList, parsed: PlainCommands | undefined): readonly PlainCommand[] | undefined {
  if (parsed === undefined || parsed.redirections !== strict.redirections) return undefined;
  const { commands } = parsed;
  if (commands.length > MAX_COMMANDS) return undefined;
  const agree = commands.every(({ words, patterns }, index) => {
    const strictWords = strict.commands[index];
    const inStrict = strict.patterns[index] ?? new Set();
    return (
      words.length === strictWords?.length &&
      words.every((word, at) => word === strictWords[at] && patterns.has(at) === inStrict.has(at))
    );
  });
  if (!agree || commands.length !== strict.commands.length) return undefined;
  if (commands.length === 1) return commands;
  return commands.some(changesShell) ? undefined : commands;
}

/** Returns whether a command may change the meaning of those after it. `printf` does so only with some options and formats. */
function changesShell({ words }: PlainCommand): boolean {
  const [name = ""] = words;
  return CHANGES_SHELL.has(name) && !(name === "printf" && knownCommand(words) !== undefined);
}

/** Returns the folders that git is told to use, unless it is the one where the text starts. */
function foldersOf(
  { effect, folder }: KnownCommand,
  folders: WorkingFolders,
): Pick<CertainCommand, "folders"> {
  if ((effect !== "reads-repository" && effect !== "reads-account") || folders === undefined) return {};
  const used = folder === undefined ? folders : folders.map((each) => belowFolder(each, folder));
  return used.every((each) => each === "") ? {} : { folders: used };
}

/** Marks the words that the shell replaces by names of files, for the tables of programs. */
function markedWords(words: readonly string[], patterns: ReadonlySet<number>): readonly string[] {
  return words.map((word, index) => {
    if (!patterns.has(index)) return word;
    const equals = word.indexOf("=");
    const inOption = word.startsWith("--") && equals !== -1 && !/[*?]/.test(word.slice(0, equals));
    if (inOption) return `${word.slice(0, equals + 1)}${PATTERN_VALUE}${word.slice(equals + 1)}`;
    // Names that replace it could be options, or `.` and `..`.
    const isParent = word.split("/").some((name) => /^\.{1,2}[*?]/.test(name));
    return word.startsWith("-") || isParent ? UNKNOWN_WORD : `${PATTERN_WORD}${word}`;
  });
}

/** A word that no table explains. */
const UNKNOWN_WORD = `-${PATTERN_WORD}`;
