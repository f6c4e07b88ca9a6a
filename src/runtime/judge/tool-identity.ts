import type { AnyTool } from "../../contract/index.js";
import type { ToolboxConfig, ToolIdentity } from "../../permissions/index.js";
import type { ToolRegistry } from "../../registry/index.js";

/**
 * What permissions know about a tool: all its names, its kind and where it comes from; of a toolbox tool also for which
 * subagents it is, from `metadata.toolbox.subagentTypes` (seed 001).
 */
export function toolIdentity(tool: AnyTool, registry: ToolRegistry): ToolIdentity {
  const { kind, source } = tool;
  const names = registry.names(tool);
  const toolbox = source === "toolbox" ? toolboxConfig(tool.metadata.toolbox) : undefined;
  return { names, kind, source, ...(toolbox !== undefined && { toolbox }) };
}

/** Metadata may be anything; a list that is none must not let every subagent in. */
function toolboxConfig(value: unknown): ToolboxConfig | undefined {
  if (typeof value !== "object" || value === null || !("subagentTypes" in value)) return undefined;
  const types: unknown = value.subagentTypes;
  if (types === undefined) return undefined;
  return {
    subagentTypes: Array.isArray(types) ? types.filter((type) => typeof type === "string") : [],
  };
}
