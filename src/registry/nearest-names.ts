import type { AnyTool } from "../contract/index.js";
import { typosBetween as countTypos, toleratedTypos } from "../values/index.js";

/** Maximum number of suggested names. */
const MAX_NEAREST = 3;

/** A longer name is not a misspelling; this also avoids work for a name of ten megabytes. */
const MAX_REQUESTED_LENGTH = 128;

/** Names of this length or longer are similar if only a share of their letters differs. */
const LONG_NAME = 12;

/** Share of a long name that may differ: `run_terminal_cmd` is close to `run_terminal_command`. */
const TOLERATED_SHARE = 0.25;

/** Maximum number of additional typos of a further suggestion, compared with the closest name. */
const MAX_BEHIND_CLOSEST = 2;

/**
 * Returns the names of up to three tools with a name or alias similar to the requested one, the closest first: the canonical
 * name, or the alias if it has its own schema.
 *
 * Ignores case and separators: `ReadFile` is `read_file`.
 */
export function nearestNames(requested: string, tools: Iterable<AnyTool>): readonly string[] {
  if (requested.length > MAX_REQUESTED_LENGTH) return [];
  const wanted = fold(requested);
  if (wanted === "") return [];
  const candidates: { readonly name: string; readonly slips: number }[] = [];
  for (const tool of tools) {
    let name = tool.name;
    let slips = typosBetween(wanted, fold(tool.name));
    for (const alias of tool.aliases) {
      const ofAlias = typosBetween(wanted, fold(alias.name));
      if (ofAlias >= slips) continue;
      slips = ofAlias;
      // An alias with a schema has other parameters than the tool under its own name.
      name = alias.shown === undefined ? tool.name : alias.name;
    }
    if (slips < Number.POSITIVE_INFINITY) candidates.push({ name, slips });
  }
  candidates.sort((a, b) => a.slips - b.slips);
  const closest = candidates[0]?.slips ?? 0;
  return candidates
    .filter(({ slips }) => slips <= closest + MAX_BEHIND_CLOSEST)
    .slice(0, MAX_NEAREST)
    .map(({ name }) => name);
}

/** Returns the number of typos; infinity if the names differ too much. */
function typosBetween(a: string, b: string): number {
  const typos = countTypos(a, b);
  const longer = Math.max(a.length, b.length);
  const tolerated = longer < LONG_NAME ? toleratedTypos(longer) : longer * TOLERATED_SHARE;
  return typos <= tolerated ? typos : Number.POSITIVE_INFINITY;
}

function fold(name: string): string {
  return name.replace(/[-_\s.]/g, "").toLowerCase();
}
