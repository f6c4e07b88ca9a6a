import type { Meaning } from "./dialect.js";

/** A number, also one that a model wrote as text; `undefined` for anything else. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

/** A number that one dialect counts from 0 and the table from 1. */
export function countedFromZero(means: string): Meaning {
  const add = (step: number) => (value: unknown) => {
    const number = numberIn(value);
    return number === undefined ? value : number + step;
  };
  return { means, read: add(1), say: add(-1) };
}

/** A yes or no that one dialect asks for the other way round. */
export function negated(means: string): Meaning {
  return { means, read: not, say: not };
}

function not(value: unknown): unknown {
  if (value === "true") return false;
  if (value === "false") return true;
  return typeof value === "boolean" ? !value : value;
}

/** A list, also one that a model wrote as JSON text; `undefined` for anything else. */
export function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || !value.trimStart().startsWith("[")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** An object as its entries; `undefined` for anything else. */
function recordIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/**
 * A list of objects whose keys the dialects call differently.
 *
 * @param own - the dialect's keys, and what each means
 * @param all - the keys of all dialects, and what each means: a list may be written in any
 */
export function listOf(
  means: string,
  own: Readonly<Record<string, string>>,
  all: Readonly<Record<string, string>>,
): Meaning {
  const ownKeys = new Map(Object.entries(own).map(([key, meaning]) => [meaning, key]));
  // A key that no dialect knows is for validation to judge.
  const isOwnKey = (key: string) => Object.hasOwn(own, key) || !Object.hasOwn(all, key);
  return {
    means,
    read: (value) =>
      listIn(value)?.map((item) => renamed(item, (key) => (Object.hasOwn(all, key) ? all[key] : key))) ??
      value,
    say: (value) => listIn(value)?.map((item) => renamed(item, (key) => ownKeys.get(key))) ?? value,
    fits: (value) =>
      listIn(value)?.every((item) => Object.keys(recordIn(item) ?? {}).every((key) => isOwnKey(key))) ?? true,
  };
}

function renamed(value: unknown, nameOf: (key: string) => string | undefined): unknown {
  const record = recordIn(value);
  if (record === undefined) return value;
  const result = new Map<string, unknown>();
  for (const [key, each] of Object.entries(record)) {
    const name = nameOf(key);
    // The first of two names for one thing counts, as it does for parameters.
    if (name !== undefined && !result.has(name)) result.set(name, each);
  }
  return Object.fromEntries(result);
}
