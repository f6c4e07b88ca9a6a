import { ignoreRejection } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import { UnusableValue } from "../host/unusable-value.js";
import { isLongJson, longJsonText } from "./long-json.js";

/**
 * Checks that the `result` field that the host returned has a JSON form: a bigint or a cycle in it would make
 * `JSON.stringify` throw for the whole tool result. Returns a promise only for a long value, whose JSON is written in steps.
 *
 * @throws UnusableValue, or rejects with one, for a value that cannot be written as JSON
 */
export function requireJson(result: unknown): Promise<void> | undefined {
  if (typeof result !== "bigint" && (typeof result !== "object" || result === null)) return undefined;
  try {
    if (!isLongJson(result)) {
      JSON.stringify(result);
      return undefined;
    }
  } catch (thrown) {
    throw unwritable(thrown);
  }
  return longJsonText(result, createYield()).then(
    () => undefined,
    (thrown: unknown) => {
      throw unwritable(thrown);
    },
  );
}

function unwritable(thrown: unknown): UnusableValue {
  ignoreRejection(thrown);
  return new UnusableValue("result must be JSON, but it cannot be written as such");
}
