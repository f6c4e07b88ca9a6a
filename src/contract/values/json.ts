/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/** A JSON Schema document or sub-schema, draft 2020-12 unless it declares another. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A JSON Schema whose root is an object: the only root that every provider accepts for tool input. */
export type JsonObjectSchema = JsonSchema & {
  readonly type: "object";
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
};
