import { ignoreRejection } from "../../contract/index.js";

/** Number of members of a value that are copied; a larger value is shared. */
const MAX_COPIED = 100_000;

/**
 * Returns a copy of the lists and plain objects in a value, for host functions that only read it. Other objects, and
 * a value that cannot be read, are returned unchanged.
 */
export function plainCopy(value: unknown): unknown {
  let left = MAX_COPIED;
  const copy = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) {
      left -= part.length;
      if (left < 0) throw new RangeError("too large");
      return part.map(copy);
    }
    const prototype: unknown = Object.getPrototypeOf(part);
    if (prototype !== Object.prototype && prototype !== null) return part;
    const entries = Object.entries(part);
    left -= entries.length;
    if (left < 0) throw new RangeError("too large");
    return Object.fromEntries(entries.map(([key, member]) => [key, copy(member)]));
  };
  try {
    return copy(value);
  } catch (thrown) {
    ignoreRejection(thrown);
    return value;
  }
}

/**
 * Returns a copy that shares nothing with the value, for a host that may keep or change it. If the value contains
 * functions, only lists and plain objects are copied.
 */
export function ownCopy<Value>(value: Value): Value {
  try {
    return structuredClone(value);
  } catch (thrown) {
    ignoreRejection(thrown);
    return plainCopy(value) as Value;
  }
}
