import type { AnyTool, ToolAlias } from "../../contract/index.js";
import { ACTS } from "./acts.js";
import type { Act, Dialect } from "./dialect.js";
import { mapParameters } from "./map-parameters.js";

/**
 * Adds to the tools of a toolset the names and parameters of the same tools in the other toolsets: a call in any dialect
 * is understood, and a permission rule for any of the names applies to the tool.
 *
 * A name that another tool of the toolset has stays with that tool. Tools that the tables of dialects do not know are
 * returned unchanged.
 *
 * @param toolset - toolset whose names and parameters these tools have
 */
export function withDialects<const Tools extends readonly AnyTool[]>(toolset: string, tools: Tools): Tools {
  const taken = new Set(tools.flatMap((tool) => [tool.name, ...tool.aliases.map(({ name }) => name)]));
  const understanding = tools.map((tool) => {
    const known = dialectOf(toolset, tool.name);
    if (known === undefined) return tool;
    const { act, own } = known;
    const mapFor = mapParameters(act, own, tool);
    const added = new Set(act.dialects.flatMap(({ names }) => names).filter((name) => !taken.has(name)));
    for (const name of added) taken.add(name);
    const understood = [...tool.aliases, ...[...added].map((name): ToolAlias => ({ name }))];
    // An alias with a schema has its own parameters, not those of a dialect.
    const aliases = understood.map((alias) =>
      alias.shown === undefined ? Object.freeze({ name: alias.name, mapInput: mapFor(alias.name) }) : alias,
    );
    return Object.freeze({ ...tool, aliases: Object.freeze(aliases), mapInput: mapFor(tool.name) });
  });
  // Each tool keeps its position and its types; only its aliases are added.
  return Object.freeze(understanding) as unknown as Tools;
}

function dialectOf(toolset: string, name: string): { readonly act: Act; readonly own: Dialect } | undefined {
  for (const act of ACTS) {
    const own = act.dialects.find((dialect) => dialect.toolset === toolset && dialect.names[0] === name);
    if (own !== undefined) return { act, own };
  }
  return undefined;
}
