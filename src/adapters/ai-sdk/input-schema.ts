import type { AiSdkSchema } from "./wire-types.js";

/**
 * Marker by which the SDK recognises its own schemas, which it uses unchanged; it closes other schemas against additional
 * parameters.
 */
const SCHEMA_MARK = Symbol.for("vercel.ai.schema");

/**
 * Creates a schema that shows a model the tool's input and accepts anything: the runtime repairs and checks inputs itself.
 */
export function inputSchema(schema: Record<string, unknown>): AiSdkSchema {
  // A copy, because the SDK writes into the object that it receives.
  const show = (): Record<string, unknown> => structuredClone(schema);
  const marked = {
    [SCHEMA_MARK]: true,
    jsonSchema: schema,
    validate: (value: unknown) => ({ success: true, value }),
    "~standard": {
      version: 1 as const,
      vendor: "collet",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: show, output: show },
    },
  };
  return marked;
}
