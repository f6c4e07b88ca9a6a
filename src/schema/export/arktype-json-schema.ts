import type { StandardSchema } from "../../contract/index.js";
import type { ConversionDirection } from "./conversion-direction.js";

interface ExportContext {
  readonly base: unknown;
}

interface ArkType {
  readonly in: ArkType;
  readonly out: ArkType;
  toJsonSchema(options: { fallback: Record<string, (context: ExportContext) => unknown> }): unknown;
}

const base = (context: ExportContext): unknown => context.base;

/**
 * Exports an ArkType type.
 *
 * ArkType's `~standard.jsonSchema` silently converts a `Date` to `{}`, so its own exporter is used:
 * constraints that only narrow a type further (predicates, morphs, two patterns) are left to validation; a
 * type that JSON cannot represent throws. Returns `undefined` for any other schema.
 */
export function arktypeToJsonSchema(schema: StandardSchema, direction: ConversionDirection): unknown {
  if (schema["~standard"].vendor !== "arktype" || !isArkType(schema)) return undefined;
  const side = direction === "input" ? schema.in : schema.out;
  return side.toJsonSchema({
    fallback: { predicate: base, morph: base, defaultValue: base, patternIntersection: base },
  });
}

function isArkType(schema: unknown): schema is ArkType {
  return typeof (schema as Partial<ArkType>).toJsonSchema === "function" && "in" in (schema as object);
}
