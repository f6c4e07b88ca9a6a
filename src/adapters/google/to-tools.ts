import { inlineReferences } from "../../schema/index.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { describe, rebuildInputSchema } from "../json-schema/index.js";
import {
  EXPORT_OPTION_NAMES,
  type ExportOptions,
  exportTools,
  type ToolDescriptor,
  type WarnAbout,
} from "../tool-export/index.js";
import { toJsonSchemaFormat } from "./json-schema-format.js";
import { TOOL_NAMES } from "./name-rules.js";
import { toOpenApiFormat } from "./openapi-format.js";
import type { GoogleFunctionDeclaration, GoogleTool } from "./wire-types.js";

/** Options of `toTools`. */
export interface ToToolsOptions extends ExportOptions {
  /**
   * Field that contains the parameters. `"parameters"` is for services and models without the newer
   * `"parametersJsonSchema"`, and supports fewer keywords. Default `"parametersJsonSchema"`.
   */
  readonly format?: "parametersJsonSchema" | "parameters" | undefined;
}

const OPTION_NAMES = { ...EXPORT_OPTION_NAMES, format: true } as const satisfies KeysOf<ToToolsOptions>;

/**
 * Converts tools to the `config.tools` of a Gemini request: one tool with all functions, or an empty list without functions.
 *
 * Each schema is rebuilt from what the API accepts. A constraint that the API's schema cannot express is stated in the
 * description, and the runtime still enforces it. A tool or parameter whose name the API refuses is renamed; pass the same
 * tools to `parseToolCalls` to restore the names. A tool that cannot be sent at all is omitted with a warning, because the
 * API refuses the whole request for one invalid tool. Equal tools produce equal bytes.
 *
 * @example
 * await ai.models.generateContent({ model, contents, config: { tools: toTools(runtime.tools()) } });
 */
export function toTools(tools: readonly ToolDescriptor[], options: ToToolsOptions = {}): GoogleTool[] {
  requireOptions("toTools", options, OPTION_NAMES);
  const { format = "parametersJsonSchema", ...exportOptions } = options;
  const functionDeclarations = exportTools<GoogleFunctionDeclaration>(tools, {
    ...exportOptions,
    names: TOOL_NAMES,
    convert: (tool, name, warn) => toDeclaration(tool, { name, format, warn }),
  });
  return functionDeclarations.length === 0 ? [] : [{ functionDeclarations }];
}

function toDeclaration(
  tool: ToolDescriptor,
  {
    name,
    format,
    warn,
  }: {
    readonly name: string;
    readonly format: "parametersJsonSchema" | "parameters";
    readonly warn: WarnAbout;
  },
): GoogleFunctionDeclaration {
  const rebuilt = rebuildInputSchema(tool.inputSchema, warn);
  const root = inlineReferences(rebuilt.inputSchema, { beside: "any" });
  const described = (lost: readonly string[]): { description?: string } => {
    const description = describe(tool.description, [...rebuilt.lost, ...lost]);
    return description === "" ? {} : { description };
  };
  if (format === "parameters") {
    const { schema, lost } = toOpenApiFormat(root, warn);
    // Without parameters the field is omitted: the API requires an object to have at least one.
    return { name, ...described(lost), ...(schema.properties !== undefined && { parameters: schema }) };
  }
  const { schema, lost } = toJsonSchemaFormat(root, warn);
  return { name, ...described(lost), parametersJsonSchema: schema };
}
