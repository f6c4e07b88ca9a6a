import type { JsonSchema, StandardSchema } from "../../contract/index.js";
import type { ConversionDirection } from "./conversion-direction.js";

interface Exporter {
  readonly input: (options: { readonly target: string }) => JsonSchema;
  readonly output: (options: { readonly target: string }) => JsonSchema;
}

/**
 * Exports a schema through Standard JSON Schema (`~standard.jsonSchema`): zod from 4.2 and other libraries.
 *
 * Returns `undefined` for a schema that does not support it. Errors of the library are passed on.
 */
export function standardToJsonSchema(schema: StandardSchema, direction: ConversionDirection): unknown {
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
