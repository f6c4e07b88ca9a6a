import type { Statement } from "unbash";
import { patternText, shellWord } from "./shell-word.js";
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
  const walk = new PlainWalk();
  let folders = STARTING_FOLDERS;
  for (const { command, background } of statements) {
    const outcome = background === true ? undefined : walk.visit(command, folders);
    if (outcome === undefined) return undefined;
    folders = joinedFolders(outcome.succeeded, outcome.failed);
  }
  return { commands: walk.commands, redirections: walk.redirections };
}

class PlainWalk {
  readonly commands: PlainCommand[] = [];
  redirections = 0;

  visit(node: Node, folders: WorkingFolders): Outcome | undefined {
    switch (node.type) {
      case "AndOr":
        return this.#list(node, folders);
      case "Pipeline":
        return this.#pipeline(node, folders);
      case "Command":
        return this.#command(node, folders);
      default:
        return undefined;
    }
  }

  #list(
    { commands, operators }: Extract<Node, { type: "AndOr" }>,
    folders: WorkingFolders,
  ): Outcome | undefined {
    let state: Outcome = { succeeded: folders, failed: folders };
    for (const [index, command] of commands.entries()) {
      const operator = index === 0 ? undefined : operators[index - 1];
      const next = this.visit(command, operator === "||" ? state.failed : state.succeeded);
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
      const pattern = patternText(argument);
      const { known, tilde, value } = shellWord(argument);
      if (pattern === undefined && (!known || tilde)) return undefined;
      if (pattern !== undefined) patterns.add(words.length);
      words.push(pattern ?? value);
    }
    this.commands.push({ words, folders, patterns });
    const change = folderChange(words);
    if (change === undefined) return { succeeded: folders, failed: folders };
    // A plain word with `~` was quoted, so it is an ordinary name.
    const folder = change.folder?.startsWith("~") ? `./${change.folder}` : change.folder;
    return {
      succeeded: folder === undefined ? undefined : enteredFolders(folders, folder),
      failed: folder === undefined ? undefined : folders,
    };
  }
}
