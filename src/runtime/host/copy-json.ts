import { ignoreRejection, type NameLists } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import { isShortJson, jsonValueOf, MAX_JSON_CHARACTERS, namesOf } from "./long-json.js";
import { writeJson } from "./write-json.js";

/** Levels of a value; the deepest parts of an exported session, removed folders, have 400. */
const MAX_LEVELS = 1_000;

/** Fewest characters of a list item or member as JSON: a digit and a comma. */
const MIN_CHARACTERS = 2;

/** Values that are copied between two looks at the clock. */
const STEP_VALUES = 64;

/**
 * Returns a value as its JSON represents it, as `JSON.parse(JSON.stringify(value))` does, in steps with yields to the event loop.
 * Returns `undefined` for a value without a JSON form.
 *
 * Each member is read once and in order, so that a value without an end, as a proxy can be, reaches a limit soon.
 *
 * @param names - names of the members of large objects that are already known
 * @throws TypeError for a value that contains itself, RangeError for more than 67,108,864 characters or 1,000 levels, and everything that
 *   reading the value throws
 */
export async function copyJsonInSteps(value: unknown, names: NameLists = new WeakMap()): Promise<unknown> {
  const copy = new JsonCopy(names);
  const root = copy.begin(value, "");
  const pause = createYield();
  while (!copy.isDone) {
    copy.continue(STEP_VALUES);
    const pausing = pause();
    if (pausing !== undefined) await pausing;
  }
  return root;
}

/** A list or object whose members are being copied. */
interface OpenPart {
  readonly source: Readonly<Record<string | number, unknown>>;
  /** The names of the members; absent for a list. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  readonly copy: unknown[] | Record<string, unknown>;
  next: number;
}

class JsonCopy {
  readonly #names: NameLists;
  readonly #open: OpenPart[] = [];
  readonly #ancestors = new Set<object>();
  #available = MAX_JSON_CHARACTERS;

  constructor(names: NameLists) {
    this.#names = names;
  }

  get isDone(): boolean {
    return this.#open.length === 0;
  }

  /** Returns the copy of a value; the members of a list or object are copied later. */
  begin(given: unknown, key: string): unknown {
    const value = jsonValueOf(given, key);
    if (typeof value === "string") {
      this.#count(value.length + MIN_CHARACTERS);
      return value;
    }
    if (isShortJson(value)) {
      this.#count(MIN_CHARACTERS);
      if (typeof value !== "number") return value;
      // JSON has no negative zero.
      return Number.isFinite(value) ? value + 0 : null;
    }
    if (typeof value !== "object" || value === null || isWrittenAtOnce(value)) return this.#atOnce(value);
    return this.#beginPart(value);
  }

  /** Copies some of the members that are left. */
  continue(values: number): void {
    for (let step = 0; step < values; step += 1) {
      const part = this.#open.at(-1);
      if (part === undefined) return;
      if (part.next < part.length) this.#copyNext(part);
      else {
        this.#open.pop();
        this.#ancestors.delete(part.source);
      }
    }
  }

  #copyNext(part: OpenPart): void {
    const { source, names, copy, next } = part;
    part.next += 1;
    if (Array.isArray(copy)) {
      copy.push(this.begin(source[next], String(next)) ?? null);
      return;
    }
    const name = names?.[next] as string;
    this.#count(name.length);
    const value = this.begin(source[name], name);
    if (value === undefined) return;
    // An assignment to `__proto__` would change the prototype.
    if (name !== "__proto__") copy[name] = value;
    else Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  }

  #beginPart(source: object): unknown {
    ignoreRejection(source);
    if (this.#ancestors.has(source)) throw new TypeError("The value contains itself, so it has no JSON.");
    if (this.#open.length >= MAX_LEVELS) throw new RangeError(`It has more than ${MAX_LEVELS} levels.`);
    const names = Array.isArray(source) ? undefined : namesOf(source, this.#names);
    const length = names === undefined ? (source as readonly unknown[]).length : names.length;
    if (length * MIN_CHARACTERS > this.#available) throw tooLong();
    this.#count(MIN_CHARACTERS);
    const copy = names === undefined ? [] : {};
    this.#ancestors.add(source);
    this.#open.push({ source: source as OpenPart["source"], names, length, copy, next: 0 });
    return copy;
  }

  /** Returns the copy of a value that JSON represents by another one: bytes, an object with a scalar, a function. */
  #atOnce(value: unknown): unknown {
    if (ArrayBuffer.isView(value) && value.byteLength * MIN_CHARACTERS > this.#available) throw tooLong();
    const text = writeJson(value);
    if (text === undefined) return undefined;
    this.#count(text.length);
    return JSON.parse(text);
  }

  #count(characters: number): void {
    this.#available -= characters;
    if (this.#available < 0) throw tooLong();
  }
}

function isWrittenAtOnce(value: object): boolean {
  return (
    ArrayBuffer.isView(value) ||
    value instanceof Number ||
    value instanceof String ||
    value instanceof Boolean ||
    value instanceof BigInt
  );
}

function tooLong(): RangeError {
  return new RangeError(`It has more than ${MAX_JSON_CHARACTERS} characters as JSON.`);
}
