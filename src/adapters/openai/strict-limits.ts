import { mapSubschemas } from "../../schema/index.js";
import { isRecord } from "../../values/index.js";

// Limits of strict mode for one schema. Source: the guide to structured outputs, "Supported schemas".
const MAX_PROPERTIES = 5_000;
const MAX_DEPTH = 10;
const MAX_ENUM_VALUES = 1_000;
const MAX_NAME_CHARACTERS = 120_000;

/** Throws if a schema is larger than strict mode allows. */
export function checkStrictLimits(schema: Readonly<Record<string, unknown>>): void {
  let properties = 0;
  let enumValues = 0;
  let characters = 0;
  const visit = (value: unknown, depth: number): unknown => {
    if (!isRecord(value)) return value;
    if (depth > MAX_DEPTH) throw new Error(`it is nested deeper than ${MAX_DEPTH} levels`);
    const names = isRecord(value.properties) ? Object.keys(value.properties) : [];
    const constants = Array.isArray(value.enum) ? value.enum : [];
    properties += names.length;
    enumValues += constants.length;
    for (const text of [...names, ...constants]) if (typeof text === "string") characters += text.length;
    return mapSubschemas(value, (child, { keyword, name }) => {
      if (keyword === "$defs") characters += name?.length ?? 0;
      return visit(child, keyword === "$defs" ? 1 : depth + 1);
    });
  };
  visit(schema, 0);
  if (properties > MAX_PROPERTIES) throw new Error(`it has more than ${MAX_PROPERTIES} parameters`);
  if (enumValues > MAX_ENUM_VALUES) throw new Error(`it has more than ${MAX_ENUM_VALUES} enum values`);
  if (characters > MAX_NAME_CHARACTERS) {
    throw new Error(`its names and enum values are longer than ${MAX_NAME_CHARACTERS} characters`);
  }
}
