import type { AnyTool } from "../../contract/index.js";
import type { ToolboxConfig, ToolIdentity } from "../../permissions/index.js";
import type { ToolRegistry } from "../../registry/index.js";

/**
 * Returns the identity of a tool for permissions: its names, its kind and its origin; for a toolbox tool also its
 * subagents, from `metadata.toolbox.subagentTypes` (the Amp specification).
 */
export function toolIdentity(tool: AnyTool, registry: ToolRegistry): ToolIdentity {
  const { kind, source } = tool;
  const names = registry.names(tool);
  return { names, kind, source, toolbox: toolboxConfig(tool) };
}

/**
 * Returns the toolbox configuration of a toolbox tool, `undefined` for other tools. Metadata may contain any value, and one that is not a list must not admit every
 * subagent.
 */
export function toolboxConfig({ source, metadata }: AnyTool): ToolboxConfig | undefined {
  const value: unknown = source === "toolbox" ? metadata.toolbox : undefined;
  if (typeof value !== "object" || value === null || !("subagentTypes" in value)) return undefined;
  const types: unknown = value.subagentTypes;
  if (types === undefined) return undefined;
  return {
    subagentTypes: Array.isArray(types) ? types.filter((type) => typeof type === "string") : [],
  };
}
