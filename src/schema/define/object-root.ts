import type { JsonObjectSchema, JsonSchema } from "../../contract/index.js";
import { ToolDefinitionError } from "../tool-definition-error.js";

const COMBINATORS = ["anyOf", "oneOf", "allOf"] as const;

/**
 * Returns an input schema whose root every provider accepts: one object, without alternatives.
 *
 * @throws ToolDefinitionError `empty-schema`, `root-union` (Anthropic refuses the whole request with 400 for
 *   a root combinator) or `not-an-object-schema`
 */
export function requireObjectRoot(schema: JsonSchema, toolName: string): JsonObjectSchema {
  if (Object.keys(schema).length === 0) {
    throw new ToolDefinitionError(
      "inputSchema exports an empty JSON Schema, which tells a model nothing. Use an object schema: z.object({...}), " +
        "or jsonSchema({ type: 'object', ... }). Never pass a zod 4 schema through zod-to-json-schema: the result is {}.",
      { code: "empty-schema", toolName },
    );
  }
  const combinator = COMBINATORS.find((keyword) => Object.hasOwn(schema, keyword));
  if (combinator !== undefined) {
    throw new ToolDefinitionError(
      `inputSchema has ${combinator} at its root, which providers refuse. Merge the branches into one object: a field ` +
        "that names the case, with the other fields optional; or define one tool per case.",
      { code: "root-union", toolName },
    );
  }
  if (schema.type !== "object") {
    throw new ToolDefinitionError(
      `inputSchema must describe an object, but its root has the type ${JSON.stringify(schema.type) ?? "of none"}. Put the ` +
        "value into a field: z.object({ value: ... }).",
      { code: "not-an-object-schema", toolName },
    );
  }
  return schema as JsonObjectSchema;
}
