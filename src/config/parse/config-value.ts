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

/** Turns plain data into values that all have one line. Throws a `RangeError` for deep nesting. */
export function configValue(data: unknown, lineOf: (path: readonly string[]) => number): ConfigValue {
  const convert = (each: unknown, path: readonly string[]): ConfigValue => {
    if (path.length > MAX_CONFIG_DEPTH) throw new RangeError("the values are nested too deeply");
    const line = lineOf(path);
    if (typeof each === "string") return { type: "text", value: each, line };
    if (typeof each === "number" || typeof each === "bigint")
      return { type: "number", value: Number(each), line };
    if (typeof each === "boolean") return { type: "boolean", value: each, line };
    if (Array.isArray(each)) {
      return {
        type: "list",
        items: each.map((item, index) => convert(item, [...path, String(index)])),
        line,
      };
    }
    if (typeof each !== "object" || each === null) return { type: "null", line };
    if (each instanceof Date) return { type: "text", value: String(each), line };
    const entries = Object.entries(each).map(([key, item]) => [key, convert(item, [...path, key])] as const);
    return { type: "record", entries: new Map(entries), line };
  };
  return convert(data, []);
}
