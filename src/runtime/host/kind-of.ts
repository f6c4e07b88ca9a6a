import { ignoreRejection, isThenable } from "../../contract/index.js";

/** Longest part of a value that is shown, in UTF-16 code units. */
const MAX_SHOWN = 60;

/**
 * Describes an unexpected value for a message: `a number (5)`, `null`, `a list`. Never throws. A refused promise is marked as
 * handled: no code waits for it, so its rejection would end the process.
 */
export function kindOf(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "undefined";
    case "string":
      return value === "" ? "an empty string" : `the string ${JSON.stringify(value.slice(0, MAX_SHOWN))}`;
    case "function":
      return "a function";
    case "object":
      ignoreRejection(value);
      return kindOfObject(value);
    default:
      return `a ${typeof value} (${String(value).slice(0, MAX_SHOWN)})`;
  }
}

function kindOfObject(value: object | null): string {
  if (value === null) return "null";
  try {
    if (Array.isArray(value)) return isList(value) ? "a list" : "a list that cannot be read";
    if (typeof (value as { readonly then?: unknown }).then === "function") return "a promise";
    return "an object";
  } catch (thrown) {
    ignoreRejection(thrown);
    return "an object that cannot be read";
  }
}

/** Number of items of the largest list that a host may pass: a proxy may claim any length. */
const MAX_ITEMS = 10_000_000;

/** Returns whether a value is a list that can be read; a revoked proxy, and one that claims an impossible length, is none. Never throws. */
export function isList(value: unknown): value is readonly unknown[] {
  try {
    if (!Array.isArray(value)) return false;
    const length: unknown = value.length;
    return typeof length === "number" && length >= 0 && length <= MAX_ITEMS;
  } catch (thrown) {
    ignoreRejection(thrown);
    return false;
  }
}

/**
 * Returns whether a value of the host is an object, but not a list, a promise or bytes. Never throws; a value
 * that cannot be inspected is not such an object.
 */
export function isHostObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  try {
    return !Array.isArray(value) && !ArrayBuffer.isView(value) && !isThenable(value);
  } catch (thrown) {
    ignoreRejection(thrown);
    return false;
  }
}
