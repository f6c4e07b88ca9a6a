import type { JsonSchema } from "../../contract/index.js";
import { definitionName, lookUpReference } from "./references.js";
import { eachSubschema, isSchemaObject, mapSubschemas } from "./subschemas.js";

/** Schema objects that inlining may produce; beyond it the references stay, or shared parts would multiply without end. */
const MAX_INLINED_SCHEMAS = 5_000;

/** Where definitions live: since draft 2019-09, and before. */
const SECTIONS = ["$defs", "definitions"] as const;

/** Keywords that may stand beside a `$ref` without adding a constraint, so that inlining can merge them. */
const ANNOTATIONS = new Set([
  "$ref",
  "default",
  "deprecated",
  "description",
  "examples",
  "readOnly",
  "title",
]);

/**
 * Replaces local references (`#/...`) by what they point to, since several providers refuse `$ref`.
 *
 * References of recursive types stay, together with the definitions they need. Annotations beside a reference win over
 * those of its target; a reference with constraints beside it stays.
 */
export function inlineReferences(root: JsonSchema): JsonSchema {
  const budget = { left: MAX_INLINED_SCHEMAS };
  const inlined = inline(root, root, budget);
  return budget.left < 0 ? root : SECTIONS.reduce(keepNeededDefinitions, inlined);
}

function inline(schema: JsonSchema, root: JsonSchema, budget: { left: number }): JsonSchema {
  budget.left -= 1;
  if (budget.left < 0) return schema;
  if (typeof schema.$ref === "string" && Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword))) {
    const target = lookUpReference(root, schema.$ref);
    if (target === undefined || isRecursive(target, root)) return schema;
    const { $ref: _reference, ...annotations } = schema;
    return inline({ ...target, ...annotations }, root, budget);
  }
  return mapSubschemas(schema, (subschema) => inline(subschema, root, budget));
}

/** Whether following references from a schema leads back to it. */
function isRecursive(target: JsonSchema, root: JsonSchema): boolean {
  const seen = new Set<unknown>();
  const reaches = (schema: JsonSchema): boolean => {
    if (seen.has(schema)) return schema === target;
    seen.add(schema);
    let found = false;
    if (typeof schema.$ref === "string") {
      const next = lookUpReference(root, schema.$ref);
      found = next !== undefined && reaches(next);
    }
    eachSubschema(schema, "", (subschema) => {
      found ||= reaches(subschema);
    });
    return found;
  };
  return reaches(target);
}

/** Leaves out the definitions of one section that nothing refers to any more. */
function keepNeededDefinitions(root: JsonSchema, section: (typeof SECTIONS)[number]): JsonSchema {
  const { [section]: definitions, ...rest } = root;
  if (!isSchemaObject(definitions)) return root;
  const needed = new Set<string>();
  const collect = (schema: JsonSchema): void => {
    const name = typeof schema.$ref === "string" ? definitionName(schema.$ref, section) : undefined;
    if (name !== undefined && !needed.has(name)) {
      needed.add(name);
      const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
      if (isSchemaObject(definition)) collect(definition);
    }
    eachSubschema(schema, "", collect);
  };
  collect(rest);
  if (needed.size === 0) return rest;
  const kept = Object.entries(definitions).filter(([name]) => needed.has(name));
  return { ...rest, [section]: Object.fromEntries(kept) };
}
