import { describeThrown } from "./describe-thrown.js";
import { ignoreRejection, isThenable } from "./ignore-rejection.js";

/** Levels of lists and objects that are read; deeper ones would exhaust the stack. */
const MAX_DEPTH = 200;

/** Members and list items that are read: ten times as many as an input may have. */
const MAX_VALUES = 100_000;

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
 * its value. A promise is marked as handled; a promise or a function is a problem, and so is a member that cannot be read.
 */
export function readData(value: unknown, { maxValues = MAX_VALUES }: DataLimits = {}): ReadData {
  // Most inputs are flat, and a scalar needs no reader.
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return { value };
  const reader = new DataReader(maxValues);
  const copy = reader.read(value, undefined, 1);
  return { value: copy, problem: reader.problem };
}

class DataReader {
  problem: string | undefined;
  readonly #maxValues: number;
  #values = 0;
  #outermost: readonly [object, unknown] | undefined;
  /** The copies of inner objects and lists, because a value may contain one several times, or itself. */
  #copies: Map<object, unknown> | undefined;

  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  read(value: unknown, name: string | undefined, depth: number): unknown {
    if (typeof value === "function") return this.#refuse(value, name);
    if (typeof value !== "object" || value === null) return value;
    const known = this.#outermost?.[0] === value ? this.#outermost[1] : this.#copies?.get(value);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) {
      this.problem ??= `is nested more than ${MAX_DEPTH} levels deep. Send flatter data`;
      return undefined;
    }
    try {
      return this.#readObject(value, name, depth);
    } catch (thrown) {
      this.problem ??= `cannot be read: ${describeThrown(thrown)}`;
      return undefined;
    }
  }

  #readObject(value: object, name: string | undefined, depth: number): unknown {
    if (Array.isArray(value)) return this.#readList(value, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return this.#readMembers(value, depth);
    if (ArrayBuffer.isView(value)) return this.#readBytes(value);
    if (isThenable(value)) return this.#refuse(value, name);
    const { toJSON } = value as { readonly toJSON?: unknown };
    if (typeof toJSON === "function") return this.read(toJSON.call(value, name ?? ""), name, depth + 1);
    ignoreRejection(toJSON);
    return this.#readMembers(value, depth);
  }

  #readMembers(value: object, depth: number): unknown {
    const copy: Record<string, unknown> = {};
    this.#remember(value, copy, depth);
    for (const name of Object.keys(value)) {
      if (this.#isFull()) break;
      const member = this.#member(value, name, depth);
      // An assignment to `__proto__` would change the prototype.
      if (name !== "__proto__") copy[name] = member;
      else
        Object.defineProperty(copy, name, {
          ...{ value: member, enumerable: true, configurable: true, writable: true },
        });
    }
    return copy;
  }

  #readList(list: readonly unknown[], depth: number): unknown {
    const copy: unknown[] = [];
    this.#remember(list, copy, depth);
    const { length } = list;
    for (let index = 0; index < length && !this.#isFull(); index += 1) {
      copy.push(this.#member(list, index, depth));
    }
    return copy;
  }

  #readBytes(bytes: ArrayBufferView): unknown {
    this.#values += bytes.byteLength;
    return this.#values > this.#maxValues ? this.#refuseMore() : structuredClone(bytes);
  }

  /** Reads one member, so that one that throws does not hide the promises in the others. */
  #member(value: object, name: string | number, depth: number): unknown {
    let member: unknown;
    try {
      member = (value as Readonly<Record<string | number, unknown>>)[name];
    } catch (thrown) {
      this.problem ??= `cannot be read: ${describeThrown(thrown)}`;
      return undefined;
    }
    return typeof member === "object" || typeof member === "function"
      ? this.read(member, String(name), depth + 1)
      : member;
  }

  #remember(value: object, copy: unknown, depth: number): void {
    if (depth === 1) {
      this.#outermost = [value, copy];
      return;
    }
    this.#copies ??= new Map();
    this.#copies.set(value, copy);
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

  #refuse(value: unknown, name: string | undefined): undefined {
    ignoreRejection(value);
    const kind = typeof value === "function" ? "a function" : "a promise";
    const remedy = kind === "a promise" ? "Await it first" : "Send data as in JSON";
    this.problem ??= `${name === undefined ? `is ${kind}` : `has ${kind} in '${name}'`}. ${remedy}`;
  }
}
