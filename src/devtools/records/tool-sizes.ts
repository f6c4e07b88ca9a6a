import type { AnyTool } from "../../contract/index.js";
import type { RecordedTool } from "./run-record.js";

/**
 * Creates a function that returns the sizes of the definitions of tools. It measures each tool once. Deferred tools are omitted: a model
 * gets them only after a search.
 */
export function createToolSizes(): (tools: readonly AnyTool[]) => readonly RecordedTool[] {
  const sizes = new WeakMap<AnyTool, number>();
  return (tools) =>
    tools
      .filter(({ deferred }) => deferred !== true)
      .map((tool) => {
        const { name, description, inputSchema } = tool;
        const characters = sizes.get(tool) ?? JSON.stringify({ name, description, inputSchema }).length;
        sizes.set(tool, characters);
        return { name, characters };
      });
}
