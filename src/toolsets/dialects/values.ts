import { isRecord } from "../../values/index.js";
import type { Meaning } from "./dialect.js";

/** Returns a number, even one that a model wrote as text; `undefined` for anything else. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

/** Number that one dialect counts from 0 and the table from 1. */
export function countedFromZero(means: string): Meaning {
  const add = (step: number) => (value: unknown) => {
    const number = numberIn(value);
    return number === undefined ? value : number + step;
  };
  return { means, read: add(1), say: add(-1) };
}

/** Boolean that one dialect negates. */
export function negated(means: string): Meaning {
  return { means, read: not, say: not };
}

function not(value: unknown): unknown {
  if (value === "true") return false;
  if (value === "false") return true;
  return typeof value === "boolean" ? !value : value;
}

/** Returns a list, even one that a model wrote as JSON text; `undefined` for anything else. */
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

/** Returns an object as a record; `undefined` for anything else. */
function recordIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined;
}

/**
 * Creates the meaning of a list of objects whose keys differ between dialects.
 *
 * @param own - the dialect's keys with their meanings
 * @param all - the keys of all dialects with their meanings, because a list may be written in any
 */
export function listOf(
  means: string,
  own: Readonly<Record<string, string>>,
  all: Readonly<Record<string, string>>,
): Meaning {
  const ownKeys = new Map(Object.entries(own).map(([key, meaning]) => [meaning, key]));
  // Validation judges a key that no dialect knows.
  const isOwnKey = (key: string) => Object.hasOwn(own, key) || !Object.hasOwn(all, key);
  return {
    means,
    read: (value) =>
      listIn(value)?.map((item) => renamed(item, (key) => (Object.hasOwn(all, key) ? all[key] : key))) ??
      value,
    // A key without a meaning here stays, so that the runtime reports it to the model.
    say: (value) => listIn(value)?.map((item) => renamed(item, (key) => ownKeys.get(key) ?? key)) ?? value,
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
    // Of two names with the same meaning the first counts, as for parameters.
    if (name !== undefined && !result.has(name)) result.set(name, each);
  }
  return Object.fromEntries(result);
}
