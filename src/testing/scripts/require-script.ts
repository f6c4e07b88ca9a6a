import { ignoreRejectionsIn } from "../../contract/index.js";
import { isList, kindOf } from "../../runtime/index.js";

/**
 * Throws if a part of a script is not a list that can be read: a proxy may claim any length, and the first request would then be
 * the one that fails.
 *
 * @param expected - start of the message: what is expected of the part
 * @throws TypeError
 */
export function requireScript(expected: string, given: unknown): asserts given is readonly unknown[] {
  if (!isList(given)) throw new TypeError(`${expected}, but it got ${kindOf(given)}.`);
}

/**
 * Throws if an entry of a script has none of the forms that it may have: the first request would otherwise fail with a message of the
 * engine.
 *
 * @param entry - name of the entry, such as `Answer 2 of scriptedApprovals`
 * @param forms - the forms that are allowed
 * @throws TypeError
 */
export function requireEntry(
  entry: string,
  given: unknown,
  { isForm, forms }: { readonly isForm: (given: unknown) => boolean; readonly forms: string },
): void {
  ignoreRejectionsIn(given);
  let isAllowed: boolean;
  try {
    isAllowed = isForm(given);
  } catch {
    // A proxy or a getter that throws.
    isAllowed = false;
  }
  if (!isAllowed) throw new TypeError(`${entry} must be ${forms}, but it is ${kindOf(given)}.`);
}
