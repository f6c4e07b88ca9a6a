import type { ToolSource } from "../../contract/index.js";
import {
  checkToolPermission,
  MCP_PREFIX,
  type Mode,
  TOOLBOX_PREFIX,
  type ToolboxConfig,
} from "./check-tool-permission.js";

/** The properties that decide whether a mode includes a tool: a `Tool`, or a list of its names with the canonical one first. */
export type ModeSubject = {
  readonly source: ToolSource;
  /** For a toolbox tool: which subagents may use it. */
  readonly toolbox?: ToolboxConfig | undefined;
} & (
  | { readonly names: readonly string[] }
  | { readonly name: string; readonly aliases: readonly { readonly name: string }[] }
);

/**
 * Returns whether a mode includes a tool: the check of the Amp specification, by the tool's source as well as by any of its
 * names. Without a mode every tool is available.
 */
export function isToolAvailable(tool: ModeSubject, mode: Mode | undefined): boolean {
  if (mode === undefined) return true;
  const names = "names" in tool ? tool.names : [tool.name, ...tool.aliases.map((alias) => alias.name)];
  const canonical = names[0] ?? "";
  if (tool.source === "mcp" || canonical.startsWith(MCP_PREFIX)) return checkToolPermission(MCP_PREFIX, mode);
  if (tool.source === "toolbox" || canonical.startsWith(TOOLBOX_PREFIX)) {
    return checkToolPermission(TOOLBOX_PREFIX, mode, tool.toolbox);
  }
  return names.some((name) => mode.includeTools.includes(name));
}
