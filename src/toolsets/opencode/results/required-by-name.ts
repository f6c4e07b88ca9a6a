import * as z from "zod";

/**
 * Makes a parameter required in the shown schema, as in OpenCode, although calls without it are accepted too, because its
 * value has no effect.
 */
export function requiredByName<Schema extends z.ZodType>(
  schema: Schema,
  otherwise: z.output<Schema>,
): Schema {
  // A preprocess shows the schema inside it, and its own type would only hide that.
  return z.preprocess((value) => value ?? otherwise, schema) as unknown as Schema;
}
