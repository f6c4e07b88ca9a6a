import type { CommandPath } from "../commands/index.js";

/** The properties of a path that count if one of its uses has them. */
const USES = ["tree", "whole", "pattern", "linked", "narrowed", "walks", "mayChange", "copied"] as const;

/**
 * Returns a text that is the same for two entries that {@link mergedPath} may merge. A pattern that begins after a folder is another
 * one than a pattern that begins with it.
 */
export function pathKey({ access, path, enteredFolder = "" }: CommandPath): string {
  return `${access} ${path}\0${enteredFolder}`;
}

/** Merges two entries with the same {@link pathKey}: the stricter properties of both apply. */
export function mergedPath(known: CommandPath | undefined, found: CommandPath): CommandPath {
  if (known === undefined) return found;
  const { path, access } = found;
  const uses: { -readonly [use in (typeof USES)[number] | "value"]?: true } = {};
  for (const use of USES) if (known[use] === true || found[use] === true) uses[use] = true;
  // A path that is used counts in every case.
  if (known.value === true && found.value === true) uses.value = true;
  const { enteredFolder } = found;
  return {
    ...{ path, access, role: known.role === "operand" ? "operand" : found.role },
    ...uses,
    ...(enteredFolder !== undefined && { enteredFolder }),
  };
}
