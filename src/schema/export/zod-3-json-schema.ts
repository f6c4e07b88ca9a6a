import { ignoreOverride, zodToJsonSchema } from "zod-to-json-schema";
import type { JsonSchema, StandardSchema } from "../../contract/index.js";
import { mapSchemaObjects } from "../document/index.js";
import type { ConversionDirection } from "./conversion-direction.js";

type Zod3Schema = Parameters<typeof zodToJsonSchema>[0];

/**
 * Types that the exporter would convert to a schema whose values zod then refuses: a string for a `Date`, for
 * example.
 */
const NOT_REPRESENTABLE = new Set([
  "ZodBigInt",
  "ZodDate",
  "ZodFunction",
  "ZodMap",
  "ZodNaN",
  "ZodPromise",
  "ZodSet",
  "ZodSymbol",
  "ZodUndefined",
  "ZodVoid",
]);

/**
 * Exports a zod 3 schema (`zod/v3`, or `zod` 3.x).
 *
 * Returns `undefined` for any other schema, especially zod 4, which `zod-to-json-schema` silently converts to
 * an empty schema. Throws for a type that JSON Schema cannot represent.
 */
export function zod3ToJsonSchema(schema: StandardSchema, direction: ConversionDirection): unknown {
  if (!isZod3(schema)) return undefined;
  const exported = zodToJsonSchema(schema, {
    target: "jsonSchema2019-09",
    $refStrategy: "root",
    pipeStrategy: direction,
    effectStrategy: direction === "input" ? "input" : "any",
    // A plain z.object removes unknown keys and does not refuse them, so the export does not mention them (as
    // in zod 4).
    removeAdditionalStrategy: "strict",
    allowedAdditionalProperties: undefined,
    override: (definition) => {
      const { typeName, coerce } = definition as { typeName?: unknown; coerce?: unknown };
      if (typeof typeName === "string" && NOT_REPRESENTABLE.has(typeName) && coerce !== true) {
        throw new TypeError(`${typeName} cannot be represented in JSON Schema`);
      }
      return ignoreOverride;
    },
  });
  return withPrefixItems(exported as JsonSchema);
}

function isZod3(schema: StandardSchema): schema is StandardSchema & Zod3Schema {
  return (
    !("_zod" in schema) && "_def" in schema && typeof (schema as { parse?: unknown }).parse === "function"
  );
}

/** Converts tuples to `prefixItems` of draft 2020-12; earlier drafts use an array in `items`. */
function withPrefixItems(schema: JsonSchema): JsonSchema {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return mapSchemaObjects(schema, withPrefixItems);
  return mapSchemaObjects({ ...rest, prefixItems: items, items: additionalItems ?? false }, withPrefixItems);
}
