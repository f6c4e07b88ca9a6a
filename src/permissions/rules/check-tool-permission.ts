/** Which tools an agent of some kind may see and call (seed 001). */
export interface Mode {
  /** The native tools, by canonical name. */
  readonly includeTools: readonly string[];
  /** Default false. */
  readonly allowMcp?: boolean;
  /** Default false. */
  readonly allowToolbox?: boolean;
  /** Set for a subagent: limits toolbox tools to those meant for it. */
  readonly subagentType?: string;
}

/** What a toolbox tool says about its users (seed 001). */
export interface ToolboxConfig {
  /** Subagents that may use the tool; `"all"` stands for every one. */
  readonly subagentTypes?: readonly string[];
}

/** Names of MCP tools start with this (seed 001). */
export const MCP_PREFIX = "mcp__";
/** Names of toolbox tools start with this (seed 001). */
export const TOOLBOX_PREFIX = "tb__";

/** Whether a mode includes a tool: seed 001's check, to the letter. */
export function checkToolPermission(
  toolName: string,
  modeConfig: Mode,
  toolboxConfig?: ToolboxConfig,
): boolean {
  if (toolName.startsWith(MCP_PREFIX)) return modeConfig.allowMcp ?? false;
  if (toolName.startsWith(TOOLBOX_PREFIX)) {
    if (!(modeConfig.allowToolbox ?? false)) return false;
    const { subagentTypes } = toolboxConfig ?? {};
    if (modeConfig.subagentType && subagentTypes) {
      return subagentTypes.includes("all") || subagentTypes.includes(modeConfig.subagentType);
    }
    return true;
  }
  return modeConfig.includeTools.includes(toolName);
}
