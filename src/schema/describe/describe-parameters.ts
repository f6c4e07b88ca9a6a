import type { JsonSchema } from "../../contract/index.js";
import { ellipsized } from "../../text/index.js";
import { describeSchema } from "./describe-schema.js";
import { schemaReader } from "./schema-reader.js";

/** Maximum number of listed parameters; of a tool with more, only the required ones are listed. */
const MAX_LISTED_PARAMETERS = 16;

/** Maximum length of a shown name or type, in UTF-16 code units. */
const MAX_NAME_LENGTH = 80;

/**
 * Lists the parameters of a tool with their types, in one sentence.
 *
 * @example
 * // "Parameters: path (string), read_range (array of 2 numbers, optional)."
 */
export function describeParameters(schema: JsonSchema): string {
  const read = schemaReader(schema);
  const { properties, required } = read(schema);
  if (properties.size === 0) return "It takes no parameters: send {}.";
  const all = [...properties];
  const listed = all.length <= MAX_LISTED_PARAMETERS ? all : all.filter(([name]) => required.has(name));
  const described = listed.slice(0, MAX_LISTED_PARAMETERS).map(([name, parameter]) => {
    const optional = required.has(name) ? "" : ", optional";
    return `${ellipsized(name, MAX_NAME_LENGTH)} (${ellipsized(describeSchema(parameter, read), MAX_NAME_LENGTH)}${optional})`;
  });
  const rest = all.length > described.length ? ` and ${all.length - described.length} more` : "";
  return `Parameters: ${described.join(", ")}${rest}.`;
}
