import type { StandardIssue, StandardResult } from "../../contract/index.js";

/**
 * Reads what the `validate` of a schema returned: the parsed value, or the issues as plain copies.
 *
 * Throws an `Error` whose message is a clause for anything else: a schema library may be broken, or no schema library at all.
 */
export function readStandardResult(result: unknown): StandardResult<unknown> {
  if (typeof result !== "object" || result === null) {
    throw new TypeError(
      `it answered ${result === null ? "null" : typeof result} instead of { value } or { issues }`,
    );
  }
  const { issues } = result as { readonly issues?: unknown };
  if (issues === undefined) {
    if ("value" in result) return { value: result.value };
    throw new TypeError("it answered an object without value and without issues");
  }
  if (!Array.isArray(issues)) throw new TypeError("it answered issues that are no list");
  return { issues: Array.from(issues, readIssue) };
}

function readIssue(issue: unknown): StandardIssue {
  if (typeof issue !== "object" || issue === null) return { message: String(issue) };
  const { message, path } = issue as { readonly message?: unknown; readonly path?: unknown };
  const text = typeof message === "string" ? message : "it does not say what is wrong";
  const keys = Array.isArray(path) ? path.map(keyOf) : undefined;
  // The code of an issue is looked at where unknown keys are told.
  const { code } = issue as { readonly code?: unknown };
  return {
    message: text,
    ...(keys !== undefined && { path: keys }),
    ...(typeof code === "string" && { code }),
  };
}

function keyOf(segment: unknown): PropertyKey {
  const key: unknown =
    typeof segment === "object" && segment !== null ? (segment as { readonly key?: unknown }).key : segment;
  return typeof key === "number" || typeof key === "symbol" ? key : String(key);
}
