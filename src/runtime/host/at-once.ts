import { kindOf } from "./kind-of.js";

const ignore = () => {};

/** Whether a value is a promise or behaves like one. Never throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  try {
    return typeof (value as { readonly then?: unknown }).then === "function";
  } catch {
    return false;
  }
}

/**
 * Marks what a promise may reject with as handled: a rejection that no code waits for ends the process of the host. Whoever
 * awaits the promise still sees it. Does nothing for any other value, and never throws.
 */
export function ignoreRejection(value: unknown): void {
  if (!isThenable(value)) return;
  try {
    // Its own `then` may have been replaced; the promise underneath would still reject.
    if (value instanceof Promise) Promise.prototype.then.call(value, ignore, ignore);
    else new Promise((resolve) => resolve(value)).catch(ignore);
  } catch {
    // A promise whose `constructor` throws cannot be marked.
  }
}

/**
 * Returns what a function of the host returned, or throws when that is a promise: an async function in the place of a
 * synchronous one would be taken for a value, and its rejection would end the process.
 */
export function atOnce<Value>(value: Value): Value {
  if (!isThenable(value)) return value;
  ignoreRejection(value);
  throw new TypeError(`it returned ${kindOf(value)}, but it must be synchronous`);
}

/** Calls a function that only watches: what it throws, or rejects with later, reaches nothing. */
export function quietly(tell: () => unknown): void {
  try {
    ignoreRejection(tell());
  } catch {
    // Watching a call never changes it.
  }
}
