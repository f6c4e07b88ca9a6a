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

/** The keywords that `parameters` knows; an unknown one fails the whole request. Source: the SDK's type `Schema`. */
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

/** 64-bit integers, which JSON writes as strings. */
const COUNTS = ["minLength", "maxLength", "minProperties", "maxProperties", "minItems", "maxItems"];

/** The formats that the API takes, by type; another one fails the whole request. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ["date-time", "enum"],
  number: ["float", "double"],
  integer: ["int32", "int64"],
};

/**
 * A rebuilt schema, its references inlined, as `parameters` takes it: for models and services without
 * `parametersJsonSchema`. Nothing refers to anything here, so circles are cut and said in words.
 */
export function toOpenApiFormat(
  root: Readonly<Record<string, unknown>>,
  report: SchemaReport,
): { readonly schema: GoogleSchema; readonly lost: readonly string[] } {
  const { schema, lost } = rewriteSchema(root, undefined, {
    report,
    boolean: (accepts) => booleanSchema(accepts),
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
      // A closed or open object is nothing to warn about: the format knows no difference.
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

/** Only texts may stand in an `enum`; null there is what `nullable` says. */
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

/** A list says what its elements are; a tuple says it in words. */
function asArray({ schema, lost }: GoogleLevel): void {
  if (Array.isArray(schema.prefixItems)) {
    lost.push(inWords("prefixItems", schema.prefixItems));
    delete schema.prefixItems;
    if (!isRecord(schema.items)) schema.items = {};
  }
  if (schema.type === "array" && !isRecord(schema.items)) schema.items = {};
}

/** "properties: should be non-empty for OBJECT type"; and what is required must be there. */
function asObject({ schema }: GoogleLevel): void {
  const { properties } = schema;
  if (isRecord(properties) && Object.keys(properties).length === 0) delete schema.properties;
  if (!Array.isArray(schema.required)) return;
  const known = isRecord(schema.properties) ? schema.properties : {};
  const required = schema.required.filter((name) => Object.hasOwn(known, String(name)));
  if (required.length > 0) schema.required = required;
  else delete schema.required;
}
