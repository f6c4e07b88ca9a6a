import { isRecord } from "../../values/index.js";

/** Keywords whose value is one schema. */
const SINGLE = new Set([
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "items",
  "contains",
  "unevaluatedItems",
  "not",
  "if",
  "then",
  "else",
]);

/** Keywords whose value is a list of schemas. */
const LIST = new Set(["prefixItems", "anyOf", "oneOf", "allOf"]);

/** Keywords whose value maps names to schemas. */
const BY_NAME = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);

/** Where a schema stands below another one. */
export interface SchemaPlace {
  /** JSON Pointer from the parent: `/properties/path`. */
  readonly pointer: string;
  readonly keyword: string;
  /** The key below `properties`, `$defs` and their like. */
  readonly name?: string;
}

/**
 * A level of a draft 2020-12 schema with every schema directly below it replaced.
 *
 * Goes one level deep. Values that are data (`default`, `enum`) are never entered; `true` and `false` are schemas as well.
 */
export function mapSchemaChildren(
  schema: Readonly<Record<string, unknown>>,
  change: (child: unknown, place: SchemaPlace) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      const pointer = `/${keyword}`;
      if (SINGLE.has(keyword)) return [keyword, change(value, { pointer, keyword })];
      if (LIST.has(keyword) && Array.isArray(value)) {
        return [
          keyword,
          value.map((child, index) => change(child, { pointer: `${pointer}/${index}`, keyword })),
        ];
      }
      if (BY_NAME.has(keyword) && isRecord(value)) {
        const entries = Object.entries(value).map(([name, child]): [string, unknown] => [
          name,
          change(child, { pointer: `${pointer}/${escapePointer(name)}`, keyword, name }),
        ]);
        return [keyword, Object.fromEntries(entries)];
      }
      return [keyword, value];
    }),
  );
}

/** A key as a segment of a JSON Pointer (RFC 6901). */
export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
