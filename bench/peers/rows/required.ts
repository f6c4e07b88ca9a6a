/** Returns a tool that the field `needs` of the row guarantees. */
export function required<Tool>(tool: Tool | undefined): Tool {
  if (tool === undefined) throw new Error("The peer has no such tool.");
  return tool;
}
