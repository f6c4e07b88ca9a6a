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
export const MANY_MEMBERS = 10_000;

/**
 * The names of the members of large objects. The engine cannot list them in part and needs half a second for a million, so they are
 * listed once for each value.
 */
export type NameLists = WeakMap<object, readonly string[]>;

/** The first {@link MANY_MEMBERS} names, and one more, of objects that had as many when they were listed last. */
const large = new WeakMap<object, readonly string[]>();

/**
 * Returns the names of the members of an object, as `Object.keys` does, and remembers that there are more than 10,000, so that
 * {@link hasManyMembers} tells it later.
 */
export function memberNames(value: object): readonly string[] {
  const names = Object.keys(value);
  if (names.length > MANY_MEMBERS) large.set(value, names.slice(0, MANY_MEMBERS + 1));
  return names;
}

/**
 * Returns whether an object has more than 10,000 members, if it was listed before: then the members of that time are looked up, which
 * takes a thousandth of the time of listing a million again. Returns `false` for any other object.
 */
export function hasManyMembers(value: object): boolean {
  return large.get(value)?.every((name) => Object.hasOwn(value, name)) === true;
}

/** Options of {@link ignoreRejectionsIn}. */
export interface RejectionSearch {
  /** Receives the names of the members of large objects. */
  readonly names?: NameLists | undefined;
  /** Number of objects that several searches may look at together; each search reduces it. Default: 1,000 for each search. */
  readonly allowance?: { objects: number } | undefined;
}

/**
 * Marks the rejections of all promises in a value of the host as handled, as {@link ignoreRejection} does for one: a function that forgets
 * an `await` returns an object with a promise in it. Runs no getters, and never throws.
 */
export function ignoreRejectionsIn(value: unknown, { names, allowance }: RejectionSearch = {}): void {
  if (typeof value !== "object" || value === null) {
    ignoreRejection(value);
    return;
  }
  const most = Math.min(MAX_SEARCHED, allowance?.objects ?? MAX_SEARCHED);
  const found = new Set<object>([value]);
  for (const each of found) {
    ignoreRejection(each);
    if (ArrayBuffer.isView(each) || found.size >= most) continue;
    for (const member of membersOf(each, names)) {
      if (found.size >= most) break;
      if (typeof member === "object" && member !== null) found.add(member);
    }
  }
  if (allowance !== undefined) allowance.objects -= found.size;
}

function membersOf(value: object, lists: NameLists | undefined): readonly unknown[] {
  try {
    if (Array.isArray(value)) return value.slice(0, MAX_SEARCHED);
    const known = lists === undefined && hasManyMembers(value) ? large.get(value) : undefined;
    const names = known ?? memberNames(value);
    if (names.length > MANY_MEMBERS) lists?.set(value, names);
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
