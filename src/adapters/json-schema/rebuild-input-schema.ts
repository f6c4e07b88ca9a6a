import { isRecord } from "../../values/index.js";
import { flattenRoot } from "./flatten-root.js";
import { fromOlderDrafts } from "./older-drafts.js";
import { rebuildLevel } from "./rebuild-schema.js";
import { dropDanglingReferences } from "./schema-references.js";
import type { SchemaReport } from "./schema-report.js";

/** A JSON Schema of draft 2020-12 whose root is an object and no union. */
export interface ObjectSchema {
  type: "object";
  properties?: Record<string, unknown>;
  required?: string[];
  [keyword: string]: unknown;
}

/** An input schema for a provider, and what is left to say in the tool's description. */
export interface RebuiltInputSchema {
  readonly inputSchema: ObjectSchema;
  readonly lost: readonly string[];
}

/** What differs between providers. */
export interface RebuildOptions {
  /** What the names of the root's parameters must match; one that does not is said in words. Default: anything. */
  readonly parameterName?: RegExp;
}

/**
 * Rebuilds the schema of a tool's input from the keywords of draft 2020-12, with an object and no union at its root.
 *
 * This is the ground that all providers share; what one of them refuses beyond it is rewritten afterwards.
 *
 * Throws an `Error` whose message ends the sentence "The tool cannot be sent: ..." when there is no way to say it.
 */
export function rebuildInputSchema(
  source: unknown,
  report: SchemaReport,
  options: RebuildOptions = {},
): RebuiltInputSchema {
  if (!isRecord(source)) throw new Error("its input schema is no JSON Schema object");
  const flat = flattenRoot(fromOlderDrafts(source));
  const root = asObject(flat.schema);
  const named = takeUnsayableParameters(root, options.parameterName);
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
    inputSchema: inputSchema as ObjectSchema,
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
 * Moves parameters whose names the provider refuses into words. The model may still send them: nothing but the schema's own
 * keys is checked, so the object is left open for them.
 */
function takeUnsayableParameters(
  root: Readonly<Record<string, unknown>>,
  pattern: RegExp | undefined,
): {
  readonly schema: Record<string, unknown>;
  readonly lost: readonly string[];
} {
  const { properties, required } = root;
  if (!isRecord(properties) || pattern === undefined) return { schema: { ...root }, lost: [] };
  const entries = Object.entries(properties);
  const unsayable = entries.filter(([name]) => !pattern.test(name));
  if (unsayable.length === 0) return { schema: { ...root }, lost: [] };
  const requiredNames: readonly unknown[] = Array.isArray(required) ? required : [];
  const { additionalProperties, unevaluatedProperties: _, ...rest } = root;
  return {
    schema: {
      ...rest,
      ...(isRecord(additionalProperties) ? { additionalProperties } : {}),
      properties: Object.fromEntries(entries.filter(([name]) => pattern.test(name))),
      required: requiredNames.filter((name) => typeof name !== "string" || pattern.test(name)),
    },
    lost: unsayable.map(
      ([name, schema]) =>
        `${requiredNames.includes(name) ? "parameter" : "optional parameter"} ${JSON.stringify(name)} ${JSON.stringify(schema)}`,
    ),
  };
}
