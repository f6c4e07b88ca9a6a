import type { JsonSchema } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";

/** Longest chain of references that is followed; a longer one is a circle. */
const MAX_CHAIN = 32;

/**
 * Returns the value that a local reference (`#` or `#/...`) points to in a document.
 *
 * Returns undefined when nothing is there, for references to other documents and for anchors.
 */
export function resolvePointer(document: unknown, reference: string): unknown {
  if (reference === "#") return document;
  if (!reference.startsWith("#/")) return undefined;
  let current: unknown = document;
  for (const segment of reference.slice(2).split("/")) {
    const key = decodeSegment(segment);
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

/** Returns the schema, or the one at the end of its chain of references; `{}` when the chain leads nowhere. */
export function followReference(document: JsonSchema, schema: JsonSchema): JsonSchema {
  let current = schema;
  for (let link = 0; typeof current.$ref === "string"; link += 1) {
    const next = link < MAX_CHAIN ? resolvePointer(document, current.$ref) : undefined;
    if (!isRecord(next)) return {};
    current = next;
  }
  return current;
}

/** Returns the name of the definition that a reference leads to or into: `Point` for `#/$defs/Point/properties/x`. */
export function definitionName(reference: string, section: "$defs" | "definitions"): string | undefined {
  const [, start, name] = reference.split("/");
  return start === section && name !== undefined ? decodeSegment(name) : undefined;
}

/** Returns a key as a segment of a JSON Pointer (RFC 6901). */
export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Returns the key of a segment of a JSON Pointer in a URI fragment. */
function decodeSegment(segment: string): string {
  let key = segment;
  try {
    key = decodeURIComponent(segment);
  } catch {
    // A percent sign that encodes nothing stands for itself.
  }
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
