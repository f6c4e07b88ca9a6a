import { ignoreRejection } from "../../contract/index.js";
import { plainCopy } from "./plain-copy.js";

/**
 * Returns a copy that shares nothing with the value, for a host that may keep or change it. If the value contains
 * functions, only lists and plain objects are copied.
 */
export function ownCopy<Value>(value: Value): Value {
  try {
    return structuredClone(value);
  } catch (thrown) {
    ignoreRejection(thrown);
    return plainCopy(value) as Value;
  }
}
