import type { Assignment, CommandArgument, Statement } from "unbash";
import { MAX_COMMANDS } from "../commands/index.js";
import { patternText, shellWord } from "./shell-word.js";
import {
  type InsertedWord,
  insertedWord,
  isPlainValue,
  isPlainVariable,
  MAX_TURNS,
} from "./variables/index.js";
import {
  enteredFolders,
  folderChange,
  joinedFolders,
  STARTING_FOLDERS,
  type WorkingFolders,
} from "./working-folders.js";

/** A simple command and the folders that it may run in. */
export interface PlainCommand {
  readonly words: readonly string[];
  readonly folders: WorkingFolders;
  /** The indices of the words that the shell replaces by names of files. */
  readonly patterns: ReadonlySet<number>;
}

/** All commands of a text that consists only of lists, pipelines and simple commands, in order. */
export interface PlainCommands {
  readonly commands: readonly PlainCommand[];
  readonly redirections: number;
}

/** The working folders of a shell after a command that succeeded, and after one that failed. */
interface Outcome {
  readonly succeeded: WorkingFolders;
  readonly failed: WorkingFolders;
}

type Node = Statement["command"];

/** Returns the commands of a tree of only lists, pipelines and simple commands; `undefined` for every other tree. */
export function plainCommands(statements: readonly Statement[]): PlainCommands | undefined {
  const walk = new PlainWalk(undefined);
  const outcome = walk.statements(statements, STARTING_FOLDERS);
  return outcome && { commands: walk.commands, redirections: walk.redirections };
}

/**
 * Returns the same for a tree that also assigns variables and loops over literal lists: with the values in place of the
 * variables, and the commands of each turn of a loop.
 */
export function expandedCommands(statements: readonly Statement[]): PlainCommands | undefined {
  const walk = new PlainWalk(new Map());
  const outcome = walk.statements(statements, STARTING_FOLDERS);
  return outcome && { commands: walk.commands, redirections: walk.redirections };
}

class PlainWalk {
  readonly commands: PlainCommand[] = [];
  redirections = 0;
  #turns = 0;

  /** Without variables, every assignment, loop and expansion is unknown. */
  constructor(private variables: Map<string, string> | undefined) {}

  statements(statements: readonly Statement[], start: WorkingFolders): Outcome | undefined {
    let folders = start;
    for (const { command, background } of statements) {
      const outcome = background === true ? undefined : this.#statement(command, folders);
      if (outcome === undefined) return undefined;
      folders = joinedFolders(outcome.succeeded, outcome.failed);
    }
    return { succeeded: folders, failed: folders };
  }

  /** Reads a command that certainly runs. */
  #statement(node: Node, folders: WorkingFolders): Outcome | undefined {
    if (node.type === "Command" && this.#assigns(node)) return { succeeded: folders, failed: folders };
    return this.visit(node, folders);
  }

  visit(node: Node, folders: WorkingFolders): Outcome | undefined {
    switch (node.type) {
      case "AndOr":
        return this.#list(node, folders);
      case "Pipeline":
        return this.#pipeline(node, folders);
      case "Command":
        return this.#command(node, folders);
      case "For":
        return this.#loop(node, folders);
      case "Redirected": {
        if (node.command.type !== "For") return undefined;
        if (node.redirects.some((each) => each.type !== "Redirect")) return undefined;
        this.redirections += node.redirects.length;
        return this.#loop(node.command, folders);
      }
      default:
        return undefined;
    }
  }

  /** Reads a loop over a literal list, once for each value. What it assigns is not certain after it. */
  #loop(
    { name, wordlist = [], body }: Extract<Node, { type: "For" }>,
    folders: WorkingFolders,
  ): Outcome | undefined {
    if (!isPlainVariable(name.text) || wordlist.length === 0) return undefined;
    const before = new Map(this.variables);
    let outcome: Outcome = { succeeded: folders, failed: folders };
    for (const word of wordlist) {
      const value = this.#value(word);
      if (value === undefined) return undefined;
      this.variables?.set(name.text, value);
      const next = this.statements(body.commands, joinedFolders(outcome.succeeded, outcome.failed));
      if (next === undefined) return undefined;
      outcome = next;
    }
    const isKept = ([each, value]: readonly [string, string]) =>
      each !== name.text && this.variables?.get(each) === value;
    this.variables = new Map([...before].filter(isKept));
    return outcome;
  }

  /** Returns whether a command only assigns values that are known, and notes them. */
  #assigns({ name, prefix, redirects }: Extract<Node, { type: "Command" }>): boolean {
    const [assignment, ...others] = prefix;
    if (name !== undefined || redirects.length > 0 || others.length > 0) return false;
    return assignment?.type === "Assignment" && this.#assign(assignment);
  }

  #assign({ name, value, append, index }: Assignment): boolean {
    if (append === true || index !== undefined || value.type !== "Word") return false;
    const plain = isPlainVariable(name) ? this.#value(value) : undefined;
    if (plain === undefined) return false;
    this.variables?.set(name, plain);
    return true;
  }

  /** Returns the value of a word in an assignment or a list, if it means the same wherever it is inserted. */
  #value(argument: CommandArgument): string | undefined {
    this.#turns += 1;
    const word =
      this.variables && this.#turns <= MAX_TURNS ? insertedWord(argument, this.variables) : undefined;
    return word !== undefined && !word.isPattern && isPlainValue(word.value) ? word.value : undefined;
  }

  #list(
    { commands, operators }: Extract<Node, { type: "AndOr" }>,
    folders: WorkingFolders,
  ): Outcome | undefined {
    let state: Outcome = { succeeded: folders, failed: folders };
    // The first command runs, and those after assignments alone, which succeed.
    let isCertain = true;
    for (const [index, command] of commands.entries()) {
      const operator = index === 0 ? undefined : operators[index - 1];
      if (operator === "||") isCertain = false;
      const from = operator === "||" ? state.failed : state.succeeded;
      const next = isCertain ? this.#statement(command, from) : this.visit(command, from);
      isCertain &&= command.type === "Command" && command.name === undefined;
      if (next === undefined) return undefined;
      if (operator === undefined) state = next;
      else if (operator === "&&") {
        state = { succeeded: next.succeeded, failed: joinedFolders(state.failed, next.failed) };
      } else state = { succeeded: joinedFolders(state.succeeded, next.succeeded), failed: next.failed };
    }
    return state;
  }

  /** Reads a pipeline. Each command runs in its own shell; in some shells the last one does not. */
  #pipeline(
    { commands, operators, prefixes }: Extract<Node, { type: "Pipeline" }>,
    folders: WorkingFolders,
  ): Outcome | undefined {
    if (prefixes.length > 0 || operators.some((operator) => operator !== "|")) return undefined;
    let last: Outcome = { succeeded: folders, failed: folders };
    for (const command of commands) {
      const outcome = this.visit(command, folders);
      if (outcome === undefined) return undefined;
      last = outcome;
    }
    const left = joinedFolders(folders, last.succeeded, last.failed);
    return { succeeded: left, failed: left };
  }

  #command(
    { name, args, prefix, redirects }: Extract<Node, { type: "Command" }>,
    folders: WorkingFolders,
  ): Outcome | undefined {
    if (name === undefined || prefix.some((each) => each.type === "Assignment")) return undefined;
    if (redirects.some((each) => each.type !== "Redirect")) return undefined;
    this.redirections += redirects.length;
    const words: string[] = [];
    const patterns = new Set<number>();
    for (const argument of [name, ...args]) {
      const word = this.#word(argument, { isPrinted: name.text === "echo" });
      if (word === undefined) return undefined;
      if (word.isPattern) patterns.add(words.length);
      words.push(word.value);
    }
    if (this.commands.length > MAX_COMMANDS) return undefined;
    this.commands.push({ words, folders, patterns });
    const change = folderChange(words);
    if (change === undefined) return { succeeded: folders, failed: folders };
    // A shell without `&>` runs the command in the background, so that the folder stays the same.
    if (redirects.some(({ operator }) => operator.startsWith("&>"))) return undefined;
    // A plain word with `~` was quoted, so it is an ordinary name.
    const folder = change.folder?.startsWith("~") ? `./${change.folder}` : change.folder;
    return {
      succeeded: folder === undefined ? undefined : enteredFolders(folders, folder),
      failed: folder === undefined ? undefined : folders,
    };
  }

  #word(argument: CommandArgument, { isPrinted }: { readonly isPrinted: boolean }): InsertedWord | undefined {
    const pattern = patternText(argument);
    if (pattern !== undefined) return { value: pattern, isPattern: true };
    const { known, tilde, value } = shellWord(argument);
    if (known) return tilde ? undefined : { value, isPattern: false };
    return this.variables && insertedWord(argument, this.variables, { isPrinted });
  }
}
