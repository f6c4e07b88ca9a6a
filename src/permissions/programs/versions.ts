import type { ProgramTable } from "./program-table.js";

/** Programs that tell their version and do nothing else; others read a file of the workspace first (`yarn`, `cargo`). */
export const VERSIONS: readonly ProgramTable[] = [
  {
    names: "node python python3 gcc bash",
    manuals: ["versions"],
    effect: "asks",
    options: [],
    operands: [],
    alone: "--version",
  },
];
