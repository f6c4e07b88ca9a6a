import type { AiSdkSchema } from "./wire-types.js";

/** By this mark the SDK knows a schema of its own, which it takes as it is; others it closes against further parameters. */
const SCHEMA_MARK = Symbol.for("vercel.ai.schema");

/** A schema that shows a model what a tool takes, and accepts anything: the runtime repairs and checks inputs itself. */
export function inputSchema(schema: Record<string, unknown>): AiSdkSchema {
  // A copy: the SDK writes into what it is given here.
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
