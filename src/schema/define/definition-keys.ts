import {
  checkTruncationLimits,
  describeThrown,
  type ExecutionProfile,
  type NativeForms,
  type StandardSchema,
  type ToolAnnotations,
  type ToolDefinition,
  type ToolRequirement,
} from "../../contract/index.js";
import { isRecord, type KeysOf, requireKnownKeys, requireKnownValue } from "../../values/index.js";

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
  native: true,
  annotations: true,
  metadata: true,
  execute: true,
  render: true,
} as const satisfies KeysOf<ToolDefinition<StandardSchema, unknown>>;

const PROFILE_KEYS = { serial: true, resourceKeys: true } as const satisfies KeysOf<
  ExecutionProfile<unknown>
>;

const ANNOTATION_KEYS = {
  title: true,
  readOnlyHint: true,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
} as const satisfies KeysOf<ToolAnnotations>;

const NATIVE_KEYS = { anthropic: true, openai: true } as const satisfies KeysOf<NativeForms>;

const REQUIREMENTS = {
  shell: true,
  powershell: true,
  model: true,
  "web-pages": true,
  "web-search": true,
  threads: true,
  diagnostics: true,
} as const satisfies Readonly<Record<ToolRequirement, true>>;

/** The names of the fields that are functions. */
const FUNCTIONS = [
  "init",
  "formatValidationError",
  "preprocessArgs",
  "mapInput",
  "facts",
  "preview",
  "render",
] as const;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the first unknown key or invalid execution profile of a tool definition; `undefined` if there is none. */
export function definitionProblem(definition: object): string | undefined {
  const { executionProfile } = definition as { readonly executionProfile?: unknown };
  try {
    requireKnownKeys("defineTool", definition, DEFINITION_KEYS, "key");
    const problem = fieldProblem(definition as Fields);
    if (problem !== undefined) return problem;
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

/** Returns the first field that has an impossible value. Throws for an unknown key or name in a field. */
function fieldProblem(definition: Fields): string | undefined {
  for (const name of FUNCTIONS) {
    const value = definition[name];
    if (value !== undefined && typeof value !== "function") return `${name} is not a function.`;
  }
  const { truncation, requires, deferred, annotations, metadata, aliases, native } = definition;
  if (truncation !== undefined && truncation !== false) checkTruncationLimits(truncation, "truncation");
  if (aliases !== undefined && !Array.isArray(aliases)) return "aliases is not a list.";
  if (requires !== undefined) {
    if (!Array.isArray(requires)) return 'requires is not a list, for example ["model"].';
    for (const name of requires) requireKnownValue("requires", name, Object.keys(REQUIREMENTS));
  }
  if (deferred !== undefined && typeof deferred !== "boolean") return "deferred is not true or false.";
  for (const [name, value] of Object.entries({ annotations, metadata, native })) {
    if (value !== undefined && !isRecord(value)) return `${name} is not an object.`;
  }
  requireKnownKeys("native", native ?? {}, NATIVE_KEYS, "key");
  requireKnownKeys("annotations", annotations ?? {}, ANNOTATION_KEYS, "key");
  return undefined;
}
