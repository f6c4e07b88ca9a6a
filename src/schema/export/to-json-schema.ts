import { describeThrown, type JsonSchema, type StandardSchema } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { copyJson, isRawJsonSchema, normalizeJsonSchema } from "../document/index.js";
import { ToolDefinitionError } from "../tool-definition-error.js";
import { arktypeToJsonSchema } from "./arktype-json-schema.js";
import type { ConversionDirection } from "./conversion-direction.js";
import { zod3ToJsonSchema } from "./zod-3-json-schema.js";
import { zod4ToJsonSchema } from "./zod-4-json-schema.js";

/** From the most specific to the most general; the first exporter that recognises the schema is used. */
const EXPORTERS = [arktypeToJsonSchema, standardToJsonSchema, zod4ToJsonSchema, zod3ToJsonSchema];

/**
 * Converts any Standard Schema to a frozen JSON Schema of draft 2020-12.
 *
 * A schema made with `jsonSchema({...})` is returned unchanged; the export of a library is normalised.
 *
 * @throws ToolDefinitionError `not-a-schema`, `no-json-schema` or `not-representable`
 */
export function toJsonSchema(
  schema: unknown,
  options: { readonly toolName: string; readonly direction: ConversionDirection },
): JsonSchema {
  const { direction } = options;
  if (!isStandardSchema(schema)) throw notASchema(schema, options);
  if (isRawJsonSchema(schema)) return standardToJsonSchema(schema, direction) as JsonSchema;
  const exported = exportSchema(schema, options);
  if (exported === undefined) throw noExporter(schema["~standard"].vendor, options);
  const normalized = isRecord(exported) ? normalizeJsonSchema(exported) : {};
  return copyJson(normalized) as JsonSchema;
}

function exportSchema(
  schema: StandardSchema,
  { toolName, direction }: { readonly toolName: string; readonly direction: ConversionDirection },
): unknown {
  try {
    for (const toExported of EXPORTERS) {
      const exported = toExported(schema, direction);
      if (exported !== undefined) return copyJson(exported);
    }
    return undefined;
  } catch (cause) {
    const reason = describeThrown(cause).replace(/\s+/g, " ");
    throw new ToolDefinitionError(
      `${direction}Schema contains a type that JSON cannot represent (${reason}). Models send JSON: accept a string or number ` +
        "and convert it in execute, or with a transform or preprocess around a JSON type.",
      { code: "not-representable", toolName, cause },
    );
  }
}

function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard = (value as { "~standard"?: unknown })["~standard"];
  return (
    typeof standard === "object" &&
    standard !== null &&
    typeof (standard as { validate?: unknown }).validate === "function"
  );
}

function notASchema(
  value: unknown,
  { toolName, direction }: { readonly toolName: string; readonly direction: ConversionDirection },
): ToolDefinitionError {
  const remedy = isOldZod(value)
    ? "It is a schema of zod before 3.24: update zod to 3.24 or later."
    : isRecord(value)
      ? "If it is a plain JSON Schema, wrap it: jsonSchema({ type: 'object', ... })."
      : "Pass a schema of zod, valibot or arktype, or jsonSchema({ type: 'object', ... }).";
  return new ToolDefinitionError(`${direction}Schema is not a Standard Schema. ${remedy}`, {
    code: "not-a-schema",
    toolName,
  });
}

/** Returns whether a value is a schema of zod 3 from before it had the Standard Schema interface. */
function isOldZod(value: unknown): boolean {
  const { _def, safeParse } = (value ?? {}) as { readonly _def?: unknown; readonly safeParse?: unknown };
  return typeof _def === "object" && typeof safeParse === "function";
}

function noExporter(
  vendor: string,
  { toolName, direction }: { readonly toolName: string; readonly direction: ConversionDirection },
): ToolDefinitionError {
  const remedy =
    vendor === "valibot"
      ? "Wrap it: toStandardJsonSchema(schema) or jsonSchema(toJsonSchema(schema)), both with @valibot/to-json-schema."
      : "Export it with that library's own JSON Schema converter and wrap the result: jsonSchema(exported, { validate }).";
  return new ToolDefinitionError(`${direction}Schema (${vendor}) cannot export a JSON Schema. ${remedy}`, {
    code: "no-json-schema",
    toolName,
  });
}

interface Exporter {
  readonly input: (options: { readonly target: string }) => JsonSchema;
  readonly output: (options: { readonly target: string }) => JsonSchema;
}

/**
 * Exports a schema through Standard JSON Schema (`~standard.jsonSchema`): zod from 4.2 and other libraries.
 *
 * Returns `undefined` for a schema that does not support it. Errors of the library are passed on.
 */
function standardToJsonSchema(schema: StandardSchema, direction: ConversionDirection): unknown {
  const exporter = schema["~standard"].jsonSchema;
  if (!isExporter(exporter)) return undefined;
  return exporter[direction]({ target: "draft-2020-12" });
}

function isExporter(value: unknown): value is Exporter {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Partial<Exporter>).input === "function" &&
    typeof (value as Partial<Exporter>).output === "function"
  );
}
