import { ignoreRejection } from "../../contract/index.js";
/**
 * Writes a value as JSON with sorted keys, so that equal inputs have equal texts regardless of the order of their
 * keys.
 *
 * Omits `undefined` members as `JSON.stringify` does. A cycle or a bigint results in a text that no other value has,
 * because an approval must never be bound to a generic placeholder.
 */
export function canonicalJson(value: unknown): string {
  try {
    return JSON.stringify(value, sortKeys) ?? "undefined";
  } catch (thrown) {
    ignoreRejection(thrown);
    return `unwritable:${crypto.randomUUID()}`;
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  // Built from entries, so that an own key `__proto__` stays a key.
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
  );
}
