import type { JsonSchema } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import { followReference } from "../document/index.js";
import { ANY_JSON_TYPE, JSON_TYPE_BITS, jsonTypeBit } from "./json-type.js";

/** The properties of a schema that repair and messages need; read once and cached. */
export interface SchemaFacts {
  /** Bits of the accepted types, see `JSON_TYPE_BITS`; all bits if the schema does not restrict the type. */
  readonly accepts: number;
  /** Numbers must be whole. */
  readonly integer: boolean;
  /** Declared properties; empty for a schema that declares none. */
  readonly properties: ReadonlyMap<string, JsonSchema>;
  /** Whether `properties` has all that the schema declares: no alternatives or conditions declare others. */
  readonly complete: boolean;
  readonly required: ReadonlySet<string>;
  /** Whether undeclared properties are refused, explicitly allowed, or not mentioned. */
  readonly additional: "refused" | "welcome" | "unmentioned";
  /** The schema of all elements, if there is a single one. */
  readonly items?: JsonSchema;
  /** Whether an array of one element may be valid. */
  readonly allowsSingleElement: boolean;
}

/** Reads the facts of schemas that belong to one document. */
export type SchemaReader = (schema: JsonSchema) => SchemaFacts;

const readers = new WeakMap<JsonSchema, SchemaReader>();

/**
 * Creates the reader for a document and its sub-schemas. Caches by identity: the document must not change
 * afterwards.
 */
export function schemaReader(document: JsonSchema): SchemaReader {
  let reader = readers.get(document);
  if (reader === undefined) {
    reader = createReader(document);
    readers.set(document, reader);
  }
  return reader;
}

function createReader(document: JsonSchema): SchemaReader {
  const known = new Map<JsonSchema, SchemaFacts>();
  return (schema) => {
    let facts = known.get(schema);
    if (facts === undefined) {
      facts = readFacts(followReference(document, schema), document);
      known.set(schema, facts);
    }
    return facts;
  };
}

function readFacts(schema: JsonSchema, document: JsonSchema): SchemaFacts {
  const accepts = acceptedTypes(schema, document, 0);
  const { type } = schema;
  // Of several alternatives, the only one that accepts structured values describes the inside.
  const branch = onlyStructuredBranch(schema, document);
  const structure = branch ?? schema;
  const { properties, required, additionalProperties, patternProperties, items, prefixItems, minItems } =
    structure;
  const closed = additionalProperties === false && patternProperties === undefined;
  const unmentioned = additionalProperties === undefined && patternProperties === undefined;
  return {
    accepts,
    integer:
      type === "integer" || (Array.isArray(type) && type.includes("integer") && !type.includes("number")),
    properties: new Map(
      Object.entries(isRecord(properties) ? properties : {}).filter((entry): entry is [string, JsonSchema] =>
        isRecord(entry[1]),
      ),
    ),
    complete: !isComposed(structure) && (branch === undefined || isWholeStructure(schema, branch)),
    required: new Set(Array.isArray(required) ? required : []),
    additional: closed ? "refused" : unmentioned ? "unmentioned" : "welcome",
    ...(isRecord(items) && prefixItems === undefined && { items }),
    allowsSingleElement: prefixItems === undefined && !(typeof minItems === "number" && minItems > 1),
  };
}

/** Keywords whose schemas may declare further properties. */
const COMPOSING = ["allOf", "anyOf", "oneOf", "if", "dependentSchemas", "$dynamicRef"];

function isComposed(schema: JsonSchema): boolean {
  return COMPOSING.some((keyword) => schema[keyword] !== undefined);
}

/** Returns whether the alternative describes an object alone, without properties beside the alternatives. */
function isWholeStructure({ properties, allOf }: JsonSchema, branch: JsonSchema): boolean {
  return properties === undefined && allOf === undefined && Object.keys(branch).length > 0;
}

/** References and alternatives that continue for more steps than this add no information. */
const MAX_STEPS = 16;

function acceptedTypes(schema: JsonSchema, document: JsonSchema, steps: number): number {
  if (steps > MAX_STEPS) return ANY_JSON_TYPE;
  const { type, anyOf, oneOf, allOf } = schema;
  let accepted = ANY_JSON_TYPE;
  if (typeof type === "string") accepted &= typeBit(type);
  else if (Array.isArray(type)) accepted &= type.reduce<number>((bits, name) => bits | typeBit(name), 0);
  if (Array.isArray(schema.enum)) {
    accepted &= schema.enum.reduce<number>((bits, value) => bits | jsonTypeBit(value), 0);
  }
  if (Object.hasOwn(schema, "const")) accepted &= jsonTypeBit(schema.const);
  const of = (branch: unknown): number =>
    isRecord(branch) ? acceptedTypes(followReference(document, branch), document, steps + 1) : ANY_JSON_TYPE;
  for (const alternatives of [anyOf, oneOf]) {
    if (Array.isArray(alternatives)) {
      accepted &= alternatives.reduce<number>((bits, branch) => bits | of(branch), 0);
    }
  }
  if (Array.isArray(allOf)) for (const branch of allOf) accepted &= of(branch);
  return accepted;
}

function typeBit(name: unknown): number {
  if (name === "integer") return JSON_TYPE_BITS.number;
  return typeof name === "string" && Object.hasOwn(JSON_TYPE_BITS, name)
    ? JSON_TYPE_BITS[name as keyof typeof JSON_TYPE_BITS]
    : 0;
}

function onlyStructuredBranch(schema: JsonSchema, document: JsonSchema): JsonSchema | undefined {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(alternatives)) return undefined;
  const structured = alternatives
    .filter(isRecord)
    .map((branch) => followReference(document, branch))
    .filter(
      (branch) => (acceptedTypes(branch, document, 0) & (JSON_TYPE_BITS.array | JSON_TYPE_BITS.object)) !== 0,
    );
  // None or several: the inside is unknown.
  return structured.length === 1 ? structured[0] : {};
}
