import type { JsonSchema } from "../../contract/index.js";
import { ellipsized } from "../../text/index.js";
import { describeSchema } from "./describe-schema.js";
import { schemaReader } from "./schema-reader.js";

/** Maximum number of listed parameters; of a tool with more, only the required ones are listed. */
const MAX_LISTED_PARAMETERS = 16;

/** Maximum length of a shown name or type, in UTF-16 code units. */
const MAX_NAME_LENGTH = 80;

/** A parameter of a tool, for a person or a message. */
export interface ListedParameter {
  readonly name: string;
  /** Its type in words, such as "array of 2 numbers". */
  readonly type: string;
  readonly isRequired: boolean;
  /** Empty if the schema has none. */
  readonly description: string;
}

/** Returns the parameters of a tool in the order of its schema. */
export function listParameters(schema: JsonSchema): readonly ListedParameter[] {
  const read = schemaReader(schema);
  const { properties, required } = read(schema);
  return [...properties].map(([name, parameter]) => {
    const described = typeof parameter === "object" ? parameter.description : undefined;
    return {
      name,
      type: describeSchema(parameter, read),
      isRequired: required.has(name),
      description: typeof described === "string" ? described : "",
    };
  });
}

/**
 * Lists the parameters of a tool with their types, in one sentence.
 *
 * @example
 * // "Parameters: path (string), read_range (array of 2 numbers, optional)."
 */
export function describeParameters(schema: JsonSchema): string {
  const all = listParameters(schema);
  if (all.length === 0) return "It takes no parameters: send {}.";
  const listed = all.length <= MAX_LISTED_PARAMETERS ? all : all.filter(({ isRequired }) => isRequired);
  const described = listed.slice(0, MAX_LISTED_PARAMETERS).map(({ name, type, isRequired }) => {
    const optional = isRequired ? "" : ", optional";
    return `${ellipsized(name, MAX_NAME_LENGTH)} (${ellipsized(type, MAX_NAME_LENGTH)}${optional})`;
  });
  const rest = all.length > described.length ? ` and ${all.length - described.length} more` : "";
  return `Parameters: ${described.join(", ")}${rest}.`;
}
