import type { OperandRow, ProgramTable } from "./program-table.js";

/** Operands that are all files. */
export const FILES: readonly OperandRow[] = [{ is: "file", count: "many" }];

/** Operands that are all text. */
export const WORDS: readonly OperandRow[] = [{ is: "text", count: "many" }];

/** Returns the table of programs that only read the files that their words name. */
export function reads(
  names: string,
  manuals: ProgramTable["manuals"],
  table: Omit<ProgramTable, "names" | "manuals" | "effect">,
): ProgramTable {
  return { names, manuals, effect: "reads", ...table };
}
