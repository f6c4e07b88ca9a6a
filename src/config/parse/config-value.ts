import type { Yield } from "../../values/index.js";

/** A value of a configuration file with the line on which it starts. */
export type ConfigValue =
  | { readonly type: "text"; readonly value: string; readonly line: number }
  | { readonly type: "number"; readonly value: number; readonly line: number }
  | { readonly type: "boolean"; readonly value: boolean; readonly line: number }
  | { readonly type: "null"; readonly line: number }
  | { readonly type: "list"; readonly items: readonly ConfigValue[]; readonly line: number }
  | ConfigRecord;

/** An object of a configuration file. A map, so that a key such as `__proto__` is only a key. */
export interface ConfigRecord {
  readonly type: "record";
  readonly entries: ReadonlyMap<string, ConfigValue>;
  readonly line: number;
}

/** Deepest nesting of values that is read. */
export const MAX_CONFIG_DEPTH = 64;

/** Returns the member of a record, or `undefined`. */
export function member(value: ConfigValue | undefined, key: string): ConfigValue | undefined {
  return value?.type === "record" ? value.entries.get(key) : undefined;
}

/** Returns the entries of a record; none for any other value. */
export function entriesOf(value: ConfigValue | undefined): readonly (readonly [string, ConfigValue])[] {
  return value?.type === "record" ? [...value.entries] : [];
}

/** Returns the items of a list; none for any other value. */
export function itemsOf(value: ConfigValue | undefined): readonly ConfigValue[] {
  return value?.type === "list" ? value.items : [];
}

/** Returns the text of a value, or `undefined` if it is not a text. */
export function textOf(value: ConfigValue | undefined): string | undefined {
  return value?.type === "text" ? value.value : undefined;
}

/** Returns the boolean of a value, or `undefined` if it is not one. */
export function booleanOf(value: ConfigValue | undefined): boolean | undefined {
  return value?.type === "boolean" ? value.value : undefined;
}

/** Returns the texts of a list, or the single text. */
export function textsOf(value: ConfigValue | undefined): readonly string[] {
  if (value?.type === "text") return [value.value];
  return itemsOf(value).flatMap((item) => (item.type === "text" ? [item.value] : []));
}

/** Returns the value as plain data. Keys become own properties. */
export function plainValue(value: ConfigValue): unknown {
  if (value.type === "list") return value.items.map(plainValue);
  if (value.type === "null") return null;
  if (value.type !== "record") return value.value;
  return Object.fromEntries([...value.entries].map(([key, each]) => [key, plainValue(each)]));
}

/** Returns the line of the value at a path of keys and indices. */
type LineOf = (path: readonly string[]) => number;

/** Turns plain data into values. Throws a `RangeError` for deep nesting. */
export function configValue(data: unknown, lineOf: LineOf, path: readonly string[] = []): ConfigValue {
  if (path.length > MAX_CONFIG_DEPTH) throw new RangeError("the values are nested too deeply");
  const members = membersOf(data);
  if (members === undefined) return singleValue(data, lineOf(path));
  return collected(
    data,
    members.map(([key, item]) => [key, configValue(item, lineOf, [...path, key])]),
    lineOf(path),
  );
}

/** Levels of a file that are converted in steps: its tables, and their entries or rules. */
const STEPPED_LEVELS = 2;

/** Turns the plain data of a whole file into values, without blocking the event loop. Rejects with a `RangeError` for deep nesting. */
export async function configValueInSteps(
  data: unknown,
  lineOf: LineOf,
  pause: Yield,
  path: readonly string[] = [],
): Promise<ConfigValue> {
  const members = membersOf(data);
  if (path.length > STEPPED_LEVELS || members === undefined) return configValue(data, lineOf, path);
  const converted: [string, ConfigValue][] = [];
  for (const [key, item] of members) {
    await pause();
    converted.push([key, await configValueInSteps(item, lineOf, pause, [...path, key])]);
  }
  return collected(data, converted, lineOf(path));
}

/** Returns the items of a list or the members of an object; `undefined` for any other value. */
function membersOf(data: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(data)) return data.map((item, index) => [String(index), item]);
  if (typeof data !== "object" || data === null || data instanceof Date) return undefined;
  return Object.entries(data);
}

function collected(
  data: unknown,
  members: readonly (readonly [string, ConfigValue])[],
  line: number,
): ConfigValue {
  if (Array.isArray(data)) return { type: "list", items: members.map(([, item]) => item), line };
  return { type: "record", entries: new Map(members), line };
}

function singleValue(data: unknown, line: number): ConfigValue {
  if (typeof data === "string") return { type: "text", value: data, line };
  if (typeof data === "number" || typeof data === "bigint")
    return { type: "number", value: Number(data), line };
  if (typeof data === "boolean") return { type: "boolean", value: data, line };
  if (data instanceof Date) return { type: "text", value: String(data), line };
  return { type: "null", line };
}
