import type { JsonSchema } from "../../contract/index.js";

/** Keywords whose value is one schema (or a boolean). */
const SINGLE = new Set([
  "additionalProperties",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Keywords whose value is a list of schemas. */
const LIST = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Keywords whose value maps names to schemas. */
const MAP = new Set(["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]);

/** Tells a schema object from the boolean schemas and from anything else. */
export function isSchemaObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Calls `visit` with each direct sub-schema and its JSON Pointer; goes one level deep. */
export function eachSubschema(
  schema: JsonSchema,
  path: string,
  visit: (subschema: JsonSchema, path: string) => void,
): void {
  const one = (value: unknown, place: string): void => {
    if (isSchemaObject(value)) visit(value, place);
  };
  for (const [keyword, value] of Object.entries(schema)) {
    const place = `${path}/${keyword}`;
    if (SINGLE.has(keyword)) one(value, place);
    else if (LIST.has(keyword) && Array.isArray(value)) {
      for (const [index, member] of value.entries()) one(member, `${place}/${index}`);
    } else if (MAP.has(keyword) && isSchemaObject(value)) {
      for (const [name, member] of Object.entries(value)) one(member, `${place}/${name}`);
    }
  }
}

/**
 * Rebuilds a schema with each direct sub-schema replaced by what `transform` gives for it; other keywords stay as they are.
 *
 * Goes one level deep; `transform` recurses if it wants to. Data keywords such as `default` and `enum` are never entered.
 */
export function mapSubschemas(schema: JsonSchema, transform: (subschema: JsonSchema) => unknown): JsonSchema {
  const one = (value: unknown): unknown => (isSchemaObject(value) ? transform(value) : value);
  const rebuilt = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (SINGLE.has(keyword)) return [keyword, one(value)];
    if (LIST.has(keyword) && Array.isArray(value)) return [keyword, value.map(one)];
    if (MAP.has(keyword) && isSchemaObject(value)) {
      return [
        keyword,
        Object.fromEntries(Object.entries(value).map(([name, member]) => [name, one(member)])),
      ];
    }
    return [keyword, value];
  });
  return Object.fromEntries(rebuilt);
}
