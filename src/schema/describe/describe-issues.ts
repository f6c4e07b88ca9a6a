import type { JsonSchema, StandardIssue } from "../../contract/index.js";
import { counted, ellipsized } from "../../text/index.js";
import { describeSchema } from "./describe-schema.js";
import { describeValue } from "./describe-value.js";
import { jsonTypeBit } from "./json-type.js";
import { type SchemaFacts, type SchemaReader, schemaReader } from "./schema-reader.js";

/** Maximum number of described issues; the others are counted. */
const MAX_ISSUES = 5;

/** Maximum length of a message of a schema library, in UTF-16 code units. */
const MAX_ISSUE_LENGTH = 200;

/** Maximum length of a shown key, in UTF-16 code units. */
const MAX_KEY_LENGTH = 80;

/** Maximum length of a shown path, in UTF-16 code units. */
const MAX_PATH_LENGTH = 160;

/** Maximum number of shown steps of a path; a longer path is not followed either. */
const MAX_PATH_STEPS = 12;

/**
 * Describes issues for a model, one line each: the path, the expected value, the received value. The sixth
 * and further ones are counted.
 *
 * The message of a schema library is used only if the type is correct, since it otherwise contains nothing
 * beyond the schema.
 */
export function describeIssues(
  issues: readonly StandardIssue[],
  schema: JsonSchema,
  received: unknown,
): readonly string[] {
  const read = schemaReader(schema);
  // A union reports the same issue once per branch.
  const lines = new Set(
    issues.slice(0, MAX_ISSUES).map((issue) => describeIssue(issue, schema, read, received)),
  );
  return issues.length > MAX_ISSUES
    ? [...lines, `and ${counted(issues.length - MAX_ISSUES, "more problem")}`]
    : [...lines];
}

function describeIssue(
  issue: StandardIssue,
  root: JsonSchema,
  read: SchemaReader,
  received: unknown,
): string {
  const path = issuePath(issue);
  const shownPath = path.length === 0 ? "the whole value" : showPath(path);
  const { schema, value, exists } = follow(path, root, read, received);
  if (schema !== undefined && !exists)
    return `${shownPath}: missing; expected ${describeSchema(schema, read)}`;
  if (schema !== undefined && (read(schema).accepts & jsonTypeBit(value)) === 0) {
    return `${shownPath}: expected ${describeSchema(schema, read)}, received ${describeValue(value)}`;
  }
  const message = ellipsized(String(issue.message), MAX_ISSUE_LENGTH).replace(/\s+/g, " ").trim();
  return exists ? `${shownPath}: ${message}; received ${describeValue(value)}` : `${shownPath}: ${message}`;
}

function showPath(path: readonly string[]): string {
  const shown = path.slice(0, MAX_PATH_STEPS).map((key) => ellipsized(key, MAX_KEY_LENGTH));
  return ellipsized(shown.join("."), MAX_PATH_LENGTH);
}

/** Follows a path in schema and value; the schema is unknown where it does not describe the inside. */
function follow(
  path: readonly string[],
  root: JsonSchema,
  read: SchemaReader,
  received: unknown,
): { readonly schema: JsonSchema | undefined; readonly value: unknown; readonly exists: boolean } {
  if (path.length > MAX_PATH_STEPS) return { schema: undefined, value: undefined, exists: false };
  let schema: JsonSchema | undefined = root;
  let value = received;
  let exists = true;
  for (const key of path) {
    const facts: SchemaFacts | undefined = schema === undefined ? undefined : read(schema);
    schema = facts?.properties.get(key) ?? (Array.isArray(value) ? facts?.items : undefined);
    exists = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    value = exists ? (value as Record<string, unknown>)[key] : undefined;
  }
  return { schema, value, exists };
}

/** Returns the path of an issue as plain keys. */
export function issuePath(issue: StandardIssue): readonly string[] {
  return (issue.path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment));
}
