/** Promises whose rejection is already handled: a promise may reject with itself. */
const handled = new WeakSet<object>();

/** Returns whether a value is a promise or behaves like one. Never throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  try {
    if (value instanceof Promise) return true;
    const { then } = value as { readonly then?: unknown };
    // A getter may return a promise.
    if (then instanceof Promise) ignoreRejection(then);
    return typeof then === "function";
  } catch (thrown) {
    if (thrown instanceof Promise) ignoreRejection(thrown);
    return false;
  }
}

/**
 * Marks a possible rejection of a promise as handled, because an unhandled rejection ends the process of the
 * host. Code that awaits the promise still sees the rejection. A promise that is the rejection reason is
 * marked as well. Does nothing for any other value, and never throws.
 *
 * Call it with every value that a function of the host threw: `throw Promise.reject(error)` throws a promise.
 */
export function ignoreRejection(value: unknown): void {
  if (!isThenable(value) || handled.has(value)) return;
  handled.add(value);
  try {
    // Its own `then` may have been replaced; the underlying promise would still reject.
    if (value instanceof Promise) Promise.prototype.then.call(value, ignore, ignoreRejection);
    else new Promise((resolve) => resolve(value)).catch(ignoreRejection);
  } catch {
    // A promise whose `constructor` throws cannot be marked.
  }
}

/** Objects inside one value that are searched for promises; a larger value is data, in which a promise is unlikely. */
const MAX_SEARCHED = 1_000;

/** Members of an object from which a second enumeration of their names takes milliseconds. */
const MANY_MEMBERS = 10_000;

/**
 * The names of the members of large objects. The engine cannot list them in part and needs half a second for a million, so they are
 * listed once for each value.
 */
export type NameLists = WeakMap<object, readonly string[]>;

/** Objects that had more than {@link MANY_MEMBERS} members when they were searched last. */
const large = new WeakSet<object>();

/** Returns whether an object had more than 10,000 members when {@link ignoreRejectionsIn} searched it last. */
export function hadManyMembers(value: object): boolean {
  return large.has(value);
}

/**
 * Marks the rejections of all promises in a value of the host as handled, as {@link ignoreRejection} does for one: a function that forgets
 * an `await` returns an object with a promise in it. Runs no getters, and never throws.
 *
 * @param names - receives the names of the members of large objects
 */
export function ignoreRejectionsIn(value: unknown, names?: NameLists): void {
  if (typeof value !== "object" || value === null) {
    ignoreRejection(value);
    return;
  }
  const found = new Set<object>([value]);
  for (const each of found) {
    ignoreRejection(each);
    if (ArrayBuffer.isView(each)) continue;
    for (const member of membersOf(each, names)) {
      if (found.size >= MAX_SEARCHED) break;
      if (typeof member === "object" && member !== null) found.add(member);
    }
  }
}

function membersOf(value: object, lists: NameLists | undefined): readonly unknown[] {
  try {
    if (Array.isArray(value)) return value.slice(0, MAX_SEARCHED);
    const names = Object.keys(value);
    if (names.length > MANY_MEMBERS) {
      large.add(value);
      lists?.set(value, names);
    } else {
      large.delete(value);
    }
    return names.slice(0, MAX_SEARCHED).map((name) => Object.getOwnPropertyDescriptor(value, name)?.value);
  } catch (thrown) {
    ignoreRejection(thrown);
    return [];
  }
}

/** Calls a function that only observes: its exceptions and rejections are ignored. */
export function quietly(tell: () => unknown): void {
  try {
    ignoreRejection(tell());
  } catch (thrown) {
    // Observing a call never changes it.
    ignoreRejection(thrown);
  }
}

function ignore(): void {}
