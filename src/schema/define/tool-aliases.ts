import type { JsonObjectSchema, ToolAlias } from "../../contract/index.js";
import { ToolDefinitionError } from "../tool-definition-error.js";
import { isPortableToolName, PORTABLE_TOOL_NAME } from "../tool-name.js";

/**
 * Converts both notations of an alias to one and freezes the list.
 *
 * @throws ToolDefinitionError `invalid-alias` for a name that a provider refuses, a repeated one, the tool's
 *   own name, or a `mapInput` that is not a function
 */
export function normalizeAliases(
  toolName: string,
  aliases: readonly (string | ToolAlias)[] = [],
): readonly ToolAlias[] {
  const refuse = (message: string) => new ToolDefinitionError(message, { code: "invalid-alias", toolName });
  const taken = new Set([toolName]);
  return Object.freeze(
    aliases.map((alias) => {
      const { name, mapInput } = typeof alias === "string" ? { name: alias } : alias;
      if (!isPortableToolName(name)) {
        throw refuse(`alias ${JSON.stringify(name)} does not match ${PORTABLE_TOOL_NAME.source}.`);
      }
      if (taken.has(name)) throw refuse(`alias "${name}" is already a name of the tool. Remove it.`);
      taken.add(name);
      if (mapInput !== undefined && typeof mapInput !== "function") {
        throw refuse(`mapInput of alias "${name}" is not a function. Pass (input) => input, or omit it.`);
      }
      return Object.freeze(mapInput === undefined ? { name } : { name, mapInput });
    }),
  );
}

/**
 * Checks and freezes the aliases of parameters.
 *
 * @throws ToolDefinitionError `invalid-parameter-alias` for a parameter that the schema does not have, and for an alias
 * that is itself a parameter or belongs to two of them
 */
export function normalizeParameterAliases(
  toolName: string,
  schema: JsonObjectSchema,
  parameterAliases: Readonly<Record<string, readonly string[]>> = {},
): Readonly<Record<string, readonly string[]>> {
  const refuse = (message: string) =>
    new ToolDefinitionError(message, { code: "invalid-parameter-alias", toolName });
  const properties = schema.properties ?? {};
  const owners = new Map<string, string>();
  const entries = Object.entries(parameterAliases).map(
    ([parameter, aliases]): [string, readonly string[]] => {
      if (!Object.hasOwn(properties, parameter)) {
        throw refuse(
          `parameterAliases names "${parameter}", which inputSchema does not have. It has: ${Object.keys(properties).join(", ")}.`,
        );
      }
      for (const alias of aliases) {
        if (Object.hasOwn(properties, alias)) {
          throw refuse(`"${alias}" cannot be an alias of "${parameter}", because it is a parameter.`);
        }
        const owner = owners.get(alias);
        if (owner !== undefined)
          throw refuse(`"${alias}" is an alias of both "${owner}" and "${parameter}". Keep one.`);
        owners.set(alias, parameter);
      }
      return [parameter, Object.freeze([...aliases])];
    },
  );
  return Object.freeze(Object.fromEntries(entries));
}
