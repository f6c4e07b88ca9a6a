import { describeThrown } from "./describe-thrown.js";
import {
  hasManyMembers,
  ignoreRejection,
  isThenable,
  MANY_MEMBERS,
  memberNames,
} from "./ignore-rejection.js";

/** Levels of lists and objects that are read; deeper ones would exhaust the stack. */
const MAX_DEPTH = 200;

/** Members and list items that are read: ten times as many as an input may have. */
const MAX_VALUES = 100_000;

/** Characters of the position of a problem that a message shows. */
const MAX_SHOWN_POSITION = 200;

/** Limits of {@link readData}. */
export interface DataLimits {
  /** Most members and list items, on all levels together. Default: 100,000. */
  readonly maxValues?: number | undefined;
}

/** A copy of a value of the host, and the first reason why it is not complete. */
export interface ReadData {
  readonly value: unknown;
  /** A clause without a subject, such as `has a promise in 'text'. Await it first`. */
  readonly problem?: string | undefined;
}

/**
 * Returns a copy of a value as plain data: objects, lists, bytes and scalars. Never throws.
 *
 * Each member is read once, because a getter or a proxy may return another value at each read: what is judged afterwards is then what
 * runs. As in JSON, only own enumerable members with a name count, and an object with a `toJSON` method, such as a date, is replaced by
 * its value. An object that occurs several times is copied each time. A promise is marked as handled; a promise or a function is a
 * problem, and so is a member that cannot be read, and an object that contains itself.
 */
export function readData(value: unknown, { maxValues = MAX_VALUES }: DataLimits = {}): ReadData {
  // Most inputs are flat, and a scalar needs no reader.
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return { value };
  const reader = new DataReader(maxValues);
  const copy = reader.read(value, undefined);
  return { value: copy, problem: reader.problem };
}

class DataReader {
  problem: string | undefined;
  readonly #maxValues: number;
  #values = 0;
  /** The objects that are being read, from the outermost one, and the name of each in the one before. */
  readonly #open: object[] = [];
  readonly #names: (string | undefined)[] = [];

  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  read(value: unknown, name: string | undefined): unknown {
    if (typeof value === "function") return this.#refuse(value, name);
    if (typeof value !== "object" || value === null) return value;
    const outer = this.#open.indexOf(value);
    if (outer >= 0) return this.#refuseCycle(outer, name);
    if (this.#open.length >= MAX_DEPTH) {
      this.problem ??= `is nested more than ${MAX_DEPTH} levels deep. Send flatter data`;
      return undefined;
    }
    this.#open.push(value);
    this.#names.push(name);
    try {
      return this.#readObject(value, name);
    } catch (thrown) {
      this.problem ??= `cannot be read: ${describeThrown(thrown)}`;
      return undefined;
    } finally {
      this.#open.pop();
      this.#names.pop();
    }
  }

  #readObject(value: object, name: string | undefined): unknown {
    if (Array.isArray(value)) return this.#readList(value);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return this.#readMembers(value);
    if (ArrayBuffer.isView(value)) return this.#readBytes(value);
    if (isThenable(value)) return this.#refuse(value, name);
    const { toJSON } = value as { readonly toJSON?: unknown };
    ignoreRejection(toJSON);
    const data: unknown = typeof toJSON === "function" ? toJSON.call(value, name ?? "") : value;
    if (data === value) return this.#readMembers(value);
    // It stands at the same position.
    this.#names[this.#names.length - 1] = undefined;
    return this.read(data, name);
  }

  #readMembers(value: object): unknown {
    const copy: Record<string, unknown> = {};
    // The names cannot be listed in part, and take half a second for a million of them.
    if (this.#maxValues <= MANY_MEMBERS && hasManyMembers(value)) return this.#refuseMore();
    for (const name of memberNames(value)) {
      if (this.#isFull()) break;
      const member = this.#member(value, name);
      // An assignment to `__proto__` would change the prototype.
      if (name !== "__proto__") copy[name] = member;
      else
        Object.defineProperty(copy, name, {
          ...{ value: member, enumerable: true, configurable: true, writable: true },
        });
    }
    return copy;
  }

  #readList(list: readonly unknown[]): unknown {
    const copy: unknown[] = [];
    const { length } = list;
    for (let index = 0; index < length && !this.#isFull(); index += 1) {
      copy.push(this.#member(list, index));
    }
    return copy;
  }

  #readBytes(bytes: ArrayBufferView): unknown {
    this.#values += bytes.byteLength;
    return this.#values > this.#maxValues ? this.#refuseMore() : structuredClone(bytes);
  }

  /** Reads one member, so that one that throws does not hide the promises in the others. */
  #member(value: object, name: string | number): unknown {
    let member: unknown;
    try {
      member = (value as Readonly<Record<string | number, unknown>>)[name];
    } catch (thrown) {
      this.problem ??= `cannot be read: ${describeThrown(thrown)}`;
      return undefined;
    }
    return typeof member === "object" || typeof member === "function"
      ? this.read(member, String(name))
      : member;
  }

  #isFull(): boolean {
    this.#values += 1;
    if (this.#values <= this.#maxValues) return false;
    this.#refuseMore();
    return true;
  }

  #refuseMore(): undefined {
    this.problem ??= `has more than ${this.#maxValues} values, members and list items together. Send fewer`;
  }

  /** Refuses an object that is open already: JSON has no form for it, and code that follows it would never end. */
  #refuseCycle(outer: number, name: string | undefined): undefined {
    const inner = this.#position(this.#names.length, name);
    const again = outer === 0 ? "the whole value" : this.#position(outer + 1);
    this.problem ??= `contains itself: ${inner} is ${again} again. Send data as in JSON`;
  }

  /** Returns the quoted position of the open object before an index, or of one of its members. */
  #position(end: number, member?: string): string {
    const names = [...this.#names.slice(0, end), member];
    const position = names.filter((name) => name !== undefined).join(".");
    const isLong = position.length > MAX_SHOWN_POSITION;
    return `'${isLong ? `${position.slice(0, MAX_SHOWN_POSITION)}...` : position}'`;
  }

  #refuse(value: unknown, name: string | undefined): undefined {
    ignoreRejection(value);
    const kind = typeof value === "function" ? "a function" : "a promise";
    const remedy = kind === "a promise" ? "Await it first" : "Send data as in JSON";
    this.problem ??= `${name === undefined ? `is ${kind}` : `has ${kind} in '${name}'`}. ${remedy}`;
  }
}
