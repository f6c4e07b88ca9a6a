import { ignoreRejection } from "../../contract/index.js";

/** Number of items of one list that are read: a proxy may claim any length. */
const MAX_ITEMS = 100_000;

/** An input of a call that could not be read. The pipeline answers such a call with an error. */
export const UNREADABLE_INPUT: object = Object.defineProperty({}, "input", {
  enumerable: true,
  get() {
    throw new TypeError("it cannot be read from the reply");
  },
});

/**
 * Returns the items of a list in a reply, each read once; `undefined` for any other value. Never throws: an item that cannot be
 * read is `undefined`.
 *
 * A reply is usually data, but a host may pass a proxy or an object with getters.
 */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  try {
    if (!Array.isArray(value)) return undefined;
    const { length } = value;
    return Array.from({ length: Math.min(length, MAX_ITEMS) }, (_, index) => memberOf(value, index));
  } catch (thrown) {
    ignoreRejection(thrown);
    return undefined;
  }
}

/**
 * Returns a member of an object or list in a reply. Never throws: a member that cannot be read, and one of any other value, is
 * `undefined`.
 */
export function memberOf(value: unknown, name: string | number): unknown {
  return readMember(value, name, undefined);
}

/** Returns the input of a call in a reply. Never throws: an input that cannot be read is {@link UNREADABLE_INPUT}. */
export function inputOf(call: unknown, name: string): unknown {
  return readMember(call, name, UNREADABLE_INPUT);
}

function readMember(value: unknown, name: string | number, unreadable: unknown): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Readonly<Record<string | number, unknown>>)[name];
  } catch (thrown) {
    ignoreRejection(thrown);
    return unreadable;
  }
}
