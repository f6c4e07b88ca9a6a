import { counted, ellipsized } from "../../text/index.js";

/** Maximum number of characters of a shown text. */
const MAX_SHOWN_LENGTH = 60;

/** Maximum number of named keys of an object. */
const MAX_SHOWN_KEYS = 5;

/**
 * Describes a value of any size in a few words: its type and the start of its content.
 *
 * @example
 * describeValue("a\nb"); // 'string "a\nb"' with the line break escaped
 * describeValue([1, 2]); // 'array of 2 elements'
 */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (typeof value === "string") {
    const shown = JSON.stringify(ellipsized(value, MAX_SHOWN_LENGTH));
    return value.length > MAX_SHOWN_LENGTH
      ? `string ${shown} (${counted(value.length, "character")})`
      : `string ${shown}`;
  }
  if (typeof value === "number" || typeof value === "boolean") return `${typeof value} ${String(value)}`;
  if (Array.isArray(value)) return `array of ${value.length} ${value.length === 1 ? "element" : "elements"}`;
  if (typeof value === "object") return describeObject(value);
  return `a ${typeof value}`;
}

function describeObject(value: object): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return "empty object";
  const shown = keys.slice(0, MAX_SHOWN_KEYS).map((key) => ellipsized(key, MAX_SHOWN_LENGTH));
  const rest = keys.length > shown.length ? ` and ${keys.length - shown.length} more` : "";
  return `object with ${shown.join(", ")}${rest}`;
}
