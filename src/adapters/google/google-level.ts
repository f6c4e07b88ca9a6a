import { isRecord } from "../../values/index.js";
import { inWords } from "../json-schema/index.js";
import { wireName } from "../tool-export/index.js";
import { PARAMETER_NAMES } from "./name-rules.js";

/** Level of a schema during conversion to one of the two formats. */
export interface GoogleLevel {
  readonly schema: Record<string, unknown>;
  readonly lost: string[];
}

/**
 * Applies the conversions that both formats need: `const` and `oneOf` become `enum` and `anyOf`, an `allOf` of objects
 * becomes one object, exclusive bounds become inclusive.
 */
export function toGoogleLevel(source: Readonly<Record<string, unknown>>): GoogleLevel {
  const schema = mergeParts(source);
  const lost: string[] = [];
  if (Object.hasOwn(schema, "const")) {
    schema.enum = [schema.const];
    delete schema.const;
  }
  if (Array.isArray(schema.oneOf)) {
    if (schema.anyOf === undefined) schema.anyOf = schema.oneOf;
    else lost.push(inWords("oneOf", schema.oneOf));
    delete schema.oneOf;
  }
  if (Object.hasOwn(schema, "default")) {
    const { description } = schema;
    const sentence = `Default: ${JSON.stringify(schema.default)}.`;
    schema.description = typeof description === "string" ? `${description}\n${sentence}` : sentence;
    delete schema.default;
  }
  includeBound(schema, lost, { exclusive: "exclusiveMinimum", inclusive: "minimum", step: 1 });
  includeBound(schema, lost, { exclusive: "exclusiveMaximum", inclusive: "maximum", step: -1 });
  return { schema, lost };
}

/** Returns the replacement for `true` or `false`, which the API does not accept as schemas. */
export function booleanSchema(accepts: boolean): Record<string, unknown> {
  return accepts ? {} : { description: "Must be left out." };
}

/** Removes keywords that the format does not support from a level, and describes those that are constraints. */
export function keepOnly(level: GoogleLevel, kept: ReadonlySet<string>): void {
  for (const [keyword, value] of Object.entries(level.schema)) {
    if (kept.has(keyword)) continue;
    if (!ANNOTATIONS.has(keyword)) level.lost.push(inWords(keyword, value));
    delete level.schema[keyword];
  }
}

/** Keywords that only describe. */
const ANNOTATIONS = new Set(["title", "deprecated", "examples", "contentEncoding", "contentMediaType"]);

/** Renames the parameters of a level to names that the API accepts. */
export function renameParameters(
  schema: Record<string, unknown>,
  renamed: (name: string, wire: string) => void,
): void {
  if (Array.isArray(schema.required)) {
    schema.required = schema.required.map((name) => wireName(String(name), PARAMETER_NAMES));
  }
  if (!isRecord(schema.properties)) return;
  const entries = Object.entries(schema.properties).map(([name, property]): [string, unknown] => {
    const wire = wireName(name, PARAMETER_NAMES);
    if (wire !== name) renamed(name, wire);
    return [wire, property];
  });
  schema.properties = Object.fromEntries(entries);
}

function includeBound(
  schema: Record<string, unknown>,
  lost: string[],
  { exclusive, inclusive, step }: { exclusive: string; inclusive: string; step: number },
): void {
  const bound = schema[exclusive];
  if (typeof bound !== "number") return;
  delete schema[exclusive];
  const isInteger = schema.type === "integer" && Number.isInteger(bound);
  if (!isInteger) lost.push(inWords(exclusive, bound));
  const nearest = isInteger ? bound + step : bound;
  const known = schema[inclusive];
  const isTighter = typeof known === "number" && (known - nearest) * step > 0;
  if (!isTighter) schema[inclusive] = nearest;
}

/** Merges the parts of a level's `allOf` into the level, unless they conflict. */
function mergeParts(source: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { allOf, ...rest } = source;
  if (!Array.isArray(allOf) || !allOf.every(isRecord)) return { ...source };
  const merged: Record<string, unknown> = { ...rest };
  for (const part of allOf) {
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === "properties" && isRecord(value) && isRecord(merged.properties)) {
        if (Object.keys(value).some((name) => Object.hasOwn(merged.properties as object, name))) {
          return { ...source };
        }
        merged.properties = { ...merged.properties, ...value };
      } else if (keyword === "required" && Array.isArray(value) && Array.isArray(merged.required)) {
        merged.required = [...new Set([...merged.required, ...value])];
      } else if (merged[keyword] === undefined) merged[keyword] = value;
      else if (keyword !== "description" && JSON.stringify(merged[keyword]) !== JSON.stringify(value)) {
        return { ...source };
      }
    }
  }
  return merged;
}
