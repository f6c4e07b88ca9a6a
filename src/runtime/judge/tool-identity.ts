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
  const toolbox = source === "toolbox" ? toolboxConfig(tool.metadata.toolbox) : undefined;
  return { names, kind, source, toolbox };
}

/**
 * Reads the toolbox configuration. Metadata may contain any value, and one that is not a list must not admit every
 * subagent.
 */
function toolboxConfig(value: unknown): ToolboxConfig | undefined {
  if (typeof value !== "object" || value === null || !("subagentTypes" in value)) return undefined;
  const types: unknown = value.subagentTypes;
  if (types === undefined) return undefined;
  return {
    subagentTypes: Array.isArray(types) ? types.filter((type) => typeof type === "string") : [],
  };
}
