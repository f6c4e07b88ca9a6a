import { ignoreRejection } from "../../contract/index.js";

/**
 * Returns the input of a call with each member read once, and marks promises in it as handled: a getter may return another promise
 * that rejects each time that it is read. Objects that are not plain are shared. An input that cannot be read is returned unchanged,
 * and the pipeline refuses it.
 */
export function ownInput(input: unknown): unknown {
  const copies = new Map<object, unknown>();
  const own = (part: unknown): unknown => {
    ignoreRejection(part);
    if (typeof part !== "object" || part === null) return part;
    const known = copies.get(part);
    if (known !== undefined) return known;
    if (Array.isArray(part)) {
      const list: unknown[] = [];
      copies.set(part, list);
      for (const item of part) list.push(own(item));
      return list;
    }
    const prototype: unknown = Object.getPrototypeOf(part);
    if (prototype !== Object.prototype && prototype !== null) return part;
    const object: object = {};
    copies.set(part, object);
    for (const name of Object.keys(part)) {
      const value = own((part as Readonly<Record<string, unknown>>)[name]);
      // An assignment to `__proto__` would change the prototype.
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return object;
  };
  try {
    return own(input);
  } catch (thrown) {
    ignoreRejection(thrown);
    return input;
  }
}

/** A replacer for `JSON.stringify` that marks the promises that a getter or `toJSON` returns as handled. */
export function withoutRejections(_name: string, value: unknown): unknown {
  ignoreRejection(value);
  return value;
}
