import { ignoreRejection, isThenable } from "../../contract/index.js";

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
