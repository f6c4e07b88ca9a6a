import { ignoreRejection, isThenable } from "../../contract/index.js";
import { kindOf } from "./kind-of.js";

/**
 * Returns what a function of the host returned, or throws when that is a promise: an async function in the place of a
 * synchronous one would be taken for a value, and its rejection would end the process.
 */
export function atOnce<Value>(value: Value): Value {
  if (!isThenable(value)) return value;
  ignoreRejection(value);
  throw new TypeError(`it returned ${kindOf(value)}, but it must be synchronous`);
}

/** Returns the same function, which marks a promise that it is given as handled: a tool that forgets an `await` passes one. */
export function taking<Value, Result>(take: (value: Value) => Result): (value: Value) => Result {
  return (value) => {
    ignoreRejection(value);
    return take(value);
  };
}
