import { escapePointer, resolvePointer } from "../../schema/index.js";
import { isRecord } from "../../values/index.js";
import { withConstraints } from "./rebuild-schema.js";
import { DATA_KEYWORDS } from "./schema-keywords.js";
import type { SchemaReport } from "./schema-report.js";

// Below these keywords are names, not keywords: a parameter may be called `$ref` or `default`.
const NAMED_SCHEMAS = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependentRequired",
  "$defs",
]);

/** Replaces each `$ref` without a target in the rebuilt root: it refers to another document, or to a part that was moved. */
export function dropDanglingReferences(
  root: Readonly<Record<string, unknown>>,
  report: SchemaReport,
): Record<string, unknown> {
  const visit = (value: unknown, path: string, kind: "schema" | "names"): unknown => {
    if (Array.isArray(value)) return value.map((entry, index) => visit(entry, `${path}/${index}`, "schema"));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([key, below]) => [
      key,
      kind === "schema" && DATA_KEYWORDS.has(key)
        ? below
        : visit(
            below,
            `${path}/${escapePointer(key)}`,
            kind === "schema" && NAMED_SCHEMAS.has(key) ? "names" : "schema",
          ),
    ]);
    const copy: Record<string, unknown> = Object.fromEntries(entries);
    if (kind === "names" || typeof copy.$ref !== "string" || resolvePointer(root, copy.$ref) !== undefined)
      return copy;
    const lost = `$ref ${JSON.stringify(copy.$ref)}`;
    delete copy.$ref;
    report({
      type: "moved-to-description",
      path,
      message: `${lost} does not refer to a part of the schema.`,
    });
    return withConstraints(copy, [lost]);
  };
  return visit(root, "", "schema") as Record<string, unknown>;
}
