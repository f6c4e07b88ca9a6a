import { MAX_COMMANDS, MAX_SCRIPT_DEPTH, MAX_WRAPPER_DEPTH } from "../command-limits.js";
import type { CommandPath, CommandReading, ListedCommand } from "../command-reading.js";
import { type FoundPaths, operandPaths, redirectionPath } from "./operand-paths.js";
import { type FoundCommand, type ScriptContents, type ShellParser, scriptContents } from "./parsed-script.js";
import { type ShellWord, shellWord } from "./shell-word.js";
import { programName, wrappedCommands } from "./wrappers.js";

/** How many paths are looked up for one command: each costs calls of the file system. */
const MAX_PATHS = 64;

/** What a parser tells about a command: everything but what is certain of it. */
export type CommandFacts = Required<Pick<CommandReading, "commands" | "paths">> &
  Pick<CommandReading, "unknownPaths"> & {
    /** The first thing that could not be understood. */
    readonly problem?: string;
    /** The tree of the command itself. */
    readonly contents: ScriptContents;
  };

/** Finds all simple commands of a text, also behind wrappers and in scripts, and all paths they name. */
export function commandFacts(parser: ShellParser, command: string): CommandFacts {
  const collector = new FactCollector(parser);
  const contents = collector.script(command, undefined, 0);
  return { ...collector.result(), contents };
}

class FactCollector {
  readonly #commands: ListedCommand[] = [];
  readonly #paths = new Map<string, CommandPath>();
  /** Folders that a `cd` may have led to, each relative to where the command starts. */
  readonly #folders: string[] = [""];
  #unknownPaths: string | undefined;
  #problem: string | undefined;

  constructor(private readonly parser: ShellParser) {}

  script(source: string, within: string | undefined, depth: number): ScriptContents {
    const contents = scriptContents(this.parser, source);
    this.#problem ??= contents.problem;
    for (const found of contents.commands) {
      const words = wordsOf(found);
      if (words.length > 0) this.#folder(words);
    }
    for (const { operator, target } of contents.redirections) {
      if (target === undefined) this.#problem ??= "a redirection leads nowhere";
      else if (!/^[<>]&$/.test(operator) || !/^(?:\d+-?|-)$/.test(target.value)) {
        this.#add(redirectionPath(shellWord(target), /^<&?$/.test(operator) ? "read" : "write"));
      }
    }
    for (const found of contents.commands) {
      const words = wordsOf(found);
      if (words.length > 0) this.#command(words, found.within ?? within, depth);
    }
    return contents;
  }

  result() {
    return {
      commands: this.#commands,
      paths: [...this.#paths.values()],
      ...(this.#unknownPaths !== undefined && { unknownPaths: this.#unknownPaths }),
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  #command(words: readonly ShellWord[], within: string | undefined, depth: number, wrappers = 0): void {
    if (wrappers > MAX_WRAPPER_DEPTH) {
      this.#problem ??= "it nests too many commands";
      return;
    }
    if (this.#commands.length >= MAX_COMMANDS) {
      this.#problem ??= "it has too many commands";
      return;
    }
    this.#commands.push({
      words: words.map(({ value }) => value),
      ...(within !== undefined && { within }),
    });
    const wrapped = wrappedCommands(words);
    const name = programName(words[0]?.value ?? "");
    // What a wrapper is given besides its command: a file of arguments, a log.
    if (wrapped === undefined || wrapped.commands.length === 0 || name === "find") {
      this.#add(operandPaths(words));
    }
    for (const inner of wrapped?.commands ?? []) this.#command(inner, name, depth, wrappers + 1);
    for (const script of wrapped?.scripts ?? []) {
      if (depth >= MAX_SCRIPT_DEPTH) this.#problem ??= "it nests too many scripts";
      else this.script(script.value, name, depth + 1);
    }
  }

  /** Notes where a `cd` leads; everything that is named may be meant from there. */
  #folder(words: readonly ShellWord[]): void {
    if (!/^(?:cd|chdir|pushd)$/.test(programName(words[0]?.value ?? ""))) return;
    const folder = words.slice(1).find(({ value }) => !value.startsWith("-"));
    if (folder?.known !== true || this.#folders.length > 1) {
      this.#unknownPaths ??= "the folder that it changes to is only known when it runs";
      if (folder?.known !== true) return;
    }
    const path = folder.tilde || folder.value.startsWith("/") ? folder.value : `./${folder.value}`;
    if (this.#folders.length < MAX_FOLDERS) this.#folders.push(path);
  }

  #add({ paths, unknown }: FoundPaths): void {
    this.#unknownPaths ??= unknown;
    for (const found of paths) {
      for (const folder of this.#folders) {
        if (this.#paths.size >= MAX_PATHS) {
          this.#unknownPaths ??= "it names too many paths";
          return;
        }
        const absolute = /^(?:\/|~(?:\/|$))/.test(found.path);
        const path = absolute || folder === "" ? found.path : `${folder}/${found.path}`;
        const key = `${found.access} ${path}`;
        // An operand is looked at more closely than a mention.
        if (found.role === "operand" || !this.#paths.has(key)) this.#paths.set(key, { ...found, path });
        if (absolute) break;
      }
    }
  }
}

/** A second `cd` starts where the first led; more are not followed. */
const MAX_FOLDERS = 4;

function wordsOf({ command }: FoundCommand): ShellWord[] {
  if (command.name === undefined) return [];
  return [shellWord(command.name), ...command.args.map(shellWord)];
}
