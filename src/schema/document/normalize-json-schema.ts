import type { JsonSchema } from "../../contract/index.js";
import { inlineReferences } from "./inline-references.js";
import { mapSchemaObjects } from "./subschemas.js";

/** The formats that JSON Schema defines and models know; only these make a pattern beside them redundant. */
const STANDARD_FORMATS = new Set([
  "date",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "time",
  "uri",
  "uuid",
]);

/**
 * Written first, in this order, so that two versions of a schema library produce the same bytes (prompt
 * caching).
 */
const LEADING = [
  ...["$ref", "type", "const", "enum", "format", "pattern", "minLength", "maxLength"],
  ...["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"],
  ...["prefixItems", "items", "minItems", "maxItems", "uniqueItems"],
  ...["properties", "required", "additionalProperties", "propertyNames", "anyOf", "oneOf", "allOf"],
];

/** Written last. */
const TRAILING = ["default", "description", "$defs"];

/**
 * Removes redundant keywords from a schema that a library exported, without changing what it accepts from a
 * model.
 *
 * Removes `$schema`, the safe-integer bounds of integers and the pattern of a standard format; inlines
 * references except recursive ones; writes keywords in a fixed order. Properties keep the author's order.
 */
export function normalizeJsonSchema(schema: JsonSchema): JsonSchema {
  return tidy(inlineReferences(schema));
}

function tidy(schema: JsonSchema): JsonSchema {
  const rebuilt = mapSchemaObjects(schema, tidy);
  const kept = Object.entries(rebuilt).filter(([keyword, value]) => !isNoise(keyword, value, schema));
  return Object.fromEntries(kept.sort(([a], [b]) => rank(a) - rank(b)));
}

function isNoise(keyword: string, value: unknown, schema: JsonSchema): boolean {
  switch (keyword) {
    case "$schema":
      return true;
    case "minimum":
      return value === Number.MIN_SAFE_INTEGER;
    case "maximum":
      return value === Number.MAX_SAFE_INTEGER;
    case "pattern":
      return typeof schema.format === "string" && STANDARD_FORMATS.has(schema.format);
    default:
      return false;
  }
}

function rank(keyword: string): number {
  const leading = LEADING.indexOf(keyword);
  if (leading !== -1) return leading;
  const trailing = TRAILING.indexOf(keyword);
  return LEADING.length + (trailing === -1 ? 0 : 1 + trailing);
}
