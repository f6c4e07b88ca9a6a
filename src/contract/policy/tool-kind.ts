/**
 * What a tool does to the world; decides the default permission and how a host shows the call.
 *
 * The words are the Agent Client Protocol's tool kinds, plus `think` for tools without any effect.
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

/** Where a tool comes from. MCP tools are named `mcp__server__tool`, toolbox tools `tb__name` (seed 001). */
export type ToolSource = "builtin" | "mcp" | "toolbox" | "host";
