import type { StandardResult, StandardSchema } from "../../contract/index.js";
import { jsonSchema } from "../../schema/index.js";
import { isRecord } from "../../values/index.js";

/**
 * Converts the schema of an AI SDK tool to a Standard Schema: zod and similar schemas unchanged, the SDK's own schemas with
 * their own validation.
 *
 * Throws an `Error` for a schema that is loaded later, because tools are created synchronously.
 */
export function foreignSchema(schema: unknown): StandardSchema {
  const known: unknown = typeof schema === "function" && !("~standard" in schema) ? schema() : schema;
  if (known === undefined || known === null) return jsonSchema({ type: "object", properties: {} });
  if (!isSdkSchema(known)) return known as StandardSchema;
  const document = known.jsonSchema;
  if (!isRecord(document) || typeof document.then === "function") {
    throw new Error("its schema is loaded later; await it and pass jsonSchema(...) with the result.");
  }
  // Equal to 2020-12 for tools; the `$schema` id is not checked.
  const { $schema: _, ...rest } = document;
  const { validate } = known;
  return validate === undefined
    ? jsonSchema(rest)
    : jsonSchema(rest, { validate: async (value) => toStandard(await validate(value)) });
}

interface SdkSchema {
  readonly jsonSchema: unknown;
  readonly validate?: (value: unknown) => unknown;
}

function isSdkSchema(value: unknown): value is SdkSchema {
  return typeof value === "object" && value !== null && "jsonSchema" in value && !("~standard" in value);
}

function toStandard(outcome: unknown): StandardResult<Record<string, unknown>> {
  if (isRecord(outcome) && outcome.success === true)
    return { value: outcome.value as Record<string, unknown> };
  const error = isRecord(outcome) ? outcome.error : undefined;
  return {
    issues: [{ message: error instanceof Error ? error.message : "The input does not match the schema." }],
  };
}
