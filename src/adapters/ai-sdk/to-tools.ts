import { requireOptions } from "../../values/index.js";
import {
  EXPORT_OPTION_NAMES,
  type ExportOptions,
  exportDefinitions,
  type ToolDescriptor,
} from "../tool-export/index.js";
import { inputSchema } from "./input-schema.js";
import type { AiSdkTool } from "./wire-types.js";

/** Options of `toTools`. */
export type ToToolsOptions = ExportOptions;

/**
 * Converts tools to the `tools` of `generateText` or `streamText`, for the host's own loop: the SDK shows them to the model
 * and leaves their calls to the host.
 *
 * A tool whose name some provider refuses is renamed; pass the same tools to `parseToolCalls` to restore the names. A tool
 * that cannot be sent at all is omitted with a warning. Equal tools produce equal bytes.
 *
 * @example
 * const reply = await generateText({ model, messages, tools: toTools(runtime.tools()) });
 */
export function toTools(
  tools: readonly ToolDescriptor[],
  options: ToToolsOptions = {},
): Record<string, AiSdkTool> {
  requireOptions("toTools", options, EXPORT_OPTION_NAMES);
  return Object.fromEntries(
    exportDefinitions(tools, options).map(({ name, description, schema }) => [
      name,
      {
        ...(description !== "" && { description }),
        inputSchema: inputSchema(schema),
        outputSchema: inputSchema({}),
      },
    ]),
  );
}
