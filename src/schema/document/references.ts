import type { JsonSchema } from "../../contract/index.js";
import { isSchemaObject } from "./subschemas.js";

/** A chain of references longer than this is a circle. */
const MAX_CHAIN = 32;

/**
 * Finds what a local reference (`#` or `#/...`) points to in a document.
 *
 * Answers `undefined` when nothing is there, for references to elsewhere and for anchors.
 */
export function lookUpReference(document: JsonSchema, reference: string): JsonSchema | undefined {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let current: unknown = document;
  for (const segment of reference.split("/").slice(1)) {
    const key = unescapeSegment(segment);
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return isSchemaObject(current) ? current : undefined;
}

/** The schema itself, or the one at the end of its chain of references; `{}` when that leads nowhere. */
export function followReference(document: JsonSchema, schema: JsonSchema): JsonSchema {
  let current = schema;
  for (let link = 0; typeof current.$ref === "string"; link += 1) {
    const next = link < MAX_CHAIN ? lookUpReference(document, current.$ref) : undefined;
    if (next === undefined) return {};
    current = next;
  }
  return current;
}

/** The name of the definition that a reference leads to or into: `Point` for `#/$defs/Point/properties/x`. */
export function definitionName(reference: string, section: "$defs" | "definitions"): string | undefined {
  const [, start, name] = reference.split("/");
  return start === section && name !== undefined ? unescapeSegment(name) : undefined;
}

/** One step of a JSON Pointer as the key it stands for. */
function unescapeSegment(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}
