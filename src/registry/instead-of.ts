import { FOREIGN_TOOLS, type ForeignTool } from "./foreign-tools.js";

const BY_NAME = new Map<string, ForeignTool>();
for (const foreign of FOREIGN_TOOLS) {
  for (const name of foreign.names) {
    const folded = name.toLowerCase();
    if (!BY_NAME.has(folded)) BY_NAME.set(folded, foreign);
  }
}

/** Longest name of a foreign tool. */
const MAX_NAME = Math.max(...[...BY_NAME.keys()].map(({ length }) => length));

/**
 * Returns advice for a model that called a tool of another agent which no tool here replaces by name; `undefined` for
 * any other name, or without advice.
 *
 * @param offeredName - returns the canonical name of an offered tool for any of its names
 */
export function insteadOf(
  name: string,
  offeredName: (name: string) => string | undefined,
): string | undefined {
  const foreign = name.length > MAX_NAME ? undefined : BY_NAME.get(name.toLowerCase());
  if (foreign === undefined) return undefined;
  for (const [tool, advice] of foreign.instead ?? []) {
    const offered = offeredName(tool);
    if (offered !== undefined) return advice.replaceAll("{tool}", () => offered);
  }
  return foreign.otherwise;
}
