import { describe, rebuildInputSchema } from "../json-schema/index.js";
import { exportTools, type ToolDescriptor } from "./export-tools.js";
import type { ExportOptions } from "./tool-warning.js";
import { PORTABLE_NAMES } from "./wire-name.js";

/** Tool as plain data, before it becomes an object of the SDK. */
export interface ToolDefinitionData {
  readonly name: string;
  readonly description: string;
  readonly schema: Record<string, unknown>;
}

/**
 * Exports tools under portable names and with schemas that every provider of a framework accepts as a basis; each provider's
 * own package does the rest.
 */
export function exportDefinitions(
  tools: readonly ToolDescriptor[],
  options: ExportOptions,
): ToolDefinitionData[] {
  return exportTools<ToolDefinitionData>(tools, {
    ...options,
    names: PORTABLE_NAMES,
    convert: (tool, name, warn) => {
      const { inputSchema, lost } = rebuildInputSchema(tool.inputSchema, warn);
      // Some providers refuse an object without `properties`, even if it has no parameters.
      const schema = { ...inputSchema, properties: inputSchema.properties ?? {} };
      return { name, description: describe(tool.description, lost), schema };
    },
  });
}
