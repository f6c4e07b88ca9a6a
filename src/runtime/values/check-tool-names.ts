import type { PermissionRule } from "../../contract/index.js";
import { MCP_PREFIX, type Mode, TOOLBOX_PREFIX } from "../../permissions/index.js";
import { nearestName } from "../../values/index.js";

/** The character that makes the name of a tool in a rule a pattern. */
const PATTERN_CHARACTER = "*";

interface NamedTool {
  readonly name: string;
  readonly aliases: readonly { readonly name: string }[];
}

/** The settings of a host that name tools. */
export interface ToolNameSettings {
  readonly rules?: readonly PermissionRule[];
  readonly mode?: Mode | undefined;
  readonly tools?: readonly string[];
}

/**
 * Refuses names of tools in rules, modes and selections that misspell the name of a known tool: such a rule would
 * match nothing, without a message. Accepts other unknown names, because a tool can be registered later.
 *
 * @param tools - returns every tool of the host and its toolset, even those that the runtime does not offer
 * @throws RangeError that names the nearest tool
 */
export function checkToolNames(
  { rules = [], mode, tools: selected = [] }: ToolNameSettings,
  tools: () => Iterable<NamedTool>,
): void {
  const named: [owner: string, name: string, anyCase?: boolean][] = rules.flatMap(({ tool, verdict }) =>
    // Rules that ask or deny match names in any case.
    tool === undefined ? [] : [["A permission rule", tool, verdict !== "allow"]],
  );
  named.push(...(mode?.includeTools ?? []).map((name): [string, string] => ["mode.includeTools", name]));
  named.push(...selected.map((name): [string, string] => ["The option tools of a session", name]));
  const toCheck = named.filter(([, name]) => !isOpenName(name));
  if (toCheck.length === 0) return;
  const known = new Set<string>();
  for (const { name, aliases } of tools()) {
    known.add(name);
    for (const alias of aliases) known.add(alias.name);
  }
  const lowerCase = new Set([...known].map((name) => name.toLowerCase()));
  for (const [owner, name, anyCase] of toCheck) {
    if (known.has(name) || (anyCase && lowerCase.has(name.toLowerCase()))) continue;
    const nearest = nearestName(name, known);
    if (nearest === undefined) continue;
    throw new RangeError(
      `${owner} names the tool ${JSON.stringify(name)}, which does not exist. Did you mean ${JSON.stringify(nearest)}?`,
    );
  }
}

/** Returns whether a name is a pattern, or belongs to a tool of a server or a program, which come later. */
function isOpenName(name: string): boolean {
  return name.includes(PATTERN_CHARACTER) || name.startsWith(MCP_PREFIX) || name.startsWith(TOOLBOX_PREFIX);
}
