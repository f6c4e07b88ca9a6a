import { type ExportOptions, exportDefinitions, type ToolDescriptor } from "../tool-export/index.js";
import type { LangChainTool } from "./wire-types.js";

/** How `toTools` writes the list. */
export type ToToolsOptions = ExportOptions;

/**
 * The tools as `model.bindTools` takes them: name, description and JSON Schema.
 *
 * A tool whose name some provider refuses goes by another one; give `parseToolCalls` the same tools, and calls come out
 * with its own. A tool that cannot be sent at all is left out with a warning. The same tools give the same bytes.
 *
 * @example
 * const reply = await model.bindTools(toTools(runtime.tools())).invoke(messages);
 */
export function toTools(tools: readonly ToolDescriptor[], options: ToToolsOptions = {}): LangChainTool[] {
  return exportDefinitions(tools, options).map(({ name, description, schema }) => ({
    name,
    ...(description !== "" && { description }),
    schema,
  }));
}
