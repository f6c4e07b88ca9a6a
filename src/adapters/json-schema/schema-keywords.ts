import { escapePointer } from "../../schema/index.js";
import { isRecord, isTextList } from "../../values/index.js";

/** Rebuilds a schema below a keyword. */
export type RebuildChild = (schema: unknown, path: string) => unknown;

/** Returns the value of a keyword as draft 2020-12 accepts it, or `undefined` if it cannot be expressed. */
export type RebuildKeyword = (value: unknown, path: string, child: RebuildChild) => unknown;

const TYPE_NAMES = ["object", "string", "number", "integer", "boolean", "array", "null"];

const anything: RebuildKeyword = (value) => value;
const text: RebuildKeyword = (value) => (typeof value === "string" ? value : undefined);
const flag: RebuildKeyword = (value) => (typeof value === "boolean" ? value : undefined);
const number: RebuildKeyword = (value) => (Number.isFinite(value) ? value : undefined);
const count: RebuildKeyword = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined;
const step: RebuildKeyword = (value) => (Number.isFinite(value) && Number(value) > 0 ? value : undefined);
const list: RebuildKeyword = (value) => (Array.isArray(value) && value.length > 0 ? value : undefined);
const names: RebuildKeyword = (value) => (isTextList(value) ? [...new Set(value)] : undefined);
const schema: RebuildKeyword = (value, path, child) =>
  isRecord(value) || typeof value === "boolean" ? child(value, path) : undefined;
const schemas: RebuildKeyword = (value, path, child) =>
  Array.isArray(value) && value.length > 0
    ? value.map((entry, index) => child(entry, `${path}/${index}`))
    : undefined;
const schemasByName: RebuildKeyword = (value, path, child) =>
  isRecord(value)
    ? mapEntries(value, (entry, name) => child(entry, `${path}/${escapePointer(name)}`))
    : undefined;
const namesByName: RebuildKeyword = (value) =>
  isRecord(value) && Object.values(value).every(isTextList)
    ? mapEntries(value, (entry) => [...new Set(entry as string[])])
    : undefined;

/**
 * Every keyword that is sent to a provider, with the check that draft 2020-12 makes of its value, in the order of the
 * output.
 *
 * An allow-list: an unknown keyword is omitted, not sent.
 */
export const SCHEMA_KEYWORDS: ReadonlyMap<string, RebuildKeyword> = new Map<string, RebuildKeyword>([
  ["$ref", text],
  ["type", typeNames],
  ["title", text],
  ["enum", list],
  ["const", anything],
  ["default", anything],
  ["examples", list],
  ["deprecated", flag],
  ["format", text],
  ["pattern", regularExpression],
  ["minLength", count],
  ["maxLength", count],
  ["contentEncoding", text],
  ["contentMediaType", text],
  ["minimum", number],
  ["maximum", number],
  ["exclusiveMinimum", number],
  ["exclusiveMaximum", number],
  ["multipleOf", step],
  ["properties", schemasByName],
  ["required", names],
  ["additionalProperties", schema],
  ["patternProperties", patterns],
  ["propertyNames", schema],
  ["minProperties", count],
  ["maxProperties", count],
  ["dependentRequired", namesByName],
  ["dependentSchemas", schemasByName],
  ["unevaluatedProperties", schema],
  ["prefixItems", schemas],
  ["items", schema],
  ["contains", schema],
  ["minContains", count],
  ["maxContains", count],
  ["minItems", count],
  ["maxItems", count],
  ["uniqueItems", flag],
  ["unevaluatedItems", schema],
  ["anyOf", schemas],
  ["oneOf", schemas],
  ["allOf", schemas],
  ["not", schema],
  ["if", schema],
  ["then", schema],
  ["else", schema],
  ["$defs", schemasByName],
  ["description", text],
]);

/** Keywords whose values are data, not schemas: a `$ref` in them is not a reference. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set([
  "enum",
  "const",
  "default",
  "examples",
  "required",
]);

function typeNames(value: unknown): unknown {
  if (typeof value === "string") return TYPE_NAMES.includes(value) ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  const unique = [...new Set(value)];
  return unique.length > 0 && unique.every((name) => TYPE_NAMES.includes(name)) ? unique : undefined;
}

function regularExpression(value: unknown): unknown {
  return typeof value === "string" && compiles(value) ? value : undefined;
}

function patterns(value: unknown, path: string, child: RebuildChild): unknown {
  return isRecord(value) && Object.keys(value).every(compiles)
    ? schemasByName(value, path, child)
    : undefined;
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

// `Object.fromEntries` defines properties, so that a parameter named `__proto__` stays a parameter.
function mapEntries(
  record: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
