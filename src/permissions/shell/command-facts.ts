import type { Command } from "unbash";
import {
  type CommandPath,
  type CommandReading,
  type ListedCommand,
  MAX_COMMANDS,
  MAX_PATHS,
  MAX_SCRIPT_DEPTH,
  MAX_WORDS,
  MAX_WRAPPER_DEPTH,
  runTimeArithmetic,
  wordCount,
} from "../commands/index.js";
import { NAME_READERS } from "../programs/index.js";
import { bareName, SHELLS } from "../wrappers/index.js";
import { changedByValues, type ReadCommand } from "./changing-commands.js";
import { insertedNames } from "./inserted-names.js";
import { mergedPath, pathKey } from "./merged-path.js";
import { type FoundPaths, operandPaths, redirectionPath } from "./operand-paths.js";
import { type FoundCommand, type ScriptContents, type ShellParser, scriptContents } from "./parsed-script.js";
import { runTimeProgram } from "./run-time-program.js";
import { literalWord, type ShellWord, shellWord } from "./shell-word.js";
import { belowFolder, enteredFolders, folderChange, joinedFolders } from "./working-folders.js";
import { wrappedCommands } from "./wrapped-commands.js";
import { attachedPaths, contentChanges } from "./writes/index.js";

/** The facts of a command that a parser finds, without those that are certain. */
export type CommandFacts = Required<Pick<CommandReading, "commands" | "paths">> &
  Pick<CommandReading, "unknownPaths" | "unknownChanges" | "uninspected"> & {
    /** The variables that are set before each command, each as `NAME=value`. */
    readonly variables: readonly (readonly string[])[];
    /** The first part that could not be understood. */
    readonly problem?: string | undefined;
    /** The reason why it runs code that is only known at run time, apart from what its words show. */
    readonly runTime?: string | undefined;
    /** The tree of the command itself. */
    readonly contents: ScriptContents;
  };

/** Finds all simple commands of a text, including those after wrappers and in scripts, and all paths they name. */
export function commandFacts(parser: ShellParser, command: string): CommandFacts {
  const collector = new FactCollector(parser);
  const contents = collector.script(command, undefined, 0);
  return { ...collector.result(), contents };
}

class FactCollector {
  readonly #commands: ListedCommand[] = [];
  readonly #paths = new Map<string, CommandPath>();
  readonly #variables: (readonly string[])[] = [];
  /** Folders that a `cd` may have entered, each relative to where the command starts. */
  #folders: readonly string[] = [""];
  #folderChanges = 0;
  /** Words that were read: as those of commands, and for the folders that wrappers enter. */
  #words = 0;
  #folderWords = 0;
  #unknownPaths: string | undefined;
  #unknownChanges: string | undefined;
  #uninspected: string | undefined;
  #problem: string | undefined;
  #runTime: string | undefined;

  constructor(private readonly parser: ShellParser) {}

  script(source: string, within: string | undefined, depth: number): ScriptContents {
    const contents = scriptContents(this.parser, source);
    this.#problem ??= contents.problem;
    if (depth > 0) this.#runTime ??= runTimeArithmetic(source);
    const commands = contents.commands.map((found) => ({ ...found, words: wordsOf(found) }));
    const read = depth > 0 ? 0 : commands.reduce((sum, { words }) => sum + words.length, 0);
    if (!this.#mayRead(read)) return contents;
    for (const { command, words } of commands) {
      if (changesFolderVariable(command)) this.#unknownPaths ??= UNKNOWN_FOLDER;
      if (words.length > 0) this.#folder(words, { repeats: contents.repeats });
    }
    for (const { operator, target } of contents.redirections) {
      if (this.#uninspected !== undefined) break;
      if (target === undefined) this.#problem ??= "a redirection has no target";
      else if (!/^[<>]&$/.test(operator) || !/^(?:\d+-?|-)$/.test(target.value)) {
        this.#add(redirectionPath(shellWord(target), /^<&?$/.test(operator) ? "read" : "write"));
      }
    }
    if (contents.values.length > MAX_VALUES) this.#stop(`it sets more than ${MAX_VALUES} values`);
    for (const word of contents.values.slice(0, MAX_VALUES))
      this.#add({ paths: valuePaths(shellWord(word)) });
    this.#add({ paths: changedByValues(commands, contents.values.slice(0, MAX_VALUES).map(shellWord)) });
    this.#inserted(commands, contents);
    for (const { command, words, within: inner } of commands) {
      // A part that is not examined makes the whole command ask, for rules about commands too.
      if (this.#uninspected !== undefined) {
        this.#stop(this.#uninspected);
        break;
      }
      const assigned = command.prefix.flatMap((each) =>
        each.type === "Assignment" ? [shellWord(each).value] : [],
      );
      if (assigned.length > 0) this.#variables.push(assigned);
      if (words.length > 0) this.#command(words, inner ?? within, depth);
    }
    return contents;
  }

  /** Adds the files that patterns may insert, and those that `xargs` may receive from the words of other commands. */
  #inserted(commands: readonly ReadCommand[], { redirections, values }: ScriptContents): void {
    const reads = commands.some(({ words }) => words.some(({ value }) => READS_WORDS_NAME.test(value)));
    // A command that lists or prints names opens no file.
    const listed = commands.filter(
      (found) => reads || !NAME_READERS.has(bareName(found.words[0]?.value ?? "")),
    );
    const words = [...listed.flatMap(({ command }) => command.args), ...values];
    for (const { target } of redirections) if (target !== undefined) words.push(target);
    for (const word of words.slice(0, MAX_VALUES)) {
      const paths = insertedNames(word);
      if (paths.length > 0) this.#add({ paths });
    }
    if (!reads) return;
    for (const word of words.slice(0, MAX_VALUES)) this.#add({ paths: valuePaths(shellWord(word)) });
  }

  result() {
    return {
      commands: this.#commands,
      variables: this.#variables,
      paths: [...this.#paths.values()],
      unknownPaths: this.#unknownPaths,
      unknownChanges: this.#unknownChanges,
      uninspected: this.#uninspected,
      problem: this.#problem,
      runTime: this.#runTime,
    };
  }

  /** Counts further words; returns false if they are too many, or paths are, so that the whole command asks. */
  #mayRead(words: number): boolean {
    this.#words += words;
    if (this.#uninspected === undefined && this.#words <= MAX_WORDS) return true;
    this.#stop(this.#uninspected ?? TOO_MANY_WORDS);
    return false;
  }

  /** Records that a part is not examined: its paths are not known, so that not even a wide allow rule covers it. */
  #stop(reason: string): void {
    this.#problem ??= reason;
    this.#uninspected ??= reason;
    this.#unknownPaths ??= reason;
  }

  #command(words: readonly ShellWord[], within: string | undefined, depth: number, wrappers = 0): void {
    if (wrappers > 0 && !this.#mayRead(words.length)) return;
    if (wrappers > MAX_WRAPPER_DEPTH) this.#stop("it nests too many commands");
    else if (this.#commands.length >= MAX_COMMANDS) this.#stop("it has too many commands");
    if (this.#uninspected !== undefined) return;
    this.#commands.push({
      words: words.map(({ value }) => value),
      within,
    });
    const wrapped = wrappedCommands(words);
    const name = bareName(words[0]?.value ?? "");
    this.#runTime ??= runTimeProgram(name, words);
    // Other arguments of a wrapper: a file of arguments, a log.
    if (wrapped?.commands.length !== 1 || wrapped.problem !== undefined || FINDERS.has(name)) {
      this.#add(operandPaths(words));
      this.#add({ paths: attachedPaths(words) });
      this.#unknownChanges ??= contentChanges(words);
    }
    // The log of a wrapper: `strace -o x`, `script x`.
    const inner = wrapped?.commands[0];
    if (inner !== undefined && !FINDERS.has(name)) {
      this.#add({ paths: attachedPaths(words.slice(0, words.length - inner.length)) });
    }
    // Shells without the reserved word `time` start the program: `time -o log x`.
    if (words[0]?.value.startsWith("-")) this.#add({ paths: attachedPaths([literalWord("time"), ...words]) });
    if (name === "script") {
      const log = words.slice(1).findLast(({ value, wholePath }) => wholePath && !value.startsWith("-"));
      if (log !== undefined) this.#add({ paths: [{ path: log.start, access: "write", role: "mention" }] });
    }
    for (const { word, is } of wrapped?.files ?? []) {
      this.#add(redirectionPath(word, is === "output" ? "write" : "read"));
    }
    if (wrapped?.problem !== undefined) {
      this.#problem ??= wrapped.problem;
      this.#unknownPaths ??= wrapped.problem;
    }
    if (READS_WORDS.has(name)) this.#unknownPaths ??= `"${name}" reads paths from its input`;
    if (SHELLS.has(name) && wrapped?.scripts.length === 0) {
      this.#unknownPaths ??= `"${name}" runs commands that are not in the text`;
    }
    for (const inner of wrapped?.commands ?? []) this.#command(inner, name, depth, wrappers + 1);
    for (const script of wrapped?.scripts ?? []) {
      if (depth >= MAX_SCRIPT_DEPTH) this.#stop("it nests too many scripts");
      else if (this.#mayRead(wordCount(script.value))) this.script(script.value, name, depth + 1);
    }
  }

  /** Records the target of a `cd`; later paths may be relative to it. */
  #folder(words: readonly ShellWord[], { repeats }: { readonly repeats: boolean }): void {
    this.#enterChosen(words, 0);
    const plain = words.map(({ value }) => value);
    // Other folders on the stack are not known.
    const pushed = /^(?:command |builtin )?pushd /.test(`${plain.join(" ")} `)
      ? words.find(({ value, wholePath }) => wholePath && !/^(?:[-+]|pushd$|command$|builtin$)/.test(value))
      : undefined;
    if (pushed !== undefined) this.#enter(pushed);
    const change = folderChange([bareName(plain[0] ?? ""), ...plain.slice(1)]);
    if (change === undefined) return;
    const word = words.find(({ value }) => value === change.folder);
    this.#folderChanges += 1;
    // A second `cd` starts where the first one led, and in a loop the first `cd` also runs a second time.
    if (word?.known !== true || this.#folderChanges > 1 || repeats) this.#unknownPaths ??= UNKNOWN_FOLDER;
    if (word?.known === true) this.#enter(word);
  }

  /** Enters the folders in which wrappers run their command, even nested ones: `nice env -C x`. */
  #enterChosen(words: readonly ShellWord[], wrappers: number): void {
    this.#folderWords += words.length;
    const isOver = wrappers > MAX_WRAPPER_DEPTH || this.#folderWords > MAX_WORDS;
    const wrapped = isOver ? undefined : wrappedCommands(words);
    for (const { word, is } of wrapped?.files ?? []) if (is === "folder") this.#enter(word);
    for (const inner of wrapped?.commands ?? []) this.#enterChosen(inner, wrappers + 1);
  }

  #enter(word: ShellWord): void {
    const target = word.value.startsWith("~") && !word.tilde ? `./${word.value}` : word.value;
    const folders = joinedFolders(this.#folders, enteredFolders(this.#folders, target));
    if (!word.known || folders === undefined) this.#unknownPaths ??= UNKNOWN_FOLDER;
    else this.#folders = folders;
  }

  #add({ paths, unknown, unknownChanges }: FoundPaths): void {
    this.#unknownPaths ??= unknown;
    this.#unknownChanges ??= unknownChanges;
    for (const found of paths) {
      for (const folder of this.#folders) {
        const path = belowFolder(folder, found.path);
        const key = pathKey({ ...found, path });
        const known = this.#paths.get(key);
        if (known === undefined && this.#paths.size >= MAX_PATHS) {
          this.#uninspected ??= TOO_MANY_PATHS;
          this.#unknownPaths ??= TOO_MANY_PATHS;
          return;
        }
        this.#paths.set(key, mergedPath(known, { ...found, path }));
      }
    }
  }
}

/** Maximum number of values of variables in one script that are examined. */
const MAX_VALUES = 64;
/** Maximum number of pieces of such a value that are examined. */
const MAX_PIECES = 64;

/** Returns the paths that a value may be, which count only if they are secrets. */
function valuePaths({ start, wholePath }: ShellWord): readonly CommandPath[] {
  if (!wholePath) return [];
  // printf(1) writes `\\n` as a line break.
  const pieces = start.split(/[\s=:,]|\\[nt0]/, MAX_PIECES).filter((piece) => /^[^-]/.test(piece));
  return pieces.map((path) => ({ path, access: "read", role: "mention", value: true }));
}

/** The reason why not all paths of a command are checked. */
export const TOO_MANY_PATHS = `it names more than ${MAX_PATHS} paths`;

/** The reason why not all words of a command are read. */
export const TOO_MANY_WORDS = `it has more than ${MAX_WORDS} words, or nests so many in wrappers`;

const UNKNOWN_FOLDER = "the folder that it changes to is only known at run time";

/** Programs that read folders and run commands (find(1), fd(1)). */
const FINDERS = new Set(["find", "fd", "fdfind"]);

/** Wrappers that build words of a command from their input. */
const READS_WORDS = new Set(["xargs", "parallel", "sem", "rush"]);

/** Matches the names of these programs as {@link bareName} reads them, without taking a word apart. */
const READS_WORDS_NAME = new RegExp(
  `(?:^|/)(?:${[...READS_WORDS].join("|")})(?:\\.(?:exe|cmd|bat|com))?$`,
  "i",
);

/** Variables that determine where `cd` leads. */
const FOLDER_VARIABLES = new Set(["CDPATH", "HOME", "PWD", "OLDPWD"]);

function changesFolderVariable({ prefix, args }: Command): boolean {
  return [...prefix, ...args].some(
    (each) => each.type === "Assignment" && FOLDER_VARIABLES.has(/^\w*/.exec(each.text)?.[0] ?? ""),
  );
}

function wordsOf({ command }: FoundCommand): ShellWord[] {
  if (command.name === undefined) return [];
  return [shellWord(command.name), ...command.args.map(shellWord)];
}
