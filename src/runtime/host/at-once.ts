import { ignoreRejection, ignoreRejectionsIn, isThenable } from "../../contract/index.js";
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

type AnyFunction = (...args: never[]) => unknown;

/**
 * Returns an object with the same members, whose functions mark promises among their arguments as handled: a function that refuses its
 * first argument never looks at the second one.
 */
export function takingArguments<Members extends object>(members: Members): Members {
  const functions = Object.entries(members).filter(([, member]) => typeof member === "function");
  const taking = functions.map(([name, member]) => [
    name,
    (...args: never[]) => {
      for (const argument of args) ignoreRejection(argument);
      return (member as AnyFunction)(...args);
    },
  ]);
  return { ...members, ...Object.fromEntries(taking) };
}
