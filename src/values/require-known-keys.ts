import { isRecord } from "./is-record.js";
import { nearestName } from "./nearest-name.js";

/** Number of known names that a message lists. */
const MAX_LISTED_NAMES = 40;

/** Characters of an unknown key in a message. */
const MAX_SHOWN_CHARACTERS = 80;

/** The names of all keys of an options type; the compiler reports a missing and a surplus one. */
export type KeysOf<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Checks that an object has no keys except the known ones. A misspelled option would otherwise be ignored silently.
 * A key whose value is `undefined` counts as absent.
 *
 * @param what - the owner of the keys, for the message: `createToolRuntime`, `A permission rule`
 * @throws TypeError with the nearest known key, or with all known keys
 *
 * @example
 * requireKnownKeys("createToolRuntime", { permission: "amp" }, OPTIONS);
 * // TypeError: createToolRuntime has no option "permission". Did you mean "permissions"?
 */
export function requireKnownKeys(
  what: string,
  given: object,
  known: Readonly<Record<string, true>>,
  noun = "option",
): void {
  for (const key of keysOf(given, what, noun)) {
    if (Object.hasOwn(known, key) || isAbsent(given, key)) continue;
    throw new TypeError(unknownName(`${what} has no ${noun} ${quoted(key)}.`, key, Object.keys(known), noun));
  }
}

/** Returns the keys of an object of the host, which may be a proxy. */
function keysOf(given: object, what: string, noun: string): readonly string[] {
  try {
    return Object.keys(given);
  } catch {
    throw new TypeError(`${what} got ${noun}s that cannot be read.`);
  }
}

function isAbsent(given: object, key: string): boolean {
  try {
    return (given as Record<string, unknown>)[key] === undefined;
  } catch {
    // A getter that throws is a value too.
    return false;
  }
}

/**
 * Checks that options are an object without unknown keys.
 *
 * @param what - the name of the function or option, for the message
 * @throws TypeError that names the options, or the nearest known key
 */
export function requireOptions(what: string, given: unknown, known: Readonly<Record<string, true>>): void {
  if (!isRecord(given))
    throw new TypeError(`The options of ${what} must be an object, but got ${shownValue(given)}.`);
  requireKnownKeys(what, given, known);
}

/**
 * Checks that a value is one of the known ones.
 *
 * @throws RangeError with the nearest known value and all of them
 */
export function requireKnownValue(what: string, given: unknown, known: readonly string[]): void {
  if (known.some((value) => value === given)) return;
  const listed = known.map(quoted).join(", ");
  const nearest = typeof given === "string" ? nearestName(given, known) : undefined;
  const hint = nearest === undefined ? "" : ` Did you mean ${quoted(nearest)}?`;
  throw new RangeError(`${what} must be one of ${listed}, but it is ${shownValue(given)}.${hint}`);
}

/** Completes a message about an unknown name with the nearest known one, or with all of them. */
function unknownName(problem: string, name: string, known: readonly string[], noun: string): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `${problem} Did you mean ${quoted(nearest)}?`;
  const more = known.length > MAX_LISTED_NAMES ? " and others" : "";
  return `${problem} The ${noun}s are ${known.slice(0, MAX_LISTED_NAMES).join(", ")}${more}.`;
}

/** Describes an invalid value for a message: a text in quotation marks, an object or a list by its kind. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "function") return "a function";
  if (value === null || typeof value !== "object") return String(value);
  try {
    return Array.isArray(value) ? "a list" : "an object";
  } catch {
    // A revoked proxy.
    return "an object that cannot be read";
  }
}

function quoted(text: string): string {
  return JSON.stringify(
    text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text,
  );
}
