import { isRecord } from "../../values/index.js";
import { inWords } from "../json-schema/index.js";
import { wireName } from "../tool-export/index.js";
import { PARAMETER_NAMES } from "./name-rules.js";

/** One level of a schema on its way into one of the two formats. */
export interface GoogleLevel {
  readonly schema: Record<string, unknown>;
  readonly lost: string[];
}

/**
 * What both formats need: `const` and `oneOf` as `enum` and `anyOf`, an `allOf` of objects as one, bounds that include their
 * value.
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

/** What stands for `true` and `false`, which are no schemas here. */
export function booleanSchema(accepts: boolean): Record<string, unknown> {
  return accepts ? {} : { description: "Must be left out." };
}

/** Takes keywords that the format does not know out of a level, and says those in words that are constraints. */
export function keepOnly(level: GoogleLevel, kept: ReadonlySet<string>): void {
  for (const [keyword, value] of Object.entries(level.schema)) {
    if (kept.has(keyword)) continue;
    if (!ANNOTATIONS.has(keyword)) level.lost.push(inWords(keyword, value));
    delete level.schema[keyword];
  }
}

/** Keywords that only describe. */
const ANNOTATIONS = new Set(["title", "deprecated", "examples", "contentEncoding", "contentMediaType"]);

/** The parameters of a level under the names that the API takes. */
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

/** A level with the parts of its `allOf` taken in, where none contradicts another. */
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
