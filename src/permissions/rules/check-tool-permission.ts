/** The tools that an agent of a kind may see and call, as the Amp specification defines them. */
export interface Mode {
  /** The native tools, by canonical name. */
  readonly includeTools: readonly string[];
  /** Default false. */
  readonly allowMcp?: boolean;
  /** Default false. */
  readonly allowToolbox?: boolean;
  /** Set for a subagent: restricts toolbox tools to those declared for it. */
  readonly subagentType?: string;
}

/** The subagents that may use a toolbox tool, as the Amp specification defines them. */
export interface ToolboxConfig {
  /** Subagents that may use the tool; `"all"` means every subagent. */
  readonly subagentTypes?: readonly string[];
}

/** The prefix of the names of MCP tools, from the Amp specification. */
export const MCP_PREFIX = "mcp__";
/** The prefix of the names of toolbox tools, from the Amp specification. */
export const TOOLBOX_PREFIX = "tb__";

/** Returns whether a toolbox tool names a kind of subagent, or all of them. */
export function namesSubagent(toolboxConfig: ToolboxConfig | undefined, subagentType: string): boolean {
  const { subagentTypes = [] } = toolboxConfig ?? {};
  return subagentTypes.includes("all") || subagentTypes.includes(subagentType);
}

/** Returns whether a mode includes a tool: the check of the Amp specification, unchanged. */
export function checkToolPermission(
  toolName: string,
  modeConfig: Mode,
  toolboxConfig?: ToolboxConfig,
): boolean {
  if (toolName.startsWith(MCP_PREFIX)) return modeConfig.allowMcp ?? false;
  if (toolName.startsWith(TOOLBOX_PREFIX)) {
    if (!(modeConfig.allowToolbox ?? false)) return false;
    const { subagentTypes } = toolboxConfig ?? {};
    if (modeConfig.subagentType && subagentTypes)
      return namesSubagent(toolboxConfig, modeConfig.subagentType);
    return true;
  }
  return modeConfig.includeTools.includes(toolName);
}
