import { isRecord } from "../../values/index.js";

const ITEMS_LISTS = ["items", "additionalItems"] as const;

/**
 * Converts one level of a schema from drafts 4 to 7 and OpenAPI 3.0 to the spelling of draft 2020-12.
 *
 * Anthropic, for example, validates against 2020-12 and refuses the whole request for a boolean `exclusiveMinimum`.
 */
export function fromOlderDrafts(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const modern: Record<string, unknown> = { ...schema };
  renameDefinitions(modern);
  splitItems(modern);
  splitDependencies(modern);
  numericBound(modern, "exclusiveMinimum", "minimum");
  numericBound(modern, "exclusiveMaximum", "maximum");
  nullableType(modern);
  return modern;
}

function renameDefinitions(schema: Record<string, unknown>): void {
  if (isRecord(schema.definitions)) {
    schema.$defs = isRecord(schema.$defs) ? { ...schema.definitions, ...schema.$defs } : schema.definitions;
    delete schema.definitions;
  }
  if (typeof schema.$ref === "string") schema.$ref = schema.$ref.replace(/^#\/definitions\//, "#/$defs/");
}

function splitItems(schema: Record<string, unknown>): void {
  if (!Array.isArray(schema.items)) return;
  const { items: list, additionalItems: rest } = schema;
  for (const keyword of ITEMS_LISTS) delete schema[keyword];
  if (list.length > 0) schema.prefixItems = list;
  if (rest !== undefined) schema.items = rest;
}

function splitDependencies(schema: Record<string, unknown>): void {
  if (!isRecord(schema.dependencies)) return;
  const entries = Object.entries(schema.dependencies);
  const names = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  delete schema.dependencies;
  if (names.length > 0) schema.dependentRequired ??= Object.fromEntries(names);
  if (schemas.length > 0) schema.dependentSchemas ??= Object.fromEntries(schemas);
}

function numericBound(schema: Record<string, unknown>, exclusive: string, inclusive: string): void {
  if (typeof schema[exclusive] !== "boolean") return;
  if (schema[exclusive] && typeof schema[inclusive] === "number") {
    schema[exclusive] = schema[inclusive];
    delete schema[inclusive];
  } else delete schema[exclusive];
}

function nullableType(schema: Record<string, unknown>): void {
  if (typeof schema.nullable !== "boolean") return;
  if (schema.nullable && typeof schema.type === "string" && schema.type !== "null") {
    schema.type = [schema.type, "null"];
    if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
  }
  delete schema.nullable;
}
