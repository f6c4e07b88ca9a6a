import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The cache of tsx in the temporary folder, which tsx keeps for its next start: `tsx-` and the user. */
const CACHE_OF_TSX = /^tsx-[^/]+$/;

/** The number of paths that a report names of one entry. */
const MAX_NAMED = 5;

/** Lists the entries of a folder, with the first paths below each, except what is kept on purpose. */
export function leftovers(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !CACHE_OF_TSX.test(name))
    .map((entry) => {
      if (!entry.isDirectory()) return JSON.stringify(entry.name);
      const below = readdirSync(join(folder, entry.name), { recursive: true, encoding: "utf8" }).sort();
      const named = below.slice(0, MAX_NAMED).map((name) => JSON.stringify(name));
      const more = below.length > MAX_NAMED ? `, and ${below.length - MAX_NAMED} more` : "";
      return `${JSON.stringify(entry.name)}: ${below.length === 0 ? "empty" : `${named.join(", ")}${more}`}`;
    });
}
