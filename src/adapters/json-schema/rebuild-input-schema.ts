import { isRecord } from "../../values/index.js";
import { flattenRoot } from "./flatten-root.js";
import { fromOlderDrafts } from "./older-drafts.js";
import { rebuildLevel } from "./rebuild-schema.js";
import { dropDanglingReferences } from "./schema-references.js";
import type { SchemaReport } from "./schema-report.js";

/** JSON Schema of draft 2020-12 whose root is an object without unions. */
export interface ObjectSchema {
  type: "object";
  properties?: Record<string, unknown>;
  required?: string[];
  [keyword: string]: unknown;
}

/** Input schema for a provider, and the constraints to state in the tool's description. */
export interface RebuiltInputSchema {
  readonly inputSchema: ObjectSchema;
  readonly lost: readonly string[];
}

/** Options that differ between providers. */
export interface RebuildOptions {
  /** Pattern for the names of the root's parameters; others are described in words. Default: any name. */
  readonly parameterName?: RegExp;
}

/**
 * Rebuilds the schema of a tool's input from the keywords of draft 2020-12, with an object without unions at its root.
 *
 * All providers accept this subset; the restrictions of a single provider are applied afterwards.
 *
 * Throws an `Error` whose message completes the sentence "The tool cannot be sent: ..." if the schema cannot be represented.
 */
export function rebuildInputSchema(
  source: unknown,
  report: SchemaReport,
  options: RebuildOptions = {},
): RebuiltInputSchema {
  if (!isRecord(source)) throw new Error("its input schema is not a JSON Schema object");
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
 * Describes parameters whose names the provider refuses in words. The model may still send them: only the schema's own keys
 * are checked, so the object is left open.
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
