import { ignoreRejection } from "../../contract/index.js";

/**
 * Writes a value of the host as `JSON.stringify` does, and marks the promises in it as handled: a getter may return another promise at
 * each read.
 *
 * @throws what reading the value throws, TypeError for a value that contains itself
 */
export function writeJson(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? JSON.stringify(value, marked) : JSON.stringify(value);
}

function marked(_name: string, value: unknown): unknown {
  if (typeof value === "object" && value !== null) ignoreRejection(value);
  return value;
}
