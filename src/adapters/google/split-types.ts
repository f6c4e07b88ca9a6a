import { isRecord } from "../../values/index.js";
import { inWords } from "../json-schema/index.js";
import { type GoogleLevel, toGoogleLevel } from "./google-level.js";

/** Converts a list of types, and null among the alternatives, to this format. */
export function splitTypes(level: GoogleLevel): void {
  const { schema, lost } = level;
  const types = [schema.type].flat().filter((type) => type !== undefined);
  const kinds = types.filter((type) => type !== "null");
  if (types.includes("null") && kinds.length > 0) schema.nullable = true;
  if (kinds.length === 1) [schema.type] = kinds;
  else if (kinds.length > 1 && schema.anyOf === undefined) {
    const { type: _, description, title, nullable, ...constraints } = schema;
    for (const keyword of Object.keys(constraints)) delete schema[keyword];
    delete schema.type;
    schema.anyOf = kinds.map((type) => ({ ...constraintsOf(String(type), constraints), type }));
  } else if (kinds.length > 1) {
    lost.push(inWords("type", kinds));
    delete schema.type;
  }
  if (!Array.isArray(schema.anyOf)) return;
  const branches = schema.anyOf.filter((branch) => !(isRecord(branch) && branch.type === "null"));
  if (branches.length === schema.anyOf.length || branches.length === 0) return;
  schema.nullable = true;
  const [only] = branches;
  if (branches.length > 1 || !isRecord(only) || Object.hasOwn(schema, "properties")) schema.anyOf = branches;
  else {
    delete schema.anyOf;
    const { description } = schema;
    Object.assign(schema, { ...only, ...(description !== undefined && { description }) });
    standAlone(level);
    // An alternative may have several types itself.
    splitTypes(level);
  }
}

/** Converts a former alternative as a level, because it now replaces its parent. */
function standAlone({ schema, lost }: GoogleLevel): void {
  const shared = toGoogleLevel(schema);
  for (const keyword of Object.keys(schema))
    if (!Object.hasOwn(shared.schema, keyword)) delete schema[keyword];
  Object.assign(schema, shared.schema);
  lost.push(...shared.lost);
}

const CONSTRAINTS_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ["enum", "format", "pattern", "minLength", "maxLength"],
  number: ["enum", "format", "minimum", "maximum"],
  integer: ["enum", "format", "minimum", "maximum"],
  array: ["items", "prefixItems", "minItems", "maxItems"],
  object: ["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
  boolean: [],
};

function constraintsOf(
  type: string,
  constraints: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = CONSTRAINTS_BY_TYPE[type] ?? [];
  return Object.fromEntries(Object.entries(constraints).filter(([keyword]) => own.includes(keyword)));
}
