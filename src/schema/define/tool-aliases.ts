import type {
  AliasFace,
  JsonObjectSchema,
  StandardSchema,
  ToolAlias,
  ToolAliasDefinition,
} from "../../contract/index.js";
import { describeThrown } from "../../contract/index.js";
import { isRecord, type KeysOf, requireKnownKeys, withoutUndefined } from "../../values/index.js";
import { toJsonSchema } from "../export/index.js";
import { ToolDefinitionError } from "../tool-definition-error.js";
import { isPortableToolName, PORTABLE_TOOL_NAME } from "../tool-name.js";
import { requireObjectRoot } from "./object-root.js";

const ALIAS_KEYS = {
  name: true,
  inputSchema: true,
  description: true,
  mapInput: true,
} as const satisfies KeysOf<ToolAliasDefinition>;

/**
 * Converts both notations of an alias to one and freezes the list.
 *
 * @throws ToolDefinitionError `invalid-alias` for a name that a provider refuses, a repeated one, the tool's
 *   own name, an unknown key, a `mapInput` that is not a function, or a description without a schema
 */
export function normalizeAliases(
  tool: { readonly name: string; readonly description: string },
  aliases: readonly (string | ToolAliasDefinition)[] = [],
): readonly ToolAlias[] {
  const refuse = (message: string) =>
    new ToolDefinitionError(message, { code: "invalid-alias", toolName: tool.name });
  const taken = new Set([tool.name]);
  return Object.freeze(
    aliases.map((alias) => {
      const given = typeof alias === "string" ? { name: alias } : alias;
      const problem = aliasProblem(given, taken);
      if (problem !== undefined) throw refuse(problem);
      const { name, mapInput } = given;
      taken.add(name);
      const face = aliasFaceOf(tool, given);
      return Object.freeze({
        name,
        ...withoutUndefined({ mapInput, shown: face }),
      });
    }),
  );
}

/** Returns the first problem of an alias; in JavaScript, it may be any value. */
function aliasProblem(given: ToolAliasDefinition, taken: ReadonlySet<string>): string | undefined {
  if (!isRecord(given)) return "an alias is neither a name nor an object with a name.";
  const { name, mapInput, inputSchema, description } = given as unknown as ToolAliasDefinition;
  if (!isPortableToolName(name))
    return `alias ${JSON.stringify(name)} does not match ${PORTABLE_TOOL_NAME.source}.`;
  if (taken.has(name)) return `alias "${name}" is already a name of the tool. Remove it.`;
  try {
    requireKnownKeys(`alias "${name}"`, given, ALIAS_KEYS, "key");
  } catch (thrown) {
    return describeThrown(thrown);
  }
  if (mapInput !== undefined && typeof mapInput !== "function")
    return `mapInput of alias "${name}" is not a function. Pass (input) => input, or omit it.`;
  if (description === undefined) return undefined;
  if (inputSchema === undefined)
    return `alias "${name}" has a description without an inputSchema, so no mode shows it. Add the schema, or remove the description.`;
  return typeof description !== "string" || description.trim() === ""
    ? `the description of alias "${name}" is empty. Omit it to show the tool's.`
    : undefined;
}

function aliasFaceOf(
  tool: { readonly name: string; readonly description: string },
  { name, inputSchema, description = tool.description }: ToolAliasDefinition,
): AliasFace | undefined {
  if (inputSchema === undefined) return undefined;
  const toolName = `${tool.name} (alias ${name})`;
  const exported = requireObjectRoot(toJsonSchema(inputSchema, { toolName, direction: "input" }), toolName);
  const schema: StandardSchema["~standard"] = inputSchema["~standard"];
  return Object.freeze({
    description,
    inputSchema: exported,
    validateInput: (value: unknown) => schema.validate(value),
  });
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
