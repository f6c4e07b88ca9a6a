import { isList, kindOf } from "../../runtime/index.js";

/**
 * Throws if a part of a script is not a list that can be read: a proxy may claim any length, and the first request would then be
 * the one that fails.
 *
 * @param expected - the start of the message: what is expected of the part
 * @throws TypeError
 */
export function requireScript(expected: string, given: unknown): asserts given is readonly unknown[] {
  if (!isList(given)) throw new TypeError(`${expected}, but it got ${kindOf(given)}.`);
}
