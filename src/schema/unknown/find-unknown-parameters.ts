import type { JsonSchema } from "../../contract/index.js";
import { isOneTypo } from "../../text/index.js";
import { isRecord } from "../../values/index.js";
import { nearestParameter, type SchemaFacts, type SchemaReader, schemaReader } from "../describe/index.js";

/** Maximum number of different unknown parameters that are found. */
const MAX_FOUND = 64;

/** Maximum depth of objects and lists that are searched. */
const MAX_DEPTH = 32;

/** A parameter of an input that the schema of the tool does not have. */
export interface UnknownParameter {
  /** Its name, after the names of the objects and lists around it: `edits[].replace_al`. */
  readonly path: string;
  /** The known name that the model probably meant. */
  readonly nearest?: string | undefined;
  /** Whether it is one typing error away from an optional parameter that is not given. */
  readonly isMisspelled: boolean;
}

/**
 * Finds the parameters that a schema neither declares nor explicitly allows, in the input and in its objects and lists.
 *
 * A value `null` counts as absent. The elements of a list are reported together. Linear in the input.
 *
 * @param alsoKnown - names of parameters that the called name understands besides those of the schema
 */
export function findUnknownParameters(
  schema: JsonSchema,
  input: Readonly<Record<string, unknown>>,
  alsoKnown: readonly string[] = [],
): readonly UnknownParameter[] {
  const read = schemaReader(schema);
  const found = new Map<string, UnknownParameter>();
  searchObject(input, read(schema), { read, found, prefix: "", alsoKnown, depth: 0 });
  return found.size === 0 ? NONE : [...found.values()];
}

const NONE: readonly UnknownParameter[] = Object.freeze([]);

interface Search {
  readonly read: SchemaReader;
  readonly found: Map<string, UnknownParameter>;
  readonly prefix: string;
  readonly alsoKnown: readonly string[];
  readonly depth: number;
}

function searchObject(object: Readonly<Record<string, unknown>>, facts: SchemaFacts, search: Search): void {
  for (const key of Object.keys(object)) {
    const value = object[key];
    const schema = facts.properties.get(key);
    if (schema === undefined) {
      if (value !== null && value !== undefined && isUnknown(facts, search)) {
        addUnknown(key, { object, facts }, search);
      }
    } else if (typeof value === "object" && value !== null && search.depth < MAX_DEPTH) {
      const { read, found, prefix, depth } = search;
      const inner = { read, found, prefix: `${prefix}${key}`, alsoKnown: [], depth: depth + 1 };
      searchValue(value, schema, inner);
    }
  }
}

function searchValue(value: object, schema: JsonSchema, search: Search): void {
  const { read, prefix, depth } = search;
  const facts = read(schema);
  if (!Array.isArray(value)) {
    if (isRecord(value)) searchObject(value, facts, { ...search, prefix: `${prefix}.` });
    return;
  }
  const { items } = facts;
  if (items === undefined || depth >= MAX_DEPTH) return;
  const inner = { ...search, prefix: `${prefix}[]`, depth: depth + 1 };
  for (const element of value as readonly unknown[]) {
    if (typeof element === "object" && element !== null) searchValue(element, items, inner);
  }
}

/** An object without declared properties may have any, except the input itself. */
function isUnknown({ additional, complete, properties }: SchemaFacts, { depth }: Search): boolean {
  return additional !== "welcome" && complete && (depth === 0 || properties.size > 0);
}

function addUnknown(
  key: string,
  place: { readonly object: Readonly<Record<string, unknown>>; readonly facts: SchemaFacts },
  { found, prefix, alsoKnown }: Search,
): void {
  const path = `${prefix}${key}`;
  if (found.size >= MAX_FOUND || found.has(path)) return;
  const { object, facts } = place;
  const known = [...facts.properties.keys(), ...alsoKnown];
  const nearest = nearestParameter(key, known);
  const isMisspelled =
    nearest !== undefined &&
    isOneTypo(key, nearest) &&
    !facts.required.has(nearest) &&
    !Object.hasOwn(object, nearest);
  found.set(path, { path, nearest, isMisspelled });
}
