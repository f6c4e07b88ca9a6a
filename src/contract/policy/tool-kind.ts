/**
 * The type of a tool's effect; decides the default permission and how a host displays the call.
 *
 * The values are the tool kinds of the Agent Client Protocol, plus `think` for tools without any effect.
 */
export type ToolKind =
  | "read"
  | "edit"
  | "delete"
  | "move"
  | "search"
  | "execute"
  | "think"
  | "fetch"
  | "other";

/** Every {@link ToolKind}, in the order of the protocol. */
export const TOOL_KINDS: readonly ToolKind[] = [
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "other",
];

/**
 * The origin of a tool. MCP tools are named `mcp__server__tool`, toolbox tools `tb__name` (the Amp
 * specification).
 */
export type ToolSource = "builtin" | "mcp" | "toolbox" | "host";
