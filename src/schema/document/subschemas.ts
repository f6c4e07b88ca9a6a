import type { JsonSchema } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { escapePointer } from "./references.js";

/** Keywords whose value is one schema. */
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

/** Keywords whose value maps names to schemas; `definitions` is the name of `$defs` before draft 2019-09. */
const BY_NAME = new Set(["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]);

/** Position of a schema directly below another one. */
export interface SchemaPosition {
  /** JSON Pointer from the parent: `/properties/path`. */
  readonly pointer: string;
  readonly keyword: string;
  /** The key below `properties`, `$defs` and similar keywords. */
  readonly name?: string;
}

/**
 * Returns one level of a schema (draft 2020-12) with every direct subschema replaced.
 *
 * It does not recurse. It never enters values that are data (`default`, `enum`). `true` and `false` are schemas as well.
 *
 * @param change - returns the replacement of a subschema
 */
export function mapSubschemas(
  schema: JsonSchema,
  change: (subschema: unknown, position: SchemaPosition) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      const pointer = `/${keyword}`;
      if (SINGLE.has(keyword)) return [keyword, change(value, { pointer, keyword })];
      if (LIST.has(keyword) && Array.isArray(value)) {
        return [
          keyword,
          value.map((each, index) => change(each, { pointer: `${pointer}/${index}`, keyword })),
        ];
      }
      if (BY_NAME.has(keyword) && isRecord(value)) {
        const entries = Object.entries(value).map(([name, each]): [string, unknown] => [
          name,
          change(each, { pointer: `${pointer}/${escapePointer(name)}`, keyword, name }),
        ]);
        return [keyword, Object.fromEntries(entries)];
      }
      return [keyword, value];
    }),
  );
}

/** Returns one level of a schema with every direct subschema replaced that is an object; boolean schemas stay. */
export function mapSchemaObjects(
  schema: JsonSchema,
  change: (subschema: JsonSchema) => unknown,
): Record<string, unknown> {
  return mapSubschemas(schema, (subschema) => (isRecord(subschema) ? change(subschema) : subschema));
}

/** Calls `visit` with each direct subschema that is an object, and with its position. */
export function eachSubschema(
  schema: JsonSchema,
  visit: (subschema: JsonSchema, position: SchemaPosition) => void,
): void {
  mapSubschemas(schema, (subschema, position) => {
    if (isRecord(subschema)) visit(subschema, position);
    return subschema;
  });
}
