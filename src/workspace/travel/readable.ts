import { type JsonValue, ToolError } from "../../contract/index.js";
import { ExactJson } from "./exact-json.js";

/**
 * Whether the reader of an import takes what an export is about to write. So that both keep to the same limits, every writer asks
 * its reader: what could not be read anywhere is left out, instead of making the whole session one that cannot be imported.
 */
export function isReadable(json: JsonValue, read: (json: ExactJson) => unknown): boolean {
  try {
    read(new ExactJson(json, "export"));
    return true;
  } catch (thrown) {
    if (ToolError.isInstance(thrown)) return false;
    throw thrown;
  }
}

/** Returns the latest items that fit into a number of bytes as JSON, in their order; the first that does not fit ends it. */
export function latestThatFit<Item extends JsonValue>(items: readonly Item[], maxBytes: number): Item[] {
  let bytes = 0;
  let first = items.length;
  while (first > 0) {
    bytes += jsonBytes(items[first - 1] as Item);
    if (bytes > maxBytes) break;
    first -= 1;
  }
  return items.slice(first);
}

/** Returns the size of a value as JSON in UTF-8, with what separates it from the next. */
export function jsonBytes(json: JsonValue): number {
  return new TextEncoder().encode(JSON.stringify(json)).byteLength + 1;
}
