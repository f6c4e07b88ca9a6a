import { ignoreRejectionsIn, isThenable } from "../../contract/index.js";
import { kindOf } from "./kind-of.js";

/**
 * Returns a value that a function of the host returned, or throws if it is a promise: the promise of an async
 * function would be mistaken for a value, and its rejection would end the process.
 */
export function atOnce<Value>(value: Value): Value {
  if (!isThenable(value)) return value;
  // `kindOf` marks the promise as handled.
  throw new TypeError(`it returned ${kindOf(value)}, but it must be synchronous`);
}

/**
 * Wraps a function so that a promise in the value passed to it is marked as handled: a tool that forgets an `await` passes one.
 */
export function taking<Value, Result>(take: (value: Value) => Result): (value: Value) => Result {
  return (value) => {
    ignoreRejectionsIn(value);
    return take(value);
  };
}
