import type { CommandEffect, CommandPath } from "../commands/index.js";
import { PATTERN_WORD, type ReadWord, readProgram } from "../programs/index.js";
import { belowFolder } from "./working-folders.js";

/** A command of which a table explains every word. */
export interface KnownCommand {
  readonly effect: CommandEffect;
  readonly paths: readonly CommandPath[];
  /** The folder that the program changes to first (`git -C`); its paths start there. */
  readonly folder?: string | undefined;
}

/** Paths of the null device and the standard streams. */
const NOWHERE = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/\d+)$/;

/** Reads a command by the tables of programs; returns `undefined` if they do not explain every word. */
export function knownCommand(words: readonly string[]): KnownCommand | undefined {
  const read = readProgram(words);
  if (read === undefined) return undefined;
  const { folder } = read;
  const paths = read.words.flatMap(pathsOfWord);
  // The shell replaces a pattern before the program changes its folder.
  if (folder !== undefined && paths.some(({ pattern }) => pattern === true)) return undefined;
  return {
    effect: read.effect === "asks" ? "anything" : read.effect,
    paths:
      folder === undefined
        ? paths
        : [...operand(folder, "read"), ...paths.map((each) => inFolder(each, folder))],
    folder,
  };
}

/** Moves a path into a folder. A certain word that starts with `~` is an ordinary name. */
function inFolder(found: CommandPath, folder: string): CommandPath {
  const path = found.path.startsWith("~") ? `./${found.path}` : found.path;
  return { ...found, path: belowFolder(folder, path) };
}

/** Returns the paths that a word names, by its meaning. */
export function pathsOfWord({ is, word }: ReadWord): readonly CommandPath[] {
  switch (is) {
    case "text":
    case "pattern":
    case "command":
      return [];
    case "revision":
      // `HEAD:file` is a path in a revision, and `5,10:file` one after line numbers.
      return [word, ...word.split(":").slice(1)].flatMap((path) => operand(path, "read"));
    case "output":
      return operand(word, "write");
    case "removed":
      return operand(word, "delete");
    case "tree":
      return operand(word, "read").map((path) => ({ ...path, tree: true, walks: true }));
    case "whole":
      return operand(word, "read").map((path) => ({ ...path, whole: true, walks: true }));
    case "linked":
      return operand(word, "read").map((path) => ({ ...path, linked: true, walks: true }));
    case "narrowed":
      return operand(word, "read").map((path) => ({ ...path, narrowed: true, walks: true }));
    case "below":
      return operand(word, "read").map((path) => ({ ...path, walks: true }));
    default:
      return operand(word, "read");
  }
}

function operand(path: string, access: CommandPath["access"]): CommandPath[] {
  if (path.startsWith(PATTERN_WORD)) return [{ path: path.slice(1), access, role: "operand", pattern: true }];
  return namesNoFile(path) ? [] : [{ path, access, role: "operand" }];
}

/** Returns whether a word names no file: standard input, the null device. */
export function namesNoFile(path: string): boolean {
  return path === "" || path === "-" || NOWHERE.test(path);
}
