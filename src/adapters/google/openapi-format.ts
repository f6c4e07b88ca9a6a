import { isRecord } from "../../values/index.js";
import { inWords, rewriteSchema, type SchemaReport } from "../json-schema/index.js";
import {
  booleanSchema,
  type GoogleLevel,
  keepOnly,
  renameParameters,
  toGoogleLevel,
} from "./google-level.js";
import { reportRenamed } from "./json-schema-format.js";
import { splitTypes } from "./split-types.js";
import type { GoogleSchema } from "./wire-types.js";

/** Keywords that `parameters` supports; an unknown one fails the whole request. Source: the SDK's type `Schema`. */
const KEYWORDS = new Set([
  "type",
  "title",
  "description",
  "nullable",
  "enum",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "properties",
  "required",
  "minProperties",
  "maxProperties",
  "items",
  "minItems",
  "maxItems",
  "anyOf",
]);

/** Keywords with 64-bit integers, which JSON represents as strings. */
const COUNTS = ["minLength", "maxLength", "minProperties", "maxProperties", "minItems", "maxItems"];

/** Formats that the API accepts, by type; any other one fails the whole request. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ["date-time", "enum"],
  number: ["float", "double"],
  integer: ["int32", "int64"],
};

/**
 * Converts a rebuilt schema with inlined references for `parameters`, for models and services without
 * `parametersJsonSchema`. This format has no references, so recursive ones are removed and described in words.
 */
export function toOpenApiFormat(
  root: Readonly<Record<string, unknown>>,
  report: SchemaReport,
): { readonly schema: GoogleSchema; readonly lost: readonly string[] } {
  const { schema, lost } = rewriteSchema(root, undefined, {
    report,
    boolean: ({ accepts }) => booleanSchema(accepts),
    level(source, _context, path) {
      const level = toGoogleLevel(source);
      const { schema } = level;
      delete schema.$defs;
      if (typeof schema.$ref === "string") {
        level.lost.push(`the same as ${schema.$ref}`);
        delete schema.$ref;
      }
      splitTypes(level);
      onlyTexts(level);
      asArray(level);
      // No warning for a closed or open object: the format does not distinguish them.
      if (typeof schema.additionalProperties === "boolean") delete schema.additionalProperties;
      keepOnly(level, KEYWORDS);
      asObject(level);
      const { type } = schema;
      if (schema.format !== undefined && !FORMATS[String(type)]?.includes(String(schema.format))) {
        level.lost.push(inWords("format", schema.format));
        delete schema.format;
      }
      for (const count of COUNTS) if (schema[count] !== undefined) schema[count] = String(schema[count]);
      if (typeof type === "string") schema.type = type.toUpperCase();
      renameParameters(schema, (name, wire) => reportRenamed(report, path, name, wire));
      return { ...level, below: () => undefined };
    },
  });
  return { schema: schema as GoogleSchema, lost };
}

/** Keeps only strings in an `enum`; `nullable` represents null. */
function onlyTexts({ schema, lost }: GoogleLevel): void {
  if (!Array.isArray(schema.enum)) return;
  const values = schema.enum.filter((value) => value !== null);
  if (values.length < schema.enum.length) schema.nullable = true;
  if (values.length > 0 && values.every((value) => typeof value === "string" && value !== "")) {
    schema.enum = values;
    schema.type ??= "string";
    return;
  }
  if (values.length > 0) lost.push(inWords("enum", values));
  delete schema.enum;
  const types = new Set(values.map((value) => typeof value));
  const [type] = types;
  if (types.size === 1 && (type === "string" || type === "number" || type === "boolean"))
    schema.type ??= type;
}

/** Adds the required `items` to a list; a tuple is described in words. */
function asArray({ schema, lost }: GoogleLevel): void {
  if (Array.isArray(schema.prefixItems)) {
    lost.push(inWords("prefixItems", schema.prefixItems));
    delete schema.prefixItems;
    if (!isRecord(schema.items)) schema.items = {};
  }
  if (schema.type === "array" && !isRecord(schema.items)) schema.items = {};
}

/** Adds or removes `properties` ("should be non-empty for OBJECT type"), and removes required names that do not exist. */
function asObject({ schema }: GoogleLevel): void {
  const { properties } = schema;
  if (isRecord(properties) && Object.keys(properties).length === 0) delete schema.properties;
  if (!Array.isArray(schema.required)) return;
  const known = isRecord(schema.properties) ? schema.properties : {};
  const required = schema.required.filter((name) => Object.hasOwn(known, String(name)));
  if (required.length > 0) schema.required = required;
  else delete schema.required;
}
