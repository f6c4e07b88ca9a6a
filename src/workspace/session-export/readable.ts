import { type JsonValue, ToolError } from "../../contract/index.js";
import { ExactJson } from "./exact-json.js";

/**
 * Returns whether an import accepts a value that an export is about to write. Every writer asks its reader, so both use
 * the same limits: unreadable parts are omitted instead of making the whole session impossible to import.
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

/**
 * Returns the latest items that fit into a number of bytes as JSON, in order; the first that does not fit ends the
 * list.
 */
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

/** Returns the size of a value as JSON in UTF-8, including its separator. */
export function jsonBytes(json: JsonValue): number {
  return new TextEncoder().encode(JSON.stringify(json)).byteLength + 1;
}
