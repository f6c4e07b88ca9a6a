import { ignoreRejection, type NameLists } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import { isLongJson, longJsonText } from "../host/long-json.js";
import { UnusableValue } from "../host/unusable-value.js";
import { writeJson } from "../host/write-json.js";

/**
 * Checks that a value of the host in a tool result has a JSON form: a bigint or a cycle in it would make
 * `JSON.stringify` throw for the whole tool result. Returns a promise only for a long value, whose JSON is written in steps.
 *
 * @param field - name of the value for the message
 * @param names - names of the members of large objects that are already known
 * @throws UnusableValue, or rejects with one, for a value that cannot be written as JSON
 */
export function requireJson(
  value: unknown,
  { field = "result", names = new WeakMap() }: { readonly field?: string; readonly names?: NameLists } = {},
): Promise<void> | undefined {
  if (!mayLackJson(value)) return undefined;
  try {
    if (!isLongJson(value, names)) {
      writeJson(value);
      return undefined;
    }
  } catch (thrown) {
    throw unwritable(thrown, field);
  }
  return longJsonText(value, { pause: createYield(), names, purpose: "check" }).then(
    () => undefined,
    (thrown: unknown) => {
      throw unwritable(thrown, field);
    },
  );
}

/** The fields of a result that may contain any value of the host. */
const HOST_FIELDS = ["metadata", "approval"] as const;

/**
 * Checks the fields of a host's result that may contain any value, as {@link requireJson} does. Returns a promise only for long values.
 *
 * @param known - the `result` of the tool, which has been checked already
 */
export function requireJsonFields(
  given: Partial<Readonly<Record<"result" | (typeof HOST_FIELDS)[number], unknown>>>,
  known: unknown,
): Promise<unknown> | undefined {
  const checks = [
    Object.is(given.result, known) ? undefined : requireJson(given.result),
    ...HOST_FIELDS.map((field) => requireJson(given[field], { field })),
  ].filter((check) => check !== undefined);
  return checks.length === 0 ? undefined : Promise.all(checks);
}

/** Returns whether a value may lack a JSON form. A function may be a revoked proxy. */
function mayLackJson(value: unknown): boolean {
  return (
    typeof value === "bigint" || typeof value === "function" || (typeof value === "object" && value !== null)
  );
}

function unwritable(thrown: unknown, field: string): UnusableValue {
  ignoreRejection(thrown);
  return new UnusableValue(`${field} must be JSON, but it cannot be written as such`);
}
