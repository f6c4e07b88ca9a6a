import type { CommandPath } from "../commands/index.js";

/** Merges two entries for the same path: the stricter properties of both apply. */
export function mergedPath(known: CommandPath | undefined, found: CommandPath): CommandPath {
  if (known === undefined) return found;
  // A path that is used counts in every case.
  const { value: isValue, ...used } = found;
  return {
    ...used,
    ...(isValue === true && known.value === true && { value: true }),
    role: known.role === "operand" ? "operand" : found.role,
    ...(known.tree === true && { tree: true }),
    ...(known.whole === true && { whole: true }),
    ...(known.pattern === true && { pattern: true }),
    ...(known.linked === true && { linked: true }),
    ...(known.narrowed === true && { narrowed: true }),
    ...(known.walks === true && { walks: true }),
    ...(known.mayChange === true && { mayChange: true }),
    ...(known.copied === true && { copied: true }),
  };
}
