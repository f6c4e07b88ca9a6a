import * as z from "zod";

/**
 * An optional folder to search in. `"undefined"` and `"null"` count as left out: seed 004 asks models not to write them,
 * because they do. A folder of such a name is there as `./null`.
 */
export function folderParameter(description: string): z.ZodOptional<z.ZodString> {
  const folder = z.string().describe(description).optional();
  // A preprocess shows the schema inside it, and its own type would only hide that.
  return z.preprocess(leftOut, folder).optional() as unknown as typeof folder;
}

function leftOut(value: unknown): unknown {
  return value === "undefined" || value === "null" ? undefined : value;
}
