import * as z from "zod";

/**
 * Creates the parameter for an optional folder: to search in, or to run a command in. `"undefined"` and `"null"` count as omitted: models write
 * them although OpenCode asks them not to. A folder with such a name is available as `./null`.
 */
export function folderParameter(description: string): z.ZodOptional<z.ZodString> {
  const folder = z.string().describe(description).optional();
  // A preprocess shows the schema inside it, and its own type would only hide that.
  return z.preprocess(leftOut, folder).optional() as unknown as typeof folder;
}

function leftOut(value: unknown): unknown {
  return value === "undefined" || value === "null" ? undefined : value;
}
