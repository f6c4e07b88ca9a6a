import type { AnyTool, ToolAlias } from "../contract/index.js";

const shownByAlias = new WeakMap<ToolAlias, { readonly tool: AnyTool; readonly shown: AnyTool }>();

/**
 * Returns a tool as a model sees it under an alias with a schema: with that name, description and schema. It is for lists of
 * tools; calls under its name run the tool itself. The result is the same object for the same tool.
 */
export function aliasTool(tool: AnyTool, alias: ToolAlias): AnyTool {
  const known = shownByAlias.get(alias);
  if (known?.tool === tool) return known.shown;
  const { preprocessArgs: _afterTheMapping, mapInput: _ofTheName, ...rest } = tool;
  const shown: AnyTool = Object.freeze({
    ...rest,
    ...alias.shown,
    name: alias.name,
    aliases: Object.freeze([]),
    parameterAliases: Object.freeze({}),
  });
  shownByAlias.set(alias, { tool, shown });
  return shown;
}

/** Returns tools without the aliases that the tools of the host have as names. */
export function withoutNamesOf(hostTools: readonly AnyTool[], tools: readonly AnyTool[]): readonly AnyTool[] {
  const taken = new Set(
    // The registry refuses a value that is not a tool.
    hostTools.flatMap(({ name, aliases = [] }) => [name, ...aliases.map((alias) => alias.name)]),
  );
  return tools.map((tool) =>
    tool.aliases.some(({ name }) => taken.has(name))
      ? Object.freeze({ ...tool, aliases: tool.aliases.filter(({ name }) => !taken.has(name)) })
      : tool,
  );
}
