import { requireOptions } from "../../values/index.js";
import {
  EXPORT_OPTION_NAMES,
  type ExportOptions,
  exportDefinitions,
  type ToolDescriptor,
} from "../tool-export/index.js";
import type { AiSdkSchema, AiSdkTool } from "./wire-types.js";

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

/**
 * Marker by which the SDK recognises its own schemas, which it uses unchanged; it closes other schemas against additional
 * parameters.
 */
const SCHEMA_MARK = Symbol.for("vercel.ai.schema");

/**
 * Creates a schema that shows a model the tool's input and accepts anything: the runtime repairs and checks inputs itself.
 */
export function inputSchema(schema: Record<string, unknown>): AiSdkSchema {
  // A copy, because the SDK writes into the object that it receives.
  const show = (): Record<string, unknown> => structuredClone(schema);
  const marked = {
    [SCHEMA_MARK]: true,
    jsonSchema: schema,
    validate: (value: unknown) => ({ success: true, value }),
    "~standard": {
      version: 1 as const,
      vendor: "collet",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: show, output: show },
    },
  };
  return marked;
}
