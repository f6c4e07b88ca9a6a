import {
  describeThrown,
  type ExecutionProfile,
  type StandardSchema,
  type ToolDefinition,
} from "../../contract/index.js";
import { isRecord, type KeysOf, requireKnownKeys } from "../../values/index.js";

const DEFINITION_KEYS = {
  name: true,
  description: true,
  inputSchema: true,
  outputSchema: true,
  kind: true,
  source: true,
  aliases: true,
  parameterAliases: true,
  mapInput: true,
  executionProfile: true,
  facts: true,
  preview: true,
  formatValidationError: true,
  init: true,
  preprocessArgs: true,
  timeoutMs: true,
  truncation: true,
  requires: true,
  deferred: true,
  annotations: true,
  metadata: true,
  execute: true,
  render: true,
} as const satisfies KeysOf<ToolDefinition<StandardSchema, unknown>>;

const PROFILE_KEYS = { serial: true, resourceKeys: true } as const satisfies KeysOf<
  ExecutionProfile<unknown>
>;

/** Returns the first unknown key or invalid execution profile of a tool definition; `undefined` if there is none. */
export function definitionProblem(definition: object): string | undefined {
  const { executionProfile } = definition as { readonly executionProfile?: unknown };
  try {
    requireKnownKeys("defineTool", definition, DEFINITION_KEYS, "key");
    for (const name of ["init", "formatValidationError"] as const) {
      const value: unknown = Reflect.get(definition, name);
      if (value !== undefined && typeof value !== "function") return `${name} is not a function.`;
    }
    if (executionProfile === undefined) return undefined;
    if (!isRecord(executionProfile)) return "executionProfile is not an object.";
    requireKnownKeys("executionProfile", executionProfile, PROFILE_KEYS, "key");
  } catch (thrown) {
    return describeThrown(thrown);
  }
  const { serial, resourceKeys } = executionProfile;
  if (serial !== undefined && typeof serial !== "boolean")
    return "executionProfile.serial is not true or false.";
  if (resourceKeys !== undefined && typeof resourceKeys !== "function")
    return "executionProfile.resourceKeys is not a function. Pass (input) => [{ key, mode }].";
  return undefined;
}
