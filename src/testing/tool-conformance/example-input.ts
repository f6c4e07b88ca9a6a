import type { JsonObjectSchema, JsonSchema } from "../../contract/index.js";

const PATH_NAME = /path|file|dir|folder/i;

/**
 * Generates an input that a schema accepts: examples, defaults and first choices if the schema has them, otherwise the
 * smallest value of the type. Optional parameters are omitted. A parameter named like a path gets one of the paths.
 */
export function exampleInput(schema: JsonSchema, paths: readonly string[]): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as Partial<JsonObjectSchema>;
  return Object.fromEntries(
    required.map((name) => [name, exampleValue(properties[name] ?? {}, name, paths)]),
  );
}

function exampleValue(schema: JsonSchema, name: string, paths: readonly string[]): unknown {
  const { examples, enum: choices, anyOf, oneOf } = schema;
  for (const list of [examples, choices]) if (Array.isArray(list) && list.length > 0) return list[0];
  if ("default" in schema) return schema.default;
  if ("const" in schema) return schema.const;
  for (const list of [anyOf, oneOf]) if (Array.isArray(list)) return exampleValue(list[0] ?? {}, name, paths);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return exampleInput(schema, paths);
    case "array":
      return Array.from({ length: Number(schema.minItems ?? 1) }, () =>
        exampleValue((schema.items ?? {}) as JsonSchema, name, paths),
      );
    case "boolean":
      return false;
    case "null":
      return null;
    case "number":
    case "integer":
      return Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? 0) + 1);
    default:
      return PATH_NAME.test(name) ? (paths[0] ?? ".") : "text".padEnd(Number(schema.minLength ?? 0), "t");
  }
}
