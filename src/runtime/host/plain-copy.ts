import { ignoreRejection } from "../../contract/index.js";

/** Number of members of a value that are copied one by one. */
const MAX_COPIED = 100_000;

/**
 * Returns a copy of the lists and plain objects in a value, for host functions that only read it. Other objects, and
 * a value that is too large or cannot be read, are returned unchanged.
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
 * Returns a copy that shares nothing with the value that can be changed, for a host that may keep or change it. Lists and plain
 * objects are copied member by member, because `structuredClone` also copies the megabytes of a text; other objects are cloned. If
 * one of those has no clone, as a function, it is shared.
 */
export function ownCopy<Value>(value: Value): Value {
  const copies = new Map<object, unknown>();
  const copy = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null) return part;
    const known = copies.get(part);
    if (known !== undefined) return known;
    if (Array.isArray(part) && part.length <= MAX_COPIED) {
      const list: unknown[] = [];
      copies.set(part, list);
      for (const item of part) list.push(copy(item));
      return list;
    }
    const prototype: unknown = Object.getPrototypeOf(part);
    if (Array.isArray(part) || (prototype !== Object.prototype && prototype !== null)) {
      const cloned = clone(part);
      copies.set(part, cloned);
      return cloned;
    }
    const object: Record<string, unknown> = {};
    copies.set(part, object);
    for (const [key, member] of Object.entries(part)) {
      // An assignment to `__proto__` would change the prototype.
      const own = { value: copy(member), enumerable: true, configurable: true, writable: true };
      if (key === "__proto__") Object.defineProperty(object, key, own);
      else object[key] = own.value;
    }
    return object;
  };
  try {
    return copy(value) as Value;
  } catch (thrown) {
    ignoreRejection(thrown);
    return clone(value);
  }
}

/** Returns a clone of an object, or the object if it has none. */
function clone<Value>(value: Value): Value {
  try {
    return structuredClone(value);
  } catch (thrown) {
    ignoreRejection(thrown);
    return value;
  }
}
