import type { JsonSchema } from "../../contract/index.js";
import { ellipsized } from "../../text/index.js";
import { ANY_JSON_TYPE, JSON_TYPE_BITS } from "./json-type.js";
import type { SchemaReader } from "./schema-reader.js";

/** Maximum number of listed values of an `enum`. */
const MAX_SHOWN_VALUES = 12;

/** Maximum length of one listed value, in UTF-16 code units. */
const MAX_VALUE_LENGTH = 40;

/**
 * Describes in a few words what a schema expects: `string`, `integer`, `array of numbers`, `"a" or "b"`, `any
 * value`.
 */
export function describeSchema(schema: JsonSchema, read: SchemaReader): string {
  if (Object.hasOwn(schema, "const")) return showValue(schema.const);
  if (Array.isArray(schema.enum)) return listValues(schema.enum);
  const facts = read(schema);
  if (facts.accepts === ANY_JSON_TYPE) return "any value";
  const names = Object.entries(JSON_TYPE_BITS)
    .filter(([, bit]) => (facts.accepts & bit) !== 0)
    .map(([name]) => {
      if (name === "number" && facts.integer) return "integer";
      return name === "array" ? describeArray(schema, facts.items, read) : name;
    });
  return names.length === 0 ? "no value at all" : names.join(" or ");
}

function describeArray(schema: JsonSchema, items: JsonSchema | undefined, read: SchemaReader): string {
  const { minItems, maxItems } = schema;
  const count = typeof minItems === "number" && minItems === maxItems ? `${minItems} ` : "";
  const element = items === undefined ? undefined : singleTypeName(items, read);
  if (element === undefined) return count === "" ? "array" : `array of ${count}elements`;
  return `array of ${count}${element}s`;
}

function singleTypeName(items: JsonSchema, read: SchemaReader): string | undefined {
  const { accepts, integer } = read(items);
  const names = Object.entries(JSON_TYPE_BITS).filter(([, bit]) => bit === accepts);
  const name = names[0]?.[0];
  if (name === "null") return undefined;
  return name === "number" && integer ? "integer" : name;
}

function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_SHOWN_VALUES).map(showValue);
  return values.length > shown.length
    ? `one of ${shown.join(", ")} and ${values.length - shown.length} more`
    : shown.join(" or ");
}

function showValue(value: unknown): string {
  return ellipsized(JSON.stringify(value) ?? String(value), MAX_VALUE_LENGTH);
}
