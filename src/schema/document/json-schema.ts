import {
  describeThrown,
  type JsonSchema,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
} from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { ToolDefinitionError } from "../tool-definition-error.js";
import { copyJson } from "./copy-json.js";
import { createJsonSchemaValidator } from "./json-schema-validator.js";

/** The vendor name of schemas made with {@link jsonSchema}. */
const VENDOR = "collet";

/** Options of {@link jsonSchema}. */
export interface JsonSchemaOptions<T> {
  /** Replaces the built-in validator; returns the parsed value or the issues, and must not throw. */
  readonly validate?: (value: unknown) => StandardResult<T> | Promise<StandardResult<T>>;
}

/**
 * Converts a JSON Schema to a schema for `defineTool`; models see it unchanged, without `$schema`.
 *
 * Values are validated by draft 2020-12 without `eval`, and returned unchanged: no defaults are filled in.
 * The first mismatch is reported, at its deepest path. The document is copied, so later changes to it have no
 * effect.
 *
 * @typeParam T - the type of a valid value; not derived from the schema
 * @throws ToolDefinitionError `not-a-schema` or `invalid-json-schema` (not plain JSON, a `$ref` without
 *   target, an invalid regular expression)
 *
 * @example
 * jsonSchema<{ path: string }>({
 *   type: "object",
 *   properties: { path: { type: "string" } },
 *   required: ["path"],
 * });
 */
export function jsonSchema<T = Record<string, unknown>>(
  schema: object,
  options: JsonSchemaOptions<T> = {},
): StandardSchema<T, T> {
  const document = withoutDialect(copyDocument(schema));
  const validator = options.validate ?? defaultValidator<T>(document);
  return Object.freeze({
    "~standard": Object.freeze({
      version: 1,
      vendor: VENDOR,
      validate: validator,
      jsonSchema: Object.freeze({ input: () => document, output: () => document }),
    }),
  });
}

/** Returns whether a schema was made with {@link jsonSchema}; its document is shown unchanged. */
export function isRawJsonSchema(schema: StandardSchema): boolean {
  return schema["~standard"].vendor === VENDOR;
}

function copyDocument(schema: unknown): JsonSchema {
  if (!isRecord(schema)) {
    throw new ToolDefinitionError(
      "jsonSchema() takes a JSON Schema object: jsonSchema({ type: 'object', ... }).",
      {
        code: "not-a-schema",
      },
    );
  }
  try {
    return copyJson(schema) as JsonSchema;
  } catch (cause) {
    throw new ToolDefinitionError(
      `jsonSchema() takes plain JSON, but ${describeThrown(cause)}. ` +
        "Pass a schema of zod, valibot or arktype to defineTool directly.",
      { code: "invalid-json-schema", cause },
    );
  }
}

function withoutDialect(document: JsonSchema): JsonSchema {
  const { $schema: _dialect, ...rest } = document;
  return Object.freeze(rest);
}

function defaultValidator<T>(document: JsonSchema): (value: unknown) => StandardResult<T> {
  const findIssue = createJsonSchemaValidator(document);
  return (value) => {
    const issue: StandardIssue | undefined = findIssue(value);
    return issue === undefined ? { value: value as T } : { issues: [issue] };
  };
}
