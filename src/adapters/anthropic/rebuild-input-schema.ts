import { flattenRoot } from "./flatten-root.js";
import { fromOlderDrafts } from "./older-drafts.js";
import { rebuildLevel } from "./rebuild-schema.js";
import { isRecord } from "./schema-record.js";
import { dropDanglingReferences } from "./schema-references.js";
import type { SchemaReport } from "./tool-warning.js";
import type { AnthropicInputSchema } from "./wire-types.js";

/** What the API demands of the names of parameters; names further down are not checked. */
const PARAMETER_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/** An input schema for the API, and what is left to say in the tool's description. */
export interface RebuiltInputSchema {
  readonly inputSchema: AnthropicInputSchema;
  readonly lost: readonly string[];
}

/**
 * Rebuilds the schema of a tool's input from what the Messages API accepts.
 *
 * Throws an `Error` whose message ends the sentence "The tool cannot be sent: ..." when there is no way to say it.
 */
export function rebuildInputSchema(source: unknown, report: SchemaReport): RebuiltInputSchema {
  if (!isRecord(source)) throw new Error("its input schema is no JSON Schema object");
  const flat = flattenRoot(fromOlderDrafts(source));
  const root = asObject(flat.schema);
  const named = takeUnsayableParameters(root);
  for (const constraint of [...flat.lost, ...named.lost]) {
    report({
      type: "moved-to-description",
      path: "",
      message: `The root of the schema cannot hold ${constraint}.`,
    });
  }
  const rebuilt = rebuildLevel(named.schema, "", report);
  const inputSchema = dropDanglingReferences({ ...rebuilt.schema, type: "object" }, report);
  return {
    inputSchema: inputSchema as AnthropicInputSchema,
    lost: [...flat.lost, ...named.lost, ...rebuilt.lost],
  };
}

function asObject(root: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const types = root.type === undefined ? ["object"] : [root.type].flat();
  if (!types.includes("object")) {
    throw new Error(`the root of its input schema is ${JSON.stringify(root.type)}; expected "object"`);
  }
  return { ...root, type: "object" };
}

/**
 * Moves parameters whose names the API refuses into words. The model may still send them: nothing but the schema's own
 * keys is checked, so the object is left open for them.
 */
function takeUnsayableParameters(root: Readonly<Record<string, unknown>>): {
  readonly schema: Record<string, unknown>;
  readonly lost: readonly string[];
} {
  const { properties, required } = root;
  if (!isRecord(properties)) return { schema: { ...root }, lost: [] };
  const entries = Object.entries(properties);
  const unsayable = entries.filter(([name]) => !PARAMETER_NAME.test(name));
  if (unsayable.length === 0) return { schema: { ...root }, lost: [] };
  const requiredNames: readonly unknown[] = Array.isArray(required) ? required : [];
  const { additionalProperties, unevaluatedProperties: _, ...rest } = root;
  return {
    schema: {
      ...rest,
      ...(isRecord(additionalProperties) ? { additionalProperties } : {}),
      properties: Object.fromEntries(entries.filter(([name]) => PARAMETER_NAME.test(name))),
      required: requiredNames.filter((name) => typeof name !== "string" || PARAMETER_NAME.test(name)),
    },
    lost: unsayable.map(
      ([name, schema]) =>
        `${requiredNames.includes(name) ? "parameter" : "optional parameter"} ${JSON.stringify(name)} ${JSON.stringify(schema)}`,
    ),
  };
}
