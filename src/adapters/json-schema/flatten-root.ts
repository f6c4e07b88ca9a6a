import { resolvePointer } from "../../schema/index.js";
import { isRecord } from "../../values/index.js";
import { fromOlderDrafts } from "./older-drafts.js";

type Schema = Readonly<Record<string, unknown>>;

const UNIONS = ["allOf", "anyOf", "oneOf"] as const;

/** Root without unions, and the removed constraints as text. */
export interface FlatRoot {
  readonly schema: Record<string, unknown>;
  readonly lost: readonly string[];
}

/**
 * Removes `$ref`, `allOf`, `anyOf` and `oneOf` from the root of a schema: for them, providers refuse the whole request.
 *
 * The parameters of all branches become parameters of the root. A parameter required in every branch stays required; valid
 * combinations are described in words.
 */
export function flattenRoot(source: Schema): FlatRoot {
  const { lost, ...root } = inlineReference(source);
  let flat: Record<string, unknown> = root.schema;
  const demands = [...lost];
  for (const union of UNIONS) {
    const branches = flat[union];
    if (branches === undefined) continue;
    const { [union]: _, ...rest } = flat;
    demands.push(`${union} ${JSON.stringify(branches)}`);
    flat = Array.isArray(branches)
      ? merge(
          rest,
          branches.map((branch) => inlineReference(branch, source).schema),
          union,
        )
      : rest;
  }
  return { schema: flat, lost: demands };
}

/** Merges a schema with the target of its `$ref`; keywords beside the `$ref` take precedence. */
function inlineReference(schema: unknown, document: unknown = schema): FlatRoot {
  const levels: Record<string, unknown>[] = [];
  const followed = new Set<unknown>();
  let current = schema;
  while (isRecord(current)) {
    const { $ref, ...rest } = fromOlderDrafts(current);
    levels.unshift(rest);
    if (typeof $ref !== "string") break;
    current = followed.has($ref) ? undefined : resolvePointer(document, $ref);
    followed.add($ref);
    if (current === undefined) {
      return { schema: Object.assign({}, ...levels), lost: [`$ref ${JSON.stringify($ref)}`] };
    }
  }
  return { schema: Object.assign({}, ...levels), lost: [] };
}

function merge(
  root: Schema,
  branches: readonly Schema[],
  union: (typeof UNIONS)[number],
): Record<string, unknown> {
  const properties = new Map<string, Map<string, unknown>>();
  for (const schema of [root, ...branches]) {
    for (const [key, value] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
      const seen = properties.get(key) ?? new Map<string, unknown>();
      const text = JSON.stringify(value);
      if (!seen.has(text)) seen.set(text, value);
      properties.set(key, seen);
    }
  }
  const demands = branches.map((branch) => new Set(requiredNames(branch)));
  const required =
    union === "allOf"
      ? demands.flatMap((names) => [...names])
      : [...(demands[0] ?? [])].filter((name) => demands.every((names) => names.has(name)));
  const objectBranches = branches.some((branch) => branch.type === "object" || isRecord(branch.properties));
  return {
    ...root,
    ...(root.type === undefined && objectBranches ? { type: "object" } : {}),
    ...(properties.size > 0 ? { properties: joined(properties, union) } : {}),
    required: [...new Set([...requiredNames(root), ...required])],
  };
}

function joined(
  properties: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
  union: (typeof UNIONS)[number],
): unknown {
  const keyword = union === "allOf" ? "allOf" : "anyOf";
  return Object.fromEntries(
    [...properties].map(([key, byText]) => {
      const schemas = [...byText.values()];
      return [key, schemas.length === 1 ? schemas[0] : { [keyword]: schemas }];
    }),
  );
}

function requiredNames(schema: Schema): readonly string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
}
