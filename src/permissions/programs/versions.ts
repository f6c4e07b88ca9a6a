import type { ProgramTable } from "./program-table.js";

/**
 * Programs that print their version and do nothing else.
 *
 * Programs that version managers commonly replace are omitted (`node`, `npm`, `python`, `ruby`, `go`, `cargo`, `java` ...):
 * the shims of asdf, mise, pyenv, rustup and corepack start the program that a file of the folder names, and
 * `nodejs path:./tools` in `.tool-versions` names one in the repository.
 */
export const VERSIONS: readonly ProgramTable[] = [
  {
    names: "gcc",
    manuals: ["versions"],
    effect: "asks",
    options: [],
    operands: [],
    alone: "--version",
  },
];
