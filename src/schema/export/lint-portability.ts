import type { AnyTool, JsonSchema } from "../../contract/index.js";
import { eachSubschema } from "../document/index.js";
import { isPortableToolName, PORTABLE_TOOL_NAME } from "../tool-name.js";

/** A feature of a tool that a provider refuses, changes or ignores. */
export interface PortabilityWarning {
  readonly code: "tool-name" | "parameter-name" | "keyword" | "enum-type";
  readonly toolName: string;
  /** JSON Pointer into the input schema; `#` for the whole schema. */
  readonly path: string;
  /** The feature, the affected providers and the alternative. */
  readonly message: string;
}

/** The parameter names that every provider accepts; Gemini is the strictest. */
const PORTABLE_PARAMETER_NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** Keywords that Anthropic, OpenAI strict mode and Gemini do not all support, with the alternative. */
const TROUBLESOME = new Map<string, string>([
  [
    "$ref",
    "Gemini and managed Anthropic agents refuse references; write the type in full, without recursion",
  ],
  ["allOf", "OpenAI strict mode refuses it; merge the parts"],
  ["const", "Gemini refuses it; use an enum of one value"],
  ["contains", "OpenAI strict mode and Gemini refuse it; describe it in words"],
  ["dependentRequired", "OpenAI strict mode and Gemini refuse it; describe it in words"],
  ["dependentSchemas", "OpenAI strict mode and Gemini refuse it; describe it in words"],
  ["else", "OpenAI strict mode and Gemini refuse conditions; describe them in words"],
  ["exclusiveMaximum", "Gemini refuses it; use maximum"],
  ["exclusiveMinimum", "Gemini refuses it; use minimum"],
  ["if", "OpenAI strict mode and Gemini refuse conditions; describe them in words"],
  ["not", "OpenAI strict mode and Gemini refuse it; describe it in words"],
  ["oneOf", "OpenAI strict mode refuses it; use anyOf"],
  ["patternProperties", "OpenAI strict mode and Gemini refuse it; use an array of name and value"],
  [
    "prefixItems",
    "OpenAI strict mode and Anthropic's transform refuse tuples; use an array with minItems and maxItems",
  ],
  ["propertyNames", "OpenAI strict mode and Gemini refuse it; use an array of name and value"],
  ["then", "OpenAI strict mode and Gemini refuse conditions; describe them in words"],
  ["unevaluatedItems", "OpenAI strict mode and Gemini refuse it; remove it"],
  ["unevaluatedProperties", "OpenAI strict mode and Gemini refuse it; use additionalProperties: false"],
  ["uniqueItems", "OpenAI strict mode refuses it; describe it in words"],
]);

/**
 * Lists the features of a tool that Anthropic, OpenAI and Gemini do not treat alike; empty for a portable
 * tool.
 *
 * A warning does not mean that the tool fails: adapters convert what they can and move the rest into
 * descriptions.
 */
export function lintPortability(tool: Pick<AnyTool, "name" | "inputSchema">): readonly PortabilityWarning[] {
  const warnings: PortabilityWarning[] = [];
  const warn = (code: PortabilityWarning["code"], path: string, message: string) =>
    warnings.push({ code, toolName: tool.name, path, message });

  if (!isPortableToolName(tool.name)) {
    warn(
      "tool-name",
      "#",
      `The name does not match ${PORTABLE_TOOL_NAME.source}, so some providers refuse it.`,
    );
  }
  const inspect = (schema: JsonSchema, path: string): void => {
    for (const keyword of Object.keys(schema)) {
      const trouble = TROUBLESOME.get(keyword);
      if (trouble !== undefined) warn("keyword", `${path}/${keyword}`, `${keyword}: ${trouble}.`);
    }
    if (typeof schema.additionalProperties === "object") {
      warn(
        "keyword",
        `${path}/additionalProperties`,
        "additionalProperties with a schema: Anthropic's transform empties it, OpenAI strict mode refuses it; use an array " +
          "of name and value.",
      );
    }
    if (Array.isArray(schema.enum) && schema.enum.some((value) => typeof value !== "string")) {
      warn("enum-type", `${path}/enum`, "Gemini accepts only strings in an enum; use strings.");
    }
    for (const name of Object.keys(schema.properties ?? {})) {
      if (PORTABLE_PARAMETER_NAME.test(name)) continue;
      warn(
        "parameter-name",
        `${path}/properties/${name}`,
        `The name "${name}" does not match ${PORTABLE_PARAMETER_NAME.source}; rename it.`,
      );
    }
    eachSubschema(schema, (subschema, { pointer }) => inspect(subschema, `${path}${pointer}`));
  };
  inspect(tool.inputSchema, "#");
  return warnings;
}
