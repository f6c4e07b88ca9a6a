import { hasManyMembers, memberNames } from "../../contract/index.js";
import { MAX_INPUT_VALUES, resolvePointer } from "../../schema/index.js";
import { isRecord } from "../../values/index.js";
import { type NameRule, wireName } from "../tool-export/index.js";

/** Changes of an export to the parameters of a schema. */
export interface InputChanges {
  /** Rule by which parameters were renamed; absent if they were not. */
  readonly parameters?: NameRule;
  /** Whether `null` was allowed in place of omitting an optional parameter. */
  readonly nulls?: "added" | "none";
}

/** Changes to revert in one input of a reply. */
interface InputRestoration extends InputChanges {
  /** Number of values of the inputs of one reply that may be restored; each input reduces it. */
  readonly allowance: { values: number };
}

/** Deeper than any schema that is sent; deeper values stay unchanged. */
const MAX_DEPTH = 64;

/**
 * Reverts an export's changes on an input: parameters get their own names, and a `null` for an optional, non-nullable
 * parameter is removed. A nullable parameter keeps its null.
 *
 * @throws Error for an input with more values than the pipeline accepts, such as a proxy without an end
 */
export function restoreInput(schema: unknown, input: unknown, changes: InputRestoration): unknown {
  if (changes.parameters === undefined && changes.nulls !== "added") return input;
  return restore(schema, input, { document: schema, changes, depth: 0, count: { values: 0 } });
}

interface Restoration {
  readonly document: unknown;
  readonly changes: InputRestoration;
  /** Number of values that were restored. */
  readonly count: { values: number };
  readonly depth: number;
}

function restore(schema: unknown, value: unknown, at: Restoration): unknown {
  if (typeof value !== "object" || value === null || at.depth > MAX_DEPTH) return value;
  const below: Restoration = { ...at, depth: at.depth + 1 };
  if (!Array.isArray(value) && hasManyMembers(value)) throw tooMany();
  countValues(at, Array.isArray(value) ? value.length : memberNames(value).length);
  const levels = levelsOf(schema, value, at);
  if (Array.isArray(value)) {
    const items = levels.find((level) => isRecord(level.items))?.items;
    const tuple = levels.find((level) => Array.isArray(level.prefixItems))?.prefixItems as
      | readonly unknown[]
      | undefined;
    return value.map((entry, index) => restore(tuple?.[index] ?? items, entry, below));
  }
  return restoreObject(levels, value as Record<string, unknown>, below);
}

function countValues({ count, changes: { allowance } }: Restoration, values: number): void {
  count.values += values;
  allowance.values -= Math.min(values, MAX_INPUT_VALUES);
  if (count.values > MAX_INPUT_VALUES) throw tooMany();
}

function tooMany(): Error {
  return new Error(`more than ${MAX_INPUT_VALUES} values`);
}

function restoreObject(
  levels: readonly Record<string, unknown>[],
  value: Readonly<Record<string, unknown>>,
  at: Restoration,
): Record<string, unknown> {
  const { parameters, nulls } = at.changes;
  const declared = new Map<string, { readonly name: string; readonly schema: unknown }>();
  for (const level of levels) {
    for (const [name, schema] of Object.entries(isRecord(level.properties) ? level.properties : {})) {
      const key = parameters === undefined ? name : wireName(name, parameters);
      if (!declared.has(key)) declared.set(key, { name, schema });
    }
  }
  const required = new Set(levels.flatMap(({ required: names }) => (Array.isArray(names) ? names : [])));
  const rest = levels.find((level) => isRecord(level.additionalProperties))?.additionalProperties;
  const entries = Object.entries(value).flatMap(([key, entry]): [string, unknown][] => {
    const known = declared.get(key);
    if (known === undefined) return [[key, restore(rest, entry, at)]];
    const { name, schema } = known;
    const added = entry === null && nulls === "added" && !required.has(name) && !acceptsNull(schema, at);
    return added ? [] : [[name, restore(schema, entry, at)]];
  });
  return Object.fromEntries(entries);
}

/** Returns the levels of a schema that apply to a value: itself, its references, and the branches that may match. */
function levelsOf(schema: unknown, value: object, at: Restoration): Record<string, unknown>[] {
  const levels: Record<string, unknown>[] = [];
  const seen = new Set<unknown>();
  const visit = (candidate: unknown): void => {
    if (!isRecord(candidate) || seen.has(candidate) || seen.size > MAX_DEPTH) return;
    seen.add(candidate);
    levels.push(candidate);
    if (typeof candidate.$ref === "string") visit(resolvePointer(at.document, candidate.$ref));
    for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
      const branches = candidate[keyword];
      if (!Array.isArray(branches)) continue;
      for (const branch of branches) {
        if (keyword === "allOf" || mayHold(branch, value, at)) visit(branch);
      }
    }
  };
  visit(schema);
  return levels;
}

/** Returns whether a branch may match a value, by its type and by the constants that distinguish branches. */
function mayHold(branch: unknown, value: object, at: Restoration): boolean {
  const schema = followed(branch, at);
  if (!isRecord(schema)) return false;
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  if (types !== undefined && !types.includes(Array.isArray(value) ? "array" : "object")) return false;
  if (Array.isArray(value) || !isRecord(schema.properties)) return true;
  return Object.entries(schema.properties).every(([name, property]) => {
    if (!isRecord(property) || !Object.hasOwn(value, name)) return true;
    const actual = (value as Record<string, unknown>)[name];
    if (Object.hasOwn(property, "const")) return property.const === actual;
    return Array.isArray(property.enum) ? property.enum.includes(actual) : true;
  });
}

function acceptsNull(schema: unknown, at: Restoration, depth = 0): boolean {
  const level = followed(schema, at);
  if (!isRecord(level) || depth > MAX_DEPTH) return level !== false;
  if (level.nullable === true) return true;
  if (Object.hasOwn(level, "const")) return level.const === null;
  if (Array.isArray(level.enum)) return level.enum.includes(null);
  if (level.type !== undefined) return [level.type].flat().includes("null");
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = level[keyword];
    if (Array.isArray(branches)) return branches.some((branch) => acceptsNull(branch, at, depth + 1));
  }
  const { allOf } = level;
  return Array.isArray(allOf) ? allOf.every((branch) => acceptsNull(branch, at, depth + 1)) : true;
}

/** Returns a schema, or the target of its chain of references. */
function followed(schema: unknown, { document }: Restoration): unknown {
  let current = schema;
  for (let step = 0; isRecord(current) && typeof current.$ref === "string"; step++) {
    if (step > MAX_DEPTH) return undefined;
    current = resolvePointer(document, current.$ref);
  }
  return current;
}
