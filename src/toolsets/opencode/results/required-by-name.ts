import * as z from "zod";

/**
 * A parameter that the seed's schema requires although nothing depends on it: it is shown as required, and a call without
 * it is understood all the same.
 */
export function requiredByName<Schema extends z.ZodType>(
  schema: Schema,
  otherwise: z.output<Schema>,
): Schema {
  // A preprocess shows the schema inside it, and its own type would only hide that.
  return z.preprocess((value) => value ?? otherwise, schema) as unknown as Schema;
}
