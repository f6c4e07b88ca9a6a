import { toJSONSchema } from "zod/v4/core";
import type { StandardSchema } from "../../contract/index.js";
import type { ConversionDirection } from "./conversion-direction.js";

/**
 * Exports a zod 4 schema without its own exporter: `zod/mini`, and zod before 4.2.
 *
 * Returns `undefined` for any other schema. Throws for a type that JSON Schema cannot represent.
 */
export function zod4ToJsonSchema(schema: StandardSchema, direction: ConversionDirection): unknown {
  if (!isZod4(schema)) return undefined;
  return toJSONSchema(schema, {
    target: "draft-2020-12",
    io: direction,
    override: ({ zodSchema, jsonSchema }) => addMetadata(jsonSchema, zodSchema),
  });
}

/** Adds the metadata of a schema that another version of zod created, whose registry this version does not see: above all descriptions. */
function addMetadata(jsonSchema: Record<string, unknown>, schema: object): void {
  const { meta } = schema as { readonly meta?: unknown };
  const found: unknown = typeof meta === "function" ? meta.call(schema) : undefined;
  for (const [name, value] of Object.entries(found ?? {})) {
    if (name !== "id" && !Object.hasOwn(jsonSchema, name)) jsonSchema[name] = value;
  }
}

// zod 4 marks its schemas with `_zod`; zod 3 has only `_def`, which zod 4 classic has too.
function isZod4(schema: StandardSchema): schema is StandardSchema & Parameters<typeof toJSONSchema>[0] {
  return "_zod" in schema;
}
