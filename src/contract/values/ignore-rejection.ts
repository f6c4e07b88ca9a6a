/** Promises whose rejection is handled: a promise may reject with itself. */
const handled = new WeakSet<object>();

/** Whether a value is a promise or behaves like one. Never throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  try {
    return value instanceof Promise || typeof (value as { readonly then?: unknown }).then === "function";
  } catch {
    return false;
  }
}

/**
 * Marks what a promise may reject with as handled: a rejection that no code waits for ends the process of the host. Whoever
 * awaits the promise still sees it. A promise that the given one rejects with is marked as well. Does nothing for any other
 * value, and never throws.
 *
 * Call it with every value that a function of the host threw: `throw Promise.reject(error)` throws a promise.
 */
export function ignoreRejection(value: unknown): void {
  if (!isThenable(value) || handled.has(value)) return;
  handled.add(value);
  try {
    // Its own `then` may have been replaced; the promise underneath would still reject.
    if (value instanceof Promise) Promise.prototype.then.call(value, ignore, ignoreRejection);
    else new Promise((resolve) => resolve(value)).catch(ignoreRejection);
  } catch {
    // A promise whose `constructor` throws cannot be marked.
  }
}

/** Calls a function that only watches: what it throws, or rejects with later, reaches nothing. */
export function quietly(tell: () => unknown): void {
  try {
    ignoreRejection(tell());
  } catch (thrown) {
    // Watching a call never changes it.
    ignoreRejection(thrown);
  }
}

function ignore(): void {}
