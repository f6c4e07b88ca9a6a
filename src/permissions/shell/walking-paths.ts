import type { CommandPath } from "../commands/index.js";
import { FOLDER_READERS, type FolderReaders } from "../programs/index.js";
import type { ShellWord } from "./shell-word.js";

const readers: ReadonlyMap<string, FolderReaders> = new Map(
  FOLDER_READERS.flatMap((row) => row.programs.split(" ").map((name) => [name, row] as const)),
);

/**
 * Marks the paths of a command that no table explains as folders that may be read completely, if its program reads
 * folders, and adds the working folder if the program reads that by default.
 */
export function walkingPaths(
  program: string,
  words: readonly ShellWord[],
  paths: readonly CommandPath[],
): readonly CommandPath[] {
  const reader = readers.get(program);
  if (reader === undefined) return paths;
  const subcommands = reader.subcommands?.split(" ");
  if (subcommands !== undefined && !words.some(({ value }) => subcommands.includes(value))) return paths;
  const walking = paths.map((path) => (path.access === "read" ? { ...path, walks: true as const } : path));
  return reader.workingFolder === true ? [...walking, WORKING_FOLDER] : walking;
}

/** The folder that a program reads if it is given none. */
export const WORKING_FOLDER: CommandPath = { path: ".", access: "read", role: "mention", walks: true };
