import { requireOptions } from "../../values/index.js";
import {
  EXPORT_OPTION_NAMES,
  type ExportOptions,
  exportDefinitions,
  type ToolDescriptor,
} from "../tool-export/index.js";
import type { LangChainTool } from "./wire-types.js";

/** Options of `toTools`. */
export type ToToolsOptions = ExportOptions;

/**
 * Converts tools for `model.bindTools`: name, description and JSON Schema.
 *
 * A tool whose name some provider refuses is renamed; pass the same tools to `parseToolCalls` to restore the names. A tool
 * that cannot be sent at all is omitted with a warning. Equal tools produce equal bytes.
 *
 * @example
 * const reply = await model.bindTools(toTools(runtime.tools())).invoke(messages);
 */
export function toTools(tools: readonly ToolDescriptor[], options: ToToolsOptions = {}): LangChainTool[] {
  requireOptions("toTools", options, EXPORT_OPTION_NAMES);
  return exportDefinitions(tools, options).map(({ name, description, schema }) => ({
    name,
    ...(description !== "" && { description }),
    schema,
  }));
}
