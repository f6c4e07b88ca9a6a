import type { StandardIssue, StandardResult } from "../../contract/index.js";

/**
 * Reads the return value of a schema's `validate`: the parsed value, or plain copies of the issues.
 *
 * Throws an `Error` whose message is a clause for any other value, for example from a broken schema library
 * or from an object that is not a schema.
 */
export function readStandardResult(result: unknown): StandardResult<unknown> {
  if (typeof result !== "object" || result === null) {
    throw new TypeError(
      `it returned ${result === null ? "null" : typeof result} instead of { value } or { issues }`,
    );
  }
  const { issues } = result as { readonly issues?: unknown };
  if (issues === undefined) {
    if ("value" in result) return { value: result.value };
    throw new TypeError("it returned an object without value and without issues");
  }
  if (!Array.isArray(issues)) throw new TypeError("it returned issues that are not a list");
  return { issues: Array.from(issues, readIssue) };
}

function readIssue(issue: unknown): StandardIssue {
  if (typeof issue !== "object" || issue === null) return { message: String(issue) };
  const { message, path } = issue as { readonly message?: unknown; readonly path?: unknown };
  const text = typeof message === "string" ? message : "it does not state the problem";
  const keys = Array.isArray(path) ? path.map(keyOf) : undefined;
  // The code of an issue is read to recognise unknown keys.
  const { code } = issue as { readonly code?: unknown };
  return {
    message: text,
    path: keys,
    ...(typeof code === "string" && { code }),
  };
}

function keyOf(segment: unknown): PropertyKey {
  const key: unknown =
    typeof segment === "object" && segment !== null ? (segment as { readonly key?: unknown }).key : segment;
  return typeof key === "number" || typeof key === "symbol" ? key : String(key);
}
