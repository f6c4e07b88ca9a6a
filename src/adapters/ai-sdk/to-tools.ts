import { type ExportOptions, exportDefinitions, type ToolDescriptor } from "../tool-export/index.js";
import { inputSchema } from "./input-schema.js";
import type { AiSdkTool } from "./wire-types.js";

/** How `toTools` writes the set. */
export type ToToolsOptions = ExportOptions;

/**
 * The tools as the `tools` of `generateText` or `streamText`, for a loop of the host's own: the SDK shows them to the model
 * and leaves their calls to the host.
 *
 * A tool whose name some provider refuses goes by another one; give `parseToolCalls` the same tools, and calls come out
 * with its own. A tool that cannot be sent at all is left out with a warning. The same tools give the same bytes.
 *
 * @example
 * const reply = await generateText({ model, messages, tools: toTools(runtime.tools()) });
 */
export function toTools(
  tools: readonly ToolDescriptor[],
  options: ToToolsOptions = {},
): Record<string, AiSdkTool> {
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
