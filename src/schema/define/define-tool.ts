import {
  type InferInput,
  type InferOutput,
  type StandardSchema,
  TOOL_KINDS,
  type Tool,
  type ToolDefinition,
} from "../../contract/index.js";
import { toJsonSchema } from "../export/index.js";
import { ToolDefinitionError } from "../tool-definition-error.js";
import { isPortableToolName, PORTABLE_TOOL_NAME } from "../tool-name.js";
import { definitionProblem } from "./definition-keys.js";
import { withGenerators } from "./generator-execute.js";
import { initialized } from "./initialized.js";
import { requireObjectRoot } from "./object-root.js";
import { normalizeAliases, normalizeParameterAliases } from "./tool-aliases.js";

/** The fields of a definition that a tool adopts unchanged. */
const AS_THEY_ARE = [
  "executionProfile",
  "facts",
  "preview",
  "formatValidationError",
  "preprocessArgs",
  "mapInput",
  "timeoutMs",
  "truncation",
  "requires",
  "native",
  "render",
] as const;

const SOURCES: readonly unknown[] = ["builtin", "mcp", "toolbox", "host"];

/**
 * Creates a tool from a definition: checks it, converts its schema once and freezes the result.
 *
 * Input and output types come from the schema and from `execute`. Defaults: kind `"other"`, source `"host"`, not deferred,
 * no annotations, no metadata.
 *
 * @throws ToolDefinitionError for anything that a provider would refuse or a model could not use; the message
 *   names the tool, the problem and the remedy
 *
 * @example
 * const countWords = defineTool({
 *   name: "count_words",
 *   description: "Counts the words of a text.",
 *   kind: "think",
 *   inputSchema: z.object({ text: z.string() }),
 *   execute: ({ text }) => ({ words: text.split(/\s+/).filter(Boolean).length }),
 * });
 */
export function defineTool<const Name extends string, Schema extends StandardSchema, Output>(
  definition: ToolDefinition<Schema, Output> & { readonly name: Name },
): Tool<Name, InferOutput<Schema>, Output, InferInput<Schema>> {
  type Input = InferOutput<Schema>;
  checkDefinition(definition);
  const { name, description, init, annotations, metadata } = definition;
  const inputSchema = requireObjectRoot(
    toJsonSchema(definition.inputSchema, { toolName: name, direction: "input" }),
    name,
  );
  const input = definition.inputSchema["~standard"] as StandardSchema<unknown, Input>["~standard"];
  const execute = withGenerators<Input, Output>(definition.execute);
  return Object.freeze({
    name,
    description,
    inputSchema,
    kind: definition.kind ?? "other",
    source: definition.source ?? "host",
    aliases: normalizeAliases({ name, description }, definition.aliases),
    parameterAliases: normalizeParameterAliases(name, inputSchema, definition.parameterAliases),
    deferred: definition.deferred ?? false,
    annotations: Object.freeze({ ...annotations }),
    metadata: Object.freeze({ ...metadata }),
    execute: init === undefined ? execute : initialized(name, init, execute),
    validateInput: (value: unknown) => input.validate(value),
    ...outputFields(definition),
    ...pickDefined(definition, AS_THEY_ARE),
  });
}

type CheckedFields = Pick<
  ToolDefinition<StandardSchema, unknown>,
  "name" | "description" | "kind" | "source" | "timeoutMs"
> & { readonly execute: unknown };

function checkDefinition(definition: CheckedFields): void {
  // In JavaScript, a definition may be any value.
  const name: unknown = (definition as CheckedFields | undefined)?.name;
  if (!isPortableToolName(name)) {
    const shown = typeof name === "string" ? JSON.stringify(name.slice(0, 80)) : String(name);
    throw new ToolDefinitionError(
      `defineTool() received the name ${shown}. A tool's name must match ${PORTABLE_TOOL_NAME.source}: a letter or underscore, ` +
        "then letters, digits, underscores and hyphens, at most 63 characters.",
      { code: "invalid-name" },
    );
  }
  const refuse = (code: "invalid-definition" | "missing-description" | "missing-execute", message: string) =>
    new ToolDefinitionError(message, { code, toolName: name });

  const problem = definitionProblem(definition);
  if (problem !== undefined) throw refuse("invalid-definition", problem);
  const { description, execute, kind, source, timeoutMs } = definition;
  if (typeof description !== "string" || description.trim() === "") {
    throw refuse(
      "missing-description",
      "description is empty. State what the tool does, when to use it and what it returns.",
    );
  }
  if (typeof execute !== "function") {
    throw refuse(
      "missing-execute",
      "execute is not a function. Pass the function that does the work: execute(input, context).",
    );
  }
  if (kind !== undefined && !TOOL_KINDS.includes(kind)) {
    throw refuse(
      "invalid-definition",
      `kind ${JSON.stringify(kind)} is not one of ${TOOL_KINDS.join(", ")}.`,
    );
  }
  if (source !== undefined && !SOURCES.includes(source)) {
    throw refuse(
      "invalid-definition",
      `source ${JSON.stringify(source)} is not one of ${SOURCES.join(", ")}.`,
    );
  }
  if (
    timeoutMs !== undefined &&
    timeoutMs !== false &&
    !(typeof timeoutMs === "number" && Number.isFinite(timeoutMs) && timeoutMs > 0)
  ) {
    throw refuse(
      "invalid-definition",
      `timeoutMs is ${String(timeoutMs)}. Pass a number of milliseconds above 0, or false for no timeout.`,
    );
  }
}

function outputFields(
  definition: Pick<ToolDefinition<StandardSchema, unknown>, "name" | "outputSchema">,
): Pick<Tool, "outputSchema" | "validateOutput"> {
  const { outputSchema: schema, name } = definition;
  if (schema === undefined) return {};
  return {
    outputSchema: toJsonSchema(schema, { toolName: name, direction: "output" }),
    validateOutput: (value) => schema["~standard"].validate(value),
  };
}

function pickDefined<Source extends object, Key extends keyof Source>(
  source: Source,
  keys: readonly Key[],
): Pick<Source, Key> {
  return Object.fromEntries(
    keys.filter((key) => source[key] !== undefined).map((key) => [key, source[key]]),
  ) as unknown as Pick<Source, Key>;
}
