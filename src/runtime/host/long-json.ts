import { ignoreRejection, type NameLists, ToolError } from "../../contract/index.js";
import { counted } from "../../text/index.js";
import type { Yield } from "../../values/index.js";
import { writeJson } from "./write-json.js";

/** Values, and groups of characters, of which the JSON is written in one step: some milliseconds. */
const MAX_STEP_WEIGHT = 20_000;

/** Characters of a string, or bytes, that count as one value. */
const CHARACTERS_PER_VALUE = 64;

/** Values of a list that are written together. */
const MAX_GROUP = 1_000;

/** Levels that are written in steps; deeper ones are written at once, as the engine limits them. */
const MAX_JSON_DEPTH = 200;

/** Maximum characters of the JSON of one output; the output store keeps no more. */
export const MAX_JSON_CHARACTERS = 67_108_864;

/** Levels of a value that has an end; a proxy, or a getter, may return another object like itself at each level. */
const MAX_LEVELS = 1_000;

/** Fewest characters of a list item as JSON: a digit and a comma. */
const MIN_ITEM_CHARACTERS = 2;

/** Options of {@link longJsonText}. */
export interface LongJsonOptions {
  readonly pause: Yield;
  /** The lists that {@link isLongJson} filled for the same value. */
  readonly names?: NameLists | undefined;
  /** Replaces a string, a name or a short value of plain JSON before it is written. */
  readonly replace?: ((value: unknown) => unknown) | undefined;
  /**
   * Whether the text is needed. A check reads each object once, has no limit on the length, and resolves to a text without the values.
   * Default: `"write"`.
   */
  readonly purpose?: "write" | "check" | undefined;
}

/** Returns whether writing the JSON of a value would block the event loop for long. Stops counting at the limit. */
export function isLongJson(value: unknown, names?: NameLists): boolean {
  let weight = 0;
  let level: readonly unknown[] = [value];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const each of level) {
      weight += ownWeight(each);
      if (weight > MAX_STEP_WEIGHT) return true;
      if (typeof each !== "object" || each === null || ArrayBuffer.isView(each)) continue;
      // A getter may return another promise at each read.
      if (each instanceof Promise) ignoreRejection(each);
      if (Array.isArray(each)) {
        for (const member of each) next.push(member);
        continue;
      }
      const own = namesOf(each, names);
      if (weight + own.length > MAX_STEP_WEIGHT) return true;
      for (const name of own) next.push((each as Readonly<Record<string, unknown>>)[name]);
    }
    level = next;
  }
  return false;
}

/** Returns the names of the members of an object, which are listed once if there are many. */
export function namesOf(value: object, names: NameLists | undefined): readonly string[] {
  const known = names?.get(value);
  if (known !== undefined) return known;
  const own = Object.keys(value);
  if (own.length > MAX_STEP_WEIGHT) names?.set(value, own);
  return own;
}

function ownWeight(value: unknown): number {
  if (typeof value === "string") return 1 + value.length / CHARACTERS_PER_VALUE;
  if (Array.isArray(value)) return 1 + value.length;
  return ArrayBuffer.isView(value) ? 1 + value.byteLength : 1;
}

/**
 * Returns the JSON of a long value, as `JSON.stringify` writes it, in steps with yields between them. Long bytes become a
 * sentence with their length.
 *
 * @throws TypeError for a value that contains itself, ToolError for more than 67,108,864 characters
 */
export async function longJsonText(value: unknown, options: LongJsonOptions): Promise<string | undefined> {
  const { pause, names = new WeakMap(), replace, purpose = "write" } = options;
  let available = MAX_JSON_CHARACTERS;
  const ancestors = new Set<object>();
  const checked = new WeakSet<object>();

  const written = (part: unknown): string | undefined => {
    const text = writeJson(replace === undefined ? part : replace(plainJson(part)));
    if (purpose === "check") return text === undefined ? undefined : "";
    available -= text?.length ?? 0;
    if (available >= 0) return text;
    throw tooLong();
  };
  requireEnd(value, names);
  const write = async (given: unknown, key: string): Promise<string | undefined> => {
    const pausing = pause();
    if (pausing !== undefined) await pausing;
    const part = jsonValueOf(given, key);
    if (typeof part !== "object" || part === null || ancestors.size >= MAX_JSON_DEPTH) return written(part);
    if (checked.has(part)) return "";
    if (!isLongJson(part, names)) return written(part);
    if (ArrayBuffer.isView(part)) return written(`(${counted(part.byteLength, "byte")})`);
    if (ancestors.has(part)) throw new TypeError("The value contains itself, so it has no JSON.");
    ancestors.add(part);
    const text = Array.isArray(part) ? await writeList(part) : await writeObject(part);
    ancestors.delete(part);
    if (purpose === "check") checked.add(part);
    return text;
  };
  const writeList = async (list: readonly unknown[]): Promise<string> => {
    if (list.length * MIN_ITEM_CHARACTERS > MAX_JSON_CHARACTERS) throw tooLong();
    const texts: string[] = [];
    let group: unknown[] = [];
    const endGroup = () => {
      if (group.length > 0) texts.push(written(group)?.slice(1, -1) ?? "");
      group = [];
    };
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index];
      if (isShortJson(item)) group.push(item);
      if (!isShortJson(item) || group.length === MAX_GROUP) {
        endGroup();
        const pausing = pause();
        if (pausing !== undefined) await pausing;
      }
      if (!isShortJson(item)) texts.push((await write(item, String(index))) ?? "null");
    }
    endGroup();
    return `[${texts.join(",")}]`;
  };
  const writeObject = async (object: object): Promise<string> => {
    const texts: string[] = [];
    for (const name of namesOf(object, names)) {
      const member = (object as Readonly<Record<string, unknown>>)[name];
      const pausing = pause();
      if (pausing !== undefined) await pausing;
      const text = isShortJson(member) ? written(member) : await write(member, name);
      if (text !== undefined) texts.push(`${written(name)}:${text}`);
    }
    return `{${texts.join(",")}}`;
  };
  return write(value, "");
}

/**
 * Throws for a value without an end: its first object, the first object in that, and so on, are too many. Each level of such a value
 * would be searched for long values again.
 */
function requireEnd(value: unknown, names: NameLists): void {
  let inner = value;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    if (typeof inner !== "object" || inner === null || ArrayBuffer.isView(inner)) return;
    const members = inner as Readonly<Record<string, unknown>>;
    const own = Array.isArray(inner) ? ["0"] : namesOf(inner, names).slice(0, MAX_LEVELS);
    inner = own.map((name) => members[name]).find((member) => typeof member === "object" && member !== null);
  }
  throw new RangeError(`It has more than ${MAX_LEVELS} levels.`);
}

function tooLong(): ToolError {
  return new ToolError(`Its output has more than ${MAX_JSON_CHARACTERS} characters as JSON.`);
}

/** Returns a value as its JSON represents it. */
function plainJson(value: unknown): unknown {
  if (typeof value === "string") return value;
  const text = writeJson(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns whether a value is a scalar that `JSON.stringify` writes without calling a function. */
export function isShortJson(value: unknown): boolean {
  if (typeof value === "string") return value.length <= CHARACTERS_PER_VALUE;
  return value === null || typeof value === "number" || typeof value === "boolean";
}

/** Returns the value that JSON represents an object by, as `JSON.stringify` finds it. */
export function jsonValueOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  // The bytes of Node have a toJSON that returns a list of numbers.
  return typeof toJSON === "function" && !ArrayBuffer.isView(value) ? toJSON.call(value, key) : value;
}
