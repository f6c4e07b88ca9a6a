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

/** The vendor name by which schemas made with {@link jsonSchema} are known. */
const VENDOR = "collet";

/** How {@link jsonSchema} checks a value. */
export interface JsonSchemaOptions<T> {
  /** Replaces the built-in validator; answers the parsed value or the issues, must not throw. */
  readonly validate?: (value: unknown) => StandardResult<T> | Promise<StandardResult<T>>;
}

/**
 * Turns a JSON Schema into a schema for `defineTool`; models see it word for word, without `$schema`.
 *
 * Values are validated by draft 2020-12 without `eval`, and given back as they are: no defaults are filled in. The first
 * mismatch is reported, at its deepest place. The document is copied, so later changes to it have no effect.
 *
 * @typeParam T - the type of a valid value; not derived from the schema
 * @throws ToolDefinitionError `not-a-schema` or `invalid-json-schema` (not plain JSON, a `$ref` that leads nowhere, a
 * pattern that is no regular expression)
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

/** Tells whether a schema was made with {@link jsonSchema}, whose document is to be shown as it was written. */
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
        "Pass a schema of zod, valibot or arktype to defineTool as it is.",
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
