import { describe, rebuildInputSchema } from "../json-schema/index.js";
import { exportTools } from "./export-tools.js";
import type { ToolDescriptor } from "./tool-descriptor.js";
import type { ExportOptions } from "./tool-warning.js";
import { PORTABLE_NAMES } from "./wire-name.js";

/** A tool in plain data, before it becomes an object of the SDK. */
export interface ToolDefinitionData {
  readonly name: string;
  readonly description: string;
  readonly schema: Record<string, unknown>;
}

/**
 * The tools under portable names and with schemas that every provider behind a framework takes as a start; each provider's
 * own package sees to the rest.
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
      // Some providers refuse an object that does not say its parameters, even none.
      const schema = { ...inputSchema, properties: inputSchema.properties ?? {} };
      return { name, description: describe(tool.description, lost), schema };
    },
  });
}
