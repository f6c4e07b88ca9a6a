import { ignoreRejection, isThenable } from "../../contract/index.js";
import { requireKnownKeys } from "../../values/index.js";
import { isHostObject, kindOf } from "./kind-of.js";

/** The names of the members of a type; a missing name does not compile. */
export type MemberNames<Options extends object> = Readonly<Record<keyof Options & string, true>>;

/**
 * Returns the named members of an options object, `{}` for `undefined`.
 *
 * Reads the names and nothing else: copying a value that the host passed by mistake would take seconds if it is a text or bytes. A
 * promise in a member is marked as handled, because no code waits for it.
 *
 * @throws TypeError that names the options or the member, for a value that is not an object, for a promise, and for a
 *   member with another name
 */
export function readMembers<Options extends object>(
  options: unknown,
  name: string,
  members: MemberNames<Options>,
): Partial<Options> {
  if (options === undefined) return {};
  if (!isHostObject(options)) throw new TypeError(`${name} must be an object, but got ${kindOf(options)}.`);
  const read: Record<string, unknown> = {};
  try {
    for (const member in members) {
      const value = options[member];
      if (value !== undefined) read[member] = value;
      ignoreRejection(value);
    }
  } catch (thrown) {
    ignoreRejection(thrown);
    // A getter or a proxy may throw.
    throw new TypeError(`${name} must be an object, but got ${kindOf(options)}.`);
  }
  requireKnownKeys(ownerOf(name), options, members);
  const promise = Object.keys(read).find((member) => isThenable(read[member]));
  if (promise === undefined) return read as Partial<Options>;
  throw new TypeError(`${name} have a promise in '${promise}'. Await it first.`);
}

/** Returns the function that the options belong to: `session()` of `The options of session()`. */
function ownerOf(name: string): string {
  const owner = name.replace(/^The options of /, "");
  return owner.startsWith("a ") ? `A ${owner.slice(2)}` : owner;
}
