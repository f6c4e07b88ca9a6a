import { dereference, type OutputUnit, Validator } from "@cfworker/json-schema";
import { describeThrown, type JsonSchema, type StandardIssue } from "../../contract/index.js";
import { ToolDefinitionError } from "../tool-definition-error.js";

/**
 * Compiles a JSON Schema of draft 2020-12 into a function that returns the deepest reason why a value is
 * invalid.
 *
 * The schema is checked here, so that a broken one fails when the tool is defined and not when a model calls
 * it.
 *
 * @throws ToolDefinitionError `invalid-json-schema`
 */
export function createJsonSchemaValidator(
  document: JsonSchema,
): (value: unknown) => StandardIssue | undefined {
  // A copy, because the validator adds properties to the schema objects.
  const schema = structuredClone(document) as Record<string, unknown>;
  checkSchema(schema);
  const validator = new Validator(schema, "2020-12");
  return (value) => {
    try {
      const { valid, errors } = validator.validate(value);
      return valid ? undefined : toIssue(deepest(errors));
    } catch (cause) {
      // Only a value that JSON cannot represent, or a nesting deeper than the stack, reaches this line.
      const reason = describeThrown(cause);
      return { message: `The value cannot be checked: ${reason}` };
    }
  };
}

function checkSchema(schema: Record<string, unknown>): void {
  const problem = findProblem(schema);
  if (problem === undefined) return;
  throw new ToolDefinitionError(`The JSON Schema is invalid: ${problem}.`, { code: "invalid-json-schema" });
}

function findProblem(schema: Record<string, unknown>): string | undefined {
  try {
    const schemasByUri = dereference(schema);
    for (const subschema of Object.values(schemasByUri)) {
      if (typeof subschema !== "object") continue;
      const { $ref, __absolute_ref__: target, pattern, patternProperties } = subschema;
      if ($ref !== undefined && schemasByUri[target ?? $ref] === undefined)
        return `$ref ${$ref} has no target`;
      if (pattern !== undefined) new RegExp(pattern, "u");
      for (const key of Object.keys(patternProperties ?? {})) new RegExp(key, "u");
    }
    return undefined;
  } catch (cause) {
    return describeThrown(cause);
  }
}

/**
 * Returns the unit with the longest path into the value; of several, the last, which is the innermost
 * keyword.
 */
function deepest(errors: readonly OutputUnit[]): OutputUnit | undefined {
  let found: OutputUnit | undefined;
  let foundDepth = -1;
  for (const error of errors) {
    const depth = error.instanceLocation.split("/").length;
    if (depth >= foundDepth) [found, foundDepth] = [error, depth];
  }
  return found;
}

function toIssue(error: OutputUnit | undefined): StandardIssue {
  if (error === undefined) return { message: "The value does not match the schema." };
  const path = error.instanceLocation.split("/").slice(1).map(unescapeSegment);
  switch (error.keyword) {
    case "required": {
      const name = /"(.*)"/s.exec(error.error)?.[1];
      return name === undefined
        ? { message: error.error, path }
        : { message: "This property is missing.", path: [...path, name] };
    }
    case "type":
      return { message: error.error.replace(/^.*Expected /s, "Expected "), path };
    case "false":
      return { message: "This property is not allowed here.", path };
    default:
      return { message: error.error, path };
  }
}

/** The validator writes the paths into a value as URI fragments. */
function unescapeSegment(segment: string): string {
  return decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
}
