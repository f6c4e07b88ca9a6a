import type { NameLists } from "../../contract/index.js";
import { createYield, type Yield } from "../../values/index.js";
import {
  isLongJson,
  isShortJson,
  jsonValueOf,
  MAX_JSON_CHARACTERS,
  MAX_JSON_DEPTH,
  namesOf,
} from "./long-json.js";
import { writeJson } from "./write-json.js";

/** Items of a list that are copied together. */
const MAX_GROUP = 1_000;

/**
 * Returns a value as its JSON represents it, as `JSON.parse(JSON.stringify(value))` does, in steps with yields to the event loop.
 * Returns `undefined` for a value without a JSON form.
 *
 * @param names - names of the members of large objects that are already known
 * @throws TypeError for a value that contains itself, RangeError for more than 67,108,864 characters, and everything that reading the value throws
 */
export function copyJsonInSteps(value: unknown, names: NameLists = new WeakMap()): Promise<unknown> {
  return new JsonCopy(createYield(), names).copy(value, "");
}

class JsonCopy {
  readonly #pause: Yield;
  readonly #names: NameLists;
  readonly #ancestors = new Set<object>();
  #available = MAX_JSON_CHARACTERS;

  constructor(pause: Yield, names: NameLists) {
    this.#pause = pause;
    this.#names = names;
  }

  async copy(given: unknown, key: string): Promise<unknown> {
    await this.#pause();
    const part = jsonValueOf(given, key);
    const isShort = typeof part !== "object" || part === null || this.#ancestors.size >= MAX_JSON_DEPTH;
    // Bytes count as one step, because `JSON.stringify` lists them.
    if (isShort || ArrayBuffer.isView(part) || !isLongJson(part, this.#names)) return this.#atOnce(part);
    if (this.#ancestors.has(part)) throw new TypeError("The value contains itself, so it has no JSON.");
    this.#ancestors.add(part);
    const copied = Array.isArray(part) ? await this.#copyList(part) : await this.#copyObject(part);
    this.#ancestors.delete(part);
    return copied;
  }

  async #copyList(list: readonly unknown[]): Promise<unknown[]> {
    const copied: unknown[] = [];
    for (let start = 0; start < list.length; start += MAX_GROUP) {
      const group = list.slice(start, start + MAX_GROUP);
      await this.#pause();
      if (!isLongJson(group, this.#names)) {
        copied.push(...(this.#atOnce(group) as unknown[]));
        continue;
      }
      for (const [index, item] of group.entries()) {
        copied.push((await this.copy(item, String(start + index))) ?? null);
      }
    }
    return copied;
  }

  async #copyObject(object: object): Promise<Record<string, unknown>> {
    const copied: Record<string, unknown> = {};
    for (const name of namesOf(object, this.#names)) {
      const pausing = this.#pause();
      if (pausing !== undefined) await pausing;
      const member = (object as Readonly<Record<string, unknown>>)[name];
      const value = isShortJson(member) ? this.#atOnce(member) : await this.copy(member, name);
      if (value === undefined) continue;
      // An assignment to `__proto__` would change the prototype.
      if (name !== "__proto__") copied[name] = value;
      else
        Object.defineProperty(copied, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return copied;
  }

  #atOnce(part: unknown): unknown {
    if (typeof part === "boolean" || part === null) return part;
    const text = typeof part === "string" ? part : writeJson(part);
    if (text === undefined) return undefined;
    this.#available -= text.length;
    if (this.#available < 0)
      throw new RangeError(`It has more than ${MAX_JSON_CHARACTERS} characters as JSON.`);
    return typeof part === "string" ? part : JSON.parse(text);
  }
}
