import { isRecord } from "../../values/index.js";

/** Levels of a schema that are written out; deeper ones become `unknown`. */
const MAX_DEPTH = 6;

/** Members of one object and of one union that are written out. */
const MAX_MEMBERS = 60;

/** Characters of the description of one parameter. */
const MAX_DESCRIPTION = 160;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Returns a JSON Schema as a TypeScript type, for a model to read: close to the schema, never wrong in the names and the
 * required members, and `unknown` where the schema says more than a short type can.
 *
 * @example schemaType({ type: "object", properties: { a: { type: "string" } }, required: ["a"] }); // "{ a: string }"
 */
export function schemaType(schema: unknown): string {
  return typeOf(schema, { root: schema, depth: 0 });
}

interface Place {
  /** The whole schema, which references name parts of. */
  readonly root: unknown;
  readonly depth: number;
}

function typeOf(schema: unknown, place: Place): string {
  if (!isRecord(schema) || place.depth > MAX_DEPTH) return "unknown";
  const inner = { ...place, depth: place.depth + 1 };
  if (typeof schema.$ref === "string") return typeOf(partAt(place.root, schema.$ref), inner);
  if ("const" in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
  for (const kind of ["anyOf", "oneOf"]) {
    const options = schema[kind];
    if (Array.isArray(options)) return union(options.map((option) => typeOf(option, inner)));
  }
  if (Array.isArray(schema.allOf)) return schema.allOf.map((part) => typeOf(part, inner)).join(" & ");
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => typeOf({ ...schema, type }, inner)));
  }
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return `Array<${schema.items === undefined ? "unknown" : typeOf(schema.items, inner)}>`;
    default:
      return schema.type === "object" || isRecord(schema.properties) ? objectType(schema, inner) : "unknown";
  }
}

function objectType(schema: Readonly<Record<string, unknown>>, inner: Place): string {
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = properties.slice(0, MAX_MEMBERS).map(([name, property]) => {
    const label = IDENTIFIER.test(name) ? name : JSON.stringify(name);
    const note = inner.depth === 1 ? noteOf(property) : "";
    return `${note}${label}${required.has(name) ? "" : "?"}: ${typeOf(property, inner)}`;
  });
  if (members.length === 0) {
    const { additionalProperties } = schema;
    if (additionalProperties === false) return "{}";
    return `Record<string, ${isRecord(additionalProperties) ? typeOf(additionalProperties, inner) : "unknown"}>`;
  }
  const separator = inner.depth === 1 ? ";\n  " : "; ";
  return inner.depth === 1 ? `{\n  ${members.join(separator)};\n}` : `{ ${members.join(separator)} }`;
}

/** Returns the description of a parameter as a comment of one line. */
function noteOf(property: unknown): string {
  if (!isRecord(property) || typeof property.description !== "string") return "";
  const text = property.description
    .slice(0, MAX_DESCRIPTION * 2)
    .replace(/\s+/g, " ")
    .replaceAll("*/", "* /")
    .trim();
  const shown = text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}...` : text;
  return shown === "" ? "" : `/** ${shown} */ `;
}

function literal(value: unknown): string {
  return JSON.stringify(value) ?? "unknown";
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  const shown = different.slice(0, MAX_MEMBERS);
  return [...shown, ...(different.length > shown.length ? ["unknown"] : [])].join(" | ");
}

/** Returns the part of a schema that a local reference names (`#/$defs/item`); `undefined` if there is none. */
function partAt(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let part = root;
  for (const step of reference.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isRecord(part) || !Object.hasOwn(part, name)) return undefined;
    part = part[name];
  }
  return part;
}
