/** The types that JSON Schema distinguishes, as one bit each, so that a set of them is one number. */
export const JSON_TYPE_BITS = {
  string: 1,
  number: 2,
  boolean: 4,
  null: 8,
  array: 16,
  object: 32,
} as const;

/** A type of JSON; `integer` counts as `number`. */
export type JsonTypeName = keyof typeof JSON_TYPE_BITS;

/** The set of all types, for a schema that names none. */
export const ANY_JSON_TYPE = 63;

/**
 * Returns the type of a value; `undefined` for values that JSON cannot represent (`undefined`, a function).
 */
export function jsonTypeOf(value: unknown): JsonTypeName | undefined {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return typeof value as "string" | "number" | "boolean";
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? "array" : "object";
    default:
      return undefined;
  }
}

/** Returns the bit of a value's type; 0 for values that JSON cannot represent. */
export function jsonTypeBit(value: unknown): number {
  const type = jsonTypeOf(value);
  return type === undefined ? 0 : JSON_TYPE_BITS[type];
}
