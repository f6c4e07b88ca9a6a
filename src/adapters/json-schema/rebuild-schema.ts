import { isRecord } from "../../values/index.js";
import { fromOlderDrafts } from "./older-drafts.js";
import { SCHEMA_KEYWORDS } from "./schema-keywords.js";
import type { SchemaReport } from "./schema-report.js";

/** Deeper than any hand-written schema; a deeper object contains itself. */
const MAX_SCHEMA_DEPTH = 64;

// Keywords of JSON Schema that are not allowed in a request and have no meaning for the input: not worth a warning.
const SILENTLY_DROPPED = new Set([
  "$schema",
  "$id",
  "id",
  "$comment",
  "$vocabulary",
  "readOnly",
  "writeOnly",
]);

// Constraints of older drafts that have no equivalent in draft 2020-12 at that position.
const UNSUPPORTED_CONSTRAINTS = new Set([
  "$dynamicRef",
  "$recursiveRef",
  "divisibleBy",
  "disallow",
  "extends",
]);

/** Rebuilt level of a schema, and the constraints that it cannot express, as text. */
export interface RebuiltSchema {
  readonly schema: Record<string, unknown>;
  readonly lost: readonly string[];
}

/** Rebuilds a schema and everything below it; each level's description states the constraints that it cannot express. */
function rebuildSchema(source: unknown, path: string, report: SchemaReport, depth = 0): unknown {
  if (typeof source === "boolean") return source;
  if (!isRecord(source)) {
    report({
      type: "dropped",
      path,
      message: `${quote(source)} is not a schema; anything is accepted here.`,
    });
    return {};
  }
  const { schema, lost } = rebuildLevel(source, path, report, depth);
  return withConstraints(schema, lost);
}

/** Rebuilds one level of a schema, and all levels below it with {@link rebuildSchema}. */
export function rebuildLevel(
  source: Readonly<Record<string, unknown>>,
  path: string,
  report: SchemaReport,
  depth = 0,
): RebuiltSchema {
  if (depth > MAX_SCHEMA_DEPTH) {
    throw new Error(`its schema is nested deeper than ${MAX_SCHEMA_DEPTH} levels at ${path}`);
  }
  const modern = fromOlderDrafts(source);
  const schema: Record<string, unknown> = {};
  const lost: string[] = [];
  const child = (below: unknown, belowPath: string) => rebuildSchema(below, belowPath, report, depth + 1);
  for (const [keyword, rebuild] of SCHEMA_KEYWORDS) {
    const value = Object.hasOwn(modern, keyword) ? modern[keyword] : undefined;
    if (value === undefined) continue;
    const kept = rebuild(value, `${path}/${keyword}`, child);
    if (kept !== undefined) schema[keyword] = kept;
    else lost.push(`${keyword} ${quote(value)}`);
  }
  for (const keyword of Object.keys(modern)) {
    if (SCHEMA_KEYWORDS.has(keyword) || SILENTLY_DROPPED.has(keyword)) continue;
    if (UNSUPPORTED_CONSTRAINTS.has(keyword)) lost.push(`${keyword} ${quote(modern[keyword])}`);
    else
      report({
        type: "dropped",
        path,
        message: `"${keyword}" is not a keyword of JSON Schema draft 2020-12.`,
      });
  }
  for (const constraint of lost) {
    report({ type: "moved-to-description", path, message: `The schema cannot hold ${constraint}.` });
  }
  return { schema, lost };
}

/** Adds the constraints of a level to its description. */
export function withConstraints(
  schema: Readonly<Record<string, unknown>>,
  lost: readonly string[],
): Record<string, unknown> {
  if (lost.length === 0) return { ...schema };
  const { description, ...rest } = schema;
  return { ...rest, description: describe(description, lost) };
}

/** Appends constraints to a description. */
export function describe(description: unknown, lost: readonly string[]): string {
  const constraints = lost.length === 0 ? [] : [`Also required: ${lost.join("; ")}.`];
  return [
    ...(typeof description === "string" && description !== "" ? [description] : []),
    ...constraints,
  ].join("\n\n");
}

/** Formats a value as JSON, for a message. */
export function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
