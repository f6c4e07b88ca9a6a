import type { JsonSchema } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { followReference } from "../document/index.js";

/** Maximum number of alternatives of one value that are examined. */
const MAX_ALTERNATIVES = 64;

/** Everything that a schema states about one value, with its references and alternatives resolved. */
export interface SchemaView {
  /** The schemas of each property, from all alternatives. */
  readonly properties: ReadonlyMap<string, readonly JsonSchema[]>;
  /** The schemas of the elements of a list. */
  readonly items: readonly JsonSchema[];
  /** Whether the value is one of listed ones, which the author of the tool chose. */
  readonly isChoice: boolean;
}

/** Returns what several schemas of one value state about it. */
export function viewOf(document: JsonSchema, schemas: readonly JsonSchema[]): SchemaView {
  const properties = new Map<string, JsonSchema[]>();
  const items: JsonSchema[] = [];
  const all = alternatives(document, schemas);
  for (const schema of all) {
    if (isRecord(schema.properties)) {
      for (const [name, property] of Object.entries(schema.properties)) {
        if (!isRecord(property)) continue;
        const known = properties.get(name);
        if (known === undefined) properties.set(name, [property]);
        else known.push(property);
      }
    }
    for (const element of [schema.items, ...listOf(schema.prefixItems)])
      if (isRecord(element)) items.push(element);
  }
  const isChoice =
    all.some(hasChoices) && all.every((schema) => hasChoices(schema) || isOnlyAlternatives(schema));
  return { properties, items, isChoice };
}

/** Returns schemas with all their alternatives, each once. */
function alternatives(document: JsonSchema, schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  const found = new Set<JsonSchema>();
  const pending = [...schemas];
  for (let next = pending.pop(); next !== undefined && found.size < MAX_ALTERNATIVES; next = pending.pop()) {
    const schema = followReference(document, next);
    if (found.has(schema)) continue;
    found.add(schema);
    for (const list of [schema.anyOf, schema.oneOf, schema.allOf]) pending.push(...listOf(list));
  }
  return [...found];
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function hasChoices(schema: JsonSchema): boolean {
  return (
    Array.isArray(schema.enum) || "const" in schema || schema.type === "null" || schema.type === "boolean"
  );
}

function isOnlyAlternatives(schema: JsonSchema): boolean {
  return schema.type === undefined && (Array.isArray(schema.anyOf) || Array.isArray(schema.oneOf));
}
