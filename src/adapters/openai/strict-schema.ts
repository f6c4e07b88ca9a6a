import { describeThrown } from "../../contract/index.js";
import { mapSubschemas, resolvePointer } from "../../schema/index.js";
import { isRecord } from "../../values/index.js";
import { isPythonPattern, looksAround } from "./python-pattern.js";
import { checkStrictLimits } from "./strict-limits.js";
import { disjoint } from "./strict-union.js";

/** String formats that strict mode supports; any other one is refused. Source: the guide to structured outputs. */
const STRICT_FORMATS: ReadonlySet<string> = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
]);

type Schema = Readonly<Record<string, unknown>>;

/** Schema in strict mode, or the reason why it is not possible without a loss, as text to follow "strict mode: ". */
export type StrictSchema = { readonly schema: Record<string, unknown> } | { readonly reason: string };

/** Keywords that strict mode supports unchanged. Source: the guide to structured outputs, and the SDK's own transform. */
const KEPT = new Set([
  "$ref",
  "$defs",
  "type",
  "description",
  "enum",
  "const",
  "format",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "minItems",
  "maxItems",
  "anyOf",
]);

/** Keywords that only describe. */
const ANNOTATIONS = new Set(["title", "deprecated", "examples"]);

/**
 * Converts a rebuilt schema to strict mode if it loses nothing.
 *
 * Strict mode has no optional parameters: each becomes required and nullable, and `parseToolCalls` removes the null again. A
 * constraint that strict mode cannot express (open objects, tuples, lengths of texts ...) is a reason not to use it.
 */
export function toStrictSchema(root: Schema): StrictSchema {
  try {
    const schema = strictLevel(root, "");
    checkReferences(schema, schema);
    checkStrictLimits(schema);
    return { schema };
  } catch (error) {
    return { reason: describeThrown(error) };
  }
}

function strictLevel(source: unknown, path: string): Record<string, unknown> {
  const at = path === "" ? "the root" : path;
  if (!isRecord(source)) throw new Error(`${at} accepts ${source === false ? "nothing" : "anything"}`);
  const schema = mergeSingle(source);
  const strict: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (KEPT.has(keyword)) strict[keyword] = value;
    else if (keyword === "oneOf") strict.anyOf = disjoint(value, at);
    else if (keyword !== "default" && !ANNOTATIONS.has(keyword)) throw new Error(`${at} has ${keyword}`);
  }
  if (schema.default !== undefined) strict.description = withDefault(schema.description, schema.default);
  if (strict.$ref !== undefined) return referenceAlone(strict, path, at);
  strict.type ??= typeOfConstants(strict);
  if (strict.type === undefined) delete strict.type;
  if (["type", "anyOf"].every((keyword) => strict[keyword] === undefined)) {
    throw new Error(`${at} accepts anything`);
  }
  if (typeof strict.format === "string" && !STRICT_FORMATS.has(strict.format)) {
    throw new Error(`${at} has the format ${JSON.stringify(strict.format)}`);
  }
  checkStrictPattern(strict.pattern, at);
  const atRoot =
    path === "" ? ["enum", "const", "anyOf"].find((keyword) => strict[keyword] !== undefined) : undefined;
  if (atRoot !== undefined) throw new Error(`${at} has ${atRoot}`);
  closeObject(strict, path, at);
  if ([strict.type].flat().includes("array")) strict.items = strictLevel(strict.items, `${path}/items`);
  // Applies to lists, but the value cannot be a list.
  else for (const keyword of ["items", "minItems", "maxItems"]) delete strict[keyword];
  if (Array.isArray(strict.anyOf)) {
    strict.anyOf = strict.anyOf.map((branch, index) => strictLevel(branch, `${path}/anyOf/${index}`));
  }
  return withDefinitions(strict, path);
}

function closeObject(strict: Record<string, unknown>, path: string, at: string): void {
  const isObject = [strict.type].flat().includes("object");
  if (!isObject && strict.properties === undefined) return;
  const { properties = {}, additionalProperties } = strict;
  const required: readonly unknown[] = Array.isArray(strict.required) ? strict.required : [];
  if (!isObject || !isRecord(properties)) throw new Error(`${at} has parameters without being an object`);
  if (additionalProperties !== undefined && additionalProperties !== false) {
    throw new Error(`${at} is open for other parameters`);
  }
  // An object without named parameters accepts any; only at the root does it mean "none".
  if (additionalProperties === undefined && Object.keys(properties).length === 0 && path !== "") {
    throw new Error(`${at} is open for any parameters`);
  }
  const unknown = required.find((name) => !Object.hasOwn(properties, String(name)));
  if (unknown !== undefined) throw new Error(`${at} requires "${String(unknown)}" without declaring it`);
  const entries = Object.entries(properties).map(([name, schema]): [string, unknown] => {
    const property = strictLevel(schema, `${path}/properties/${name}`);
    return [name, required.includes(name) ? property : acceptNull(property)];
  });
  strict.properties = Object.fromEntries(entries);
  strict.required = entries.map(([name]) => name);
  strict.additionalProperties = false;
}

/** Wraps a `$ref`, because it allows no sibling keywords. */
function referenceAlone(strict: Record<string, unknown>, path: string, at: string): Record<string, unknown> {
  const { $ref, description, $defs, ...beside } = strict;
  const [constraint] = Object.keys(beside);
  if (constraint !== undefined) throw new Error(`${at} has ${constraint} beside $ref`);
  const alone = description === undefined ? { $ref } : { anyOf: [{ $ref }], description };
  return $defs === undefined ? alone : withDefinitions({ ...alone, $defs }, path);
}

/** Checks references: their target may have been rewritten, for example wrapped in an `anyOf`. */
function checkReferences(schema: unknown, root: Schema): unknown {
  if (!isRecord(schema)) return schema;
  if (typeof schema.$ref === "string" && resolvePointer(root, schema.$ref) === undefined) {
    throw new Error(`the reference ${schema.$ref} has no target in strict mode`);
  }
  return mapSubschemas(schema, (child) => checkReferences(child, root));
}

function withDefinitions(strict: Record<string, unknown>, path: string): Record<string, unknown> {
  if (!isRecord(strict.$defs)) return strict;
  if (path !== "") throw new Error(`${path} has its own definitions`);
  const entries = Object.entries(strict.$defs).map(([name, schema]): [string, unknown] => [
    name,
    strictLevel(schema, `/$defs/${name}`),
  ]);
  return { ...strict, $defs: Object.fromEntries(entries) };
}

/** Replaces an `allOf` of one part by that part, unless both have the same keyword. */
function mergeSingle(source: Schema): Schema {
  const { allOf, ...rest } = source;
  const [only, ...others] = Array.isArray(allOf) ? allOf : [];
  if (!isRecord(only) || others.length > 0) return source;
  const clash = Object.keys(only).some(
    (keyword) => keyword !== "description" && Object.hasOwn(rest, keyword),
  );
  return clash ? source : { ...only, ...rest };
}

/** Returns the types of the values that `enum` or `const` allow: strict mode requires a type on every level. */
function typeOfConstants({ enum: values, const: constant }: Record<string, unknown>): unknown {
  const constants: readonly unknown[] = Array.isArray(values)
    ? values
    : constant === undefined
      ? []
      : [constant];
  const types = [...new Set(constants.map((value) => (value === null ? "null" : typeof value)))];
  return types.length > 1 ? types : types[0];
}

function withDefault(description: unknown, value: unknown): string {
  const sentence = `Default: ${JSON.stringify(value)}.`;
  return typeof description === "string" && description !== "" ? `${description}\n${sentence}` : sentence;
}

/** Makes a strict schema accept null as well, unless it already does. */
function acceptNull(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { anyOf, type, description } = schema;
  if (Array.isArray(anyOf)) {
    const known = anyOf.some((branch) => branch?.type === "null");
    return known ? { ...schema } : { ...schema, anyOf: [...anyOf, { type: "null" }] };
  }
  if (type === undefined || schema.const !== undefined) {
    const { description: _, ...rest } = schema;
    return {
      anyOf: [rest, { type: "null" }],
      description,
    };
  }
  const types = [type].flat();
  const { enum: values } = schema;
  return {
    ...schema,
    type: types.includes("null") ? type : [...types, "null"],
    ...(Array.isArray(values) && { enum: values.includes(null) ? values : [...values, null] }),
  };
}

/** Throws for a pattern that strict mode refuses. */
function checkStrictPattern(pattern: unknown, at: string): void {
  if (typeof pattern !== "string" || (isPythonPattern(pattern) && !looksAround(pattern))) return;
  throw new Error(`${at} has the pattern ${JSON.stringify(pattern)}`);
}
