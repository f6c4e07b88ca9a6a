import type { StandardResult, StandardSchema } from "../../contract/index.js";
import { jsonSchema } from "../../schema/index.js";
import { isRecord } from "../../values/index.js";

/**
 * The schema of an AI SDK tool as a Standard Schema: zod and its like as they are, the SDK's own with its own validation.
 *
 * Throws an `Error` for one that is not there yet, because tools are made at once.
 */
export function foreignSchema(schema: unknown): StandardSchema {
  const known: unknown = typeof schema === "function" && !("~standard" in schema) ? schema() : schema;
  if (known === undefined || known === null) return jsonSchema({ type: "object", properties: {} });
  if (!isSdkSchema(known)) return known as StandardSchema;
  const document = known.jsonSchema;
  if (!isRecord(document) || typeof document.then === "function") {
    throw new Error("its schema is loaded later; await it and pass jsonSchema(...) with what came.");
  }
  // Already 2020-12 as far as tools go; the id of a dialect is not looked at.
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
  return { issues: [{ message: error instanceof Error ? error.message : "The input does not fit." }] };
}
